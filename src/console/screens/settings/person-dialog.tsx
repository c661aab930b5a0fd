import { unwrap, type components } from 'callboard-client';
import { client } from '../../api/client';
import { ifMatch } from '../../api/if-match';
import type { Session } from '../../api/session';
import { EditDialog } from '../../ui/edit-dialog';
import { SelectField, TextField } from '../../ui/fields';
import { useEdit } from '../../ui/use-edit';
import { explain } from './explain';
import { isOwner } from './settings-page';

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
  onChanged,
  onClose,
}: {
  readonly user: User;
  readonly session: Session;
  /** Called with the response to a change. */
  readonly onChanged?: (user: User) => void;
  readonly onClose: () => void;
}) {
  const path = { id: user.id };
  const isSelf = user.id === session.user.id;
  const edit = useEdit(user, {
    fieldsOf: ({ name, role }) => ({ name, role }),
    bodyOf: ({ name, role }) => ({ name: name.trim(), role }),
    read: () => unwrap(client.GET('/v1/users/{id}', { params: { path } })),
    save: async (body, version) => {
      const params = { path, header: ifMatch(version) };
      const saved = await unwrap(client.PATCH('/v1/users/{id}', { params, body }));
      onChanged?.(saved);
      return saved;
    },
    onSaved: onClose,
    explain,
    // After giving up the role of an owner one may not take it back.
    canUndo: !isSelf,
  });
  const { name, role } = edit.fields;

  return (
    <EditDialog title={`Change ${user.name}`} edit={edit} onClose={onClose}>
      {isSelf ? (
        <TextField
          label="Name"
          value={name}
          onChange={(next) => edit.change({ name: next })}
          isRequired
        />
      ) : (
        <p className="muted">People change their own name and address under Account.</p>
      )}
      {isOwner(session) && (
        <SelectField
          label="Role"
          value={role}
          options={roles}
          onChange={(next) => edit.change({ role: next })}
          hint={
            isSelf && role === 'member'
              ? 'Afterwards you cannot make yourself an owner again.'
              : undefined
          }
        />
      )}
    </EditDialog>
  );
}
