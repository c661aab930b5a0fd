import { unwrap, type components } from 'callboard-client';
import { client, ifMatch } from '../../api/client';
import type { Session } from '../../api/session';
import { EditDialog, useEdit } from '../../ui/edit-dialog';
import { TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { explain } from './explain';
import { roles } from './person-forms';
import { isOwner } from './settings-page';
import { t } from '../../texts/texts';

type User = components['schemas']['User'];

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
    <EditDialog title={t('Change {name}', { name: user.name })} edit={edit} onClose={onClose}>
      {isSelf ? (
        <TextField
          label={t('Name')}
          value={name}
          onChange={(next) => edit.change({ name: next })}
          isRequired
        />
      ) : (
        <p className="muted">{t('People change their own name and address under Account.')}</p>
      )}
      {isOwner(session) && (
        <SelectField
          label={t('Role')}
          value={role}
          options={roles}
          onChange={(next) => edit.change({ role: next })}
          hint={
            isSelf && role !== 'owner'
              ? t('Afterwards you cannot make yourself an owner again.')
              : undefined
          }
        />
      )}
    </EditDialog>
  );
}
