import { unwrap, type components } from 'callboard-client';
import { base } from '../../api/address';
import { client, queries } from '../../api/client';
import { signInPath } from '../../api/session';
import { ConfirmDialog } from '../../ui/dialog';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';

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
      isSelf ? {} : { done: `The sessions of ${user.name} have ended.` },
    );
    if (isDone !== true) return;
    if (!isSelf) return onClose();
    queries.clear();
    location.assign(`${base}${signInPath}`);
  }

  return (
    <ConfirmDialog
      title={`End the sessions of ${user.name}?`}
      action="End the sessions"
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <p>
        {isSelf ? 'You have' : 'This person has'} to sign in again in each browser. The password and
        tokens of agents stay valid.
      </p>
    </ConfirmDialog>
  );
}
