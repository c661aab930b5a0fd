import { unwrap, type components } from 'callboard-client';
import { client } from '../../api/client';
import { ConfirmDialog } from '../../ui/dialog';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';

/** Offers to revoke the tokens that a former owner, or a deactivated person, created. */
export function CreatedTokensDialog({
  user,
  onClose,
}: {
  /** As the response had it that made them a member or deactivated them. */
  readonly user: components['schemas']['User'];
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();
  const { tokens_created: tokens = [], tokens_created_count: count = 0 } = user;
  const omitted = count - tokens.length;

  async function revoke(): Promise<void> {
    const params = { path: { id: user.id } };
    const body = { revoke_created_tokens: true };
    const changed = await write(() => unwrap(client.PATCH('/v1/users/{id}', { params, body })), {
      done: `The tokens that ${user.name} created are revoked.`,
    });
    if (changed !== undefined) onClose();
  }

  return (
    <ConfirmDialog
      title={`Tokens that ${user.name} created`}
      action="Revoke them"
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>
        These tokens of agents still work. {user.name} may have copied them. Revoke them unless you
        know who uses them. Their agents then need new tokens.
      </p>
      <ul className="items">
        {tokens.map((token) => (
          <li key={token.id}>
            <div className="item-text">
              <span className="item-title" dir="auto">
                {token.name}
              </span>
              <span className="row-meta">
                <span dir="auto">{token.agent_name}</span>
                <span>
                  {token.last_used_at === null ? (
                    'never used'
                  ) : (
                    <>
                      last used <Time at={token.last_used_at} />
                    </>
                  )}
                </span>
              </span>
            </div>
          </li>
        ))}
      </ul>
      {omitted > 0 && <p className="muted">And {omitted} more.</p>}
    </ConfirmDialog>
  );
}
