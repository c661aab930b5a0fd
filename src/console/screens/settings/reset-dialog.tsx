import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { resetPath } from '../../shell/link-secret';
import { ConfirmDialog, Dialog } from '../../ui/dialog';
import { useWrite } from '../../ui/use-write';
import { CurrentPassword } from './account-forms';
import { explain } from './explain';
import { OneTimeLink } from './one-time-link';

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
  const [created, setCreated] = useState<components['schemas']['PasswordResetCreated']>();
  const [password, setPassword] = useState('');
  const title = `Reset the password of ${user.name}`;

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
        action="Create the link"
        fault={explain(error)}
        isSending={isSending}
        onConfirm={() => void create()}
        onClose={onClose}
      >
        <p>
          This creates a link with which the person sets a new password. It replaces an earlier one.
          The current password and the sessions stay valid until it is used. Everybody in the
          workspace sees in the activity that you created it.
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
        {`Send this link to ${user.name} (${user.email}).`}
      </OneTimeLink>
    </Dialog>
  );
}
