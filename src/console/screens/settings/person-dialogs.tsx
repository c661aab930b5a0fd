import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { base, resetPath, server } from '../../api/address';
import { client, paramsOf, queries } from '../../api/client';
import { signInPath } from '../../api/session';
import { Copyable } from '../../ui/copyable';
import { Dialog, ConfirmDialog } from '../../ui/dialog';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { CurrentPassword } from './person-forms';
import { explain } from './explain';
import { t, Trans } from '../../texts/texts';

type User = components['schemas']['User'];

/** Asks before a person is deactivated or reactivated. */
export function PersonStateDialog({
  user,
  onChanged,
  onClose,
}: {
  readonly user: User;
  /** Called with the response. */
  readonly onChanged: (user: User) => void;
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();
  // Another person may change the state meanwhile, but never what this dialog does.
  const [isActive] = useState(user.state === 'active');

  async function confirm(): Promise<void> {
    const options = { params: paramsOf(user), body: {} };
    const changed = await write(
      () =>
        isActive
          ? unwrap(client.POST('/v1/users/{id}/deactivate', options))
          : unwrap(client.POST('/v1/users/{id}/reactivate', options)),
      {
        done: isActive
          ? t('{name} is deactivated.', { name: user.name })
          : t('{name} is active again.', { name: user.name }),
      },
    );
    if (changed === undefined) return;
    onClose();
    onChanged(changed);
  }

  return (
    <ConfirmDialog
      title={
        isActive
          ? t('Deactivate {name}?', { name: user.name })
          : t('Reactivate {name}?', { name: user.name })
      }
      action={isActive ? t('Deactivate') : t('Reactivate')}
      isDanger={isActive}
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {isActive ? (
        <p>
          {t(
            'The sessions of this person end at once. A deactivated person cannot sign in, and nothing more can be assigned to them. What they created and what is assigned to them stays as it is. An owner can reactivate them.',
          )}
        </p>
      ) : (
        <p>{t('The person can sign in again with the previous password.')}</p>
      )}
    </ConfirmDialog>
  );
}

/** Asks before a deactivated person is erased. */
export function EraseDialog({
  user,
  onChanged,
  onClose,
}: {
  readonly user: User;
  /** Called with the response. */
  readonly onChanged: (user: User) => void;
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();

  async function confirm(): Promise<void> {
    const options = { params: paramsOf(user), body: {} };
    const erased = await write(() => unwrap(client.POST('/v1/users/{id}/erase', options)), {
      done: t('The name and the address are erased. The rest follows within minutes.'),
    });
    if (erased === undefined) return;
    onClose();
    onChanged(erased.user);
  }

  return (
    <ConfirmDialog
      title={t('Erase {name}?', { name: user.name })}
      action={t('Erase')}
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {t(
          'The name and the address are replaced everywhere by “Former member” and a number. Nobody can take that back, and the person cannot be reactivated.',
        )}
      </p>
      <p>
        {t(
          'What the person did stays in the history. Texts that people and agents wrote stay as they are, also where they name the person; so do network addresses in the audit, messages that were sent, exports and backups.',
        )}
      </p>
    </ConfirmDialog>
  );
}

/** Asks before all sessions of a person end. */
export function EndSessionsDialog({
  user,
  isSelf,
  onClose,
}: {
  readonly user: components['schemas']['User'];
  readonly isSelf: boolean;
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();

  async function end(): Promise<void> {
    const isDone = await write(
      async () => {
        const params = { path: { id: user.id } };
        await unwrap(client.DELETE('/v1/users/{id}/sessions', { params }));
        return true;
      },
      isSelf ? {} : { done: t('The sessions of {name} have ended.', { name: user.name }) },
    );
    if (isDone !== true) return;
    if (!isSelf) return onClose();
    queries.clear();
    location.assign(`${base}${signInPath}`);
  }

  return (
    <ConfirmDialog
      title={t('End the sessions of {name}?', { name: user.name })}
      action={t('End the sessions')}
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <p>
        {isSelf
          ? t(
              'You have to sign in again in each browser. The password and tokens of agents stay valid.',
            )
          : t(
              'This person has to sign in again in each browser. The password and tokens of agents stay valid.',
            )}
      </p>
    </ConfirmDialog>
  );
}

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
      done: t('The tokens that {name} created are revoked.', { name: user.name }),
    });
    if (changed !== undefined) onClose();
  }

  return (
    <ConfirmDialog
      title={t('Tokens that {name} created', { name: user.name })}
      action={t('Revoke them')}
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>
        {t(
          'These tokens of agents still work. {name} may have copied them. Revoke them unless you know who uses them. Their agents then need new tokens.',
          { name: user.name },
        )}
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
                    t('never used')
                  ) : (
                    <>
                      <Trans
                        id="last used {time}"
                        values={{ time: <Time at={token.last_used_at} /> }}
                      />
                    </>
                  )}
                </span>
              </span>
            </div>
          </li>
        ))}
      </ul>
      {omitted > 0 && <p className="muted">{t('And {omitted} more.', { omitted })}</p>}
    </ConfirmDialog>
  );
}

/** Creates a password reset for a person, and shows its link once. */
export function ResetDialog({
  user,
  isSelf,
  onClose,
}: {
  readonly user: components['schemas']['User'];
  /** Whether the person resets their own password, which the server then asks for. */
  readonly isSelf: boolean;
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();
  const [created, setCreated] = useState<components['schemas']['PasswordResetWithToken']>();
  const [password, setPassword] = useState('');
  const title = t('Reset the password of {name}', { name: user.name });

  async function create(): Promise<void> {
    const params = { path: { id: user.id } };
    const body = password === '' ? {} : { current_password: password };
    setCreated(
      await write(() => unwrap(client.POST('/v1/users/{id}/password-resets', { params, body }))),
    );
  }

  if (created === undefined) {
    return (
      <ConfirmDialog
        title={title}
        action={t('Create the link')}
        isDanger={false}
        fault={explain(error)}
        isSending={isSending}
        onConfirm={() => void create()}
        onClose={onClose}
      >
        <p>
          {t(
            'This creates a link with which the person sets a new password. It replaces an earlier one. The current password and the sessions stay valid until it is used. Everybody in the workspace sees in the activity that you created it.',
          )}
        </p>
        {isSelf && <CurrentPassword value={password} onChange={setPassword} />}
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={title} showsOnce onClose={onClose}>
      <OneTimeLink
        path={resetPath}
        token={created.token}
        expiresAt={created.password_reset.expires_at}
      >
        {t('Send this link to {name} ({email}).', { name: user.name, email: user.email ?? '' })}
      </OneTimeLink>
    </Dialog>
  );
}

/** A link with a secret, which the API returns only once. */
export function OneTimeLink({
  path,
  token,
  expiresAt,
  children,
}: {
  readonly path: string;
  /** Absent when the response is a repetition. */
  readonly token: string | undefined;
  readonly expiresAt: string;
  readonly children: string;
}) {
  if (token === undefined) return <p>{t('The link was shown before. Create a new one.')}</p>;
  return (
    <div className="form">
      <p dir="auto">
        <Trans
          id="{children} It works once and ends {time}. Anybody who has it can use it, so send it where only this person reads it."
          values={{ children, time: <Time at={expiresAt} /> }}
        />
      </p>
      <Copyable text={`${server}${path}#${token}`} what={t('the link')} />
      <p className="muted">{t('The link is shown only now.')}</p>
    </div>
  );
}
