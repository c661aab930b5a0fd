import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { ifMatch } from '../../api/if-match';
import { ConfirmDialog } from '../../ui/dialog';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';

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
    const options = { params: { path: { id: user.id }, header: ifMatch(user) }, body: {} };
    const changed = await write(
      () =>
        unwrap(
          isActive
            ? client.POST('/v1/users/{id}/deactivate', options)
            : client.POST('/v1/users/{id}/reactivate', options),
        ),
      { done: `${user.name} is ${isActive ? 'deactivated' : 'active again'}.` },
    );
    if (changed === undefined) return;
    onClose();
    onChanged(changed);
  }

  return (
    <ConfirmDialog
      title={isActive ? `Deactivate ${user.name}?` : `Reactivate ${user.name}?`}
      action={isActive ? 'Deactivate' : 'Reactivate'}
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {isActive ? (
        <p>
          The sessions of this person end at once. A deactivated person cannot sign in, and nothing
          more can be assigned to them. What they created and what is assigned to them stays as it
          is. An owner can reactivate them.
        </p>
      ) : (
        <p>The person can sign in again with the previous password.</p>
      )}
    </ConfirmDialog>
  );
}
