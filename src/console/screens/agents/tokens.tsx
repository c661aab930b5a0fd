import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import type { Agent } from '../../agents/agent';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/pages';
import { ConfirmDialog } from '../../ui/dialog';
import { Failure } from '../../ui/failure';
import { Icon } from '../../ui/icon';
import { MoreButton, Panel } from '../../ui/page';
import { Time, useNow } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { NewToken, RotateToken } from './token-dialogs';

/** A token of an agent, without its secret. */
type Token = components['schemas']['Token'];

type Opened =
  { readonly verb: 'create' } | { readonly verb: 'rotate' | 'revoke'; readonly token: Token };

/** The tokens of an agent. */
export function Tokens({ agent: { id, state } }: { readonly agent: Agent }) {
  const [opened, setOpened] = useState<Opened>();
  const tokens = api.useInfiniteQuery(
    'get',
    '/v1/agents/{id}/tokens',
    { params: { path: { id }, query: { limit: 20 } } },
    byOffset,
  );
  const items = tokens.data?.pages.flatMap((page) => page.items);
  const close = (): void => setOpened(undefined);
  return (
    <Panel
      title="Tokens"
      actions={
        state !== 'revoked' && (
          <button type="button" className="button" onClick={() => setOpened({ verb: 'create' })}>
            <Icon name="plus" /> New token
          </button>
        )
      }
    >
      {tokens.error !== null && (
        <Failure error={tokens.error} onRetry={() => void tokens.refetch()} />
      )}
      {items?.length === 0 && (
        <p className="muted">None. A program signs in as the agent with a token.</p>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className="items">
          {items.map((token) => (
            <TokenItem
              key={token.id}
              token={token}
              isUsable={state !== 'revoked'}
              onOpen={setOpened}
            />
          ))}
        </ul>
      )}
      <MoreButton
        hasMore={tokens.hasNextPage}
        isReading={tokens.isFetchingNextPage}
        onMore={() => void tokens.fetchNextPage()}
      />
      {opened?.verb === 'create' && <NewToken agentId={id} onClose={close} />}
      {opened?.verb === 'rotate' && <RotateToken token={opened.token} onClose={close} />}
      {opened?.verb === 'revoke' && <RevokeToken token={opened.token} onClose={close} />}
    </Panel>
  );
}

function TokenItem({
  token,
  isUsable,
  onOpen,
}: {
  readonly token: Token;
  readonly isUsable: boolean;
  readonly onOpen: (opened: Opened) => void;
}) {
  const { expires_at: expires, revoked_at: revoked, rotated_at: rotated } = token;
  const hasExpired = useHasPassed(expires);
  const isActive = isUsable && revoked === null && !hasExpired;
  return (
    <li>
      <div className="item-text">
        <p className="item-title" dir="auto">
          {token.name}
        </p>
        <p className="row-meta">
          {token.scopes.includes('write') ? 'Reads and writes' : 'Reads only'}
          <span>
            created <Time at={token.created_at} />
          </span>
          <span>
            {token.last_used_at === null ? (
              'never used'
            ) : (
              <>
                last used <Time at={token.last_used_at} />
              </>
            )}
          </span>
          {revoked === null && (
            <span className={hasExpired ? 'late' : undefined}>
              {expires === null ? (
                'never expires'
              ) : (
                <>
                  {hasExpired ? 'expired' : 'expires'} <Time at={expires} />
                </>
              )}
            </span>
          )}
          {rotated !== null && (
            <span>
              replaced <Time at={rotated} />
            </span>
          )}
          {revoked !== null && (
            <span className="late">
              revoked <Time at={revoked} />
            </span>
          )}
        </p>
        <p className="row-meta">
          <code>cb_{token.public_id}_…</code>
        </p>
      </div>
      {isActive && (
        <div className="actions">
          {rotated === null && (
            <button
              type="button"
              className="button button-small"
              onClick={() => onOpen({ verb: 'rotate', token })}
            >
              Replace … <span className="visually-hidden">{token.name}</span>
            </button>
          )}
          <button
            type="button"
            className="button button-small"
            onClick={() => onOpen({ verb: 'revoke', token })}
          >
            Revoke … <span className="visually-hidden">{token.name}</span>
          </button>
        </div>
      )}
    </li>
  );
}

function useHasPassed(at: string | null): boolean {
  const now = useNow();
  return at !== null && Date.parse(at) <= now;
}

function RevokeToken({
  token: { id, name },
  onClose,
}: {
  readonly token: Token;
  readonly onClose: () => void;
}) {
  const { write, isSending, fault } = useWrite();
  async function confirm(): Promise<void> {
    const params = { path: { id } };
    const revoked = await write(
      async () => {
        await unwrap(client.DELETE('/v1/tokens/{id}', { params }));
        return true;
      },
      { done: `Revoked the token “${name}”.` },
    );
    if (revoked !== undefined) onClose();
  }
  return (
    <ConfirmDialog
      title="Revoke the token"
      action="Revoke the token"
      isSending={isSending}
      fault={fault}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        <strong dir="auto">{name}</strong> stops working at once. Nothing undoes this.
      </p>
    </ConfirmDialog>
  );
}
