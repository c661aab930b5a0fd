import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import type { Session } from '../../api/session';
import { Dialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/fields';
import { EditForm } from './edit-form';
import { isOwner } from './settings-page';
import { useEdit } from './use-edit';

type User = components['schemas']['User'];

/** The roles, for a choice. */
export const roles = [
  { value: 'owner', name: 'Owner: also manages people and the workspace' },
  { value: 'member', name: 'Member' },
] as const;

/** Changes a person: owners change roles, and everybody the own name. */
export function PersonDialog({
  user,
  session,
  onClose,
}: {
  readonly user: User;
  readonly session: Session;
  readonly onClose: () => void;
}) {
  const params = { path: { id: user.id } };
  const edit = useEdit(user, () => unwrap(client.GET('/v1/users/{id}', { params })));
  const { opened, theirs } = edit;
  const [name, setName] = useState(opened.name);
  const [role, setRole] = useState(opened.role);
  const isSelf = user.id === session.user.id;

  async function save(): Promise<void> {
    const body = {
      ...(name.trim() === opened.name ? {} : { name: name.trim() }),
      ...(role === opened.role ? {} : { role }),
    };
    const saved = await edit.save(
      (header) => unwrap(client.PATCH('/v1/users/{id}', { params: { ...params, header }, body })),
      `${name.trim()} is changed.`,
    );
    if (saved !== undefined) onClose();
  }

  return (
    <Dialog title={`Change ${opened.name}`} onClose={onClose}>
      <EditForm
        isSending={edit.isSending}
        fault={edit.fault}
        theirs={
          theirs && [
            ['Name', theirs.name],
            ['Role', theirs.role],
            ['State', theirs.state],
          ]
        }
        onSave={() => void save()}
        onCancel={onClose}
      >
        {isSelf ? (
          <TextField label="Name" value={name} onChange={setName} isRequired />
        ) : (
          <p className="muted">People change their own name and address under Account.</p>
        )}
        {isOwner(session) && (
          <SelectField
            label="Role"
            value={role}
            options={roles}
            onChange={setRole}
            hint={
              isSelf && role === 'member'
                ? 'Afterwards you cannot make yourself an owner again.'
                : undefined
            }
          />
        )}
      </EditForm>
    </Dialog>
  );
}
