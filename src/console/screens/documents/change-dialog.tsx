import { EditDialog } from '../../ui/edit-dialog';
import { SelectField, TextField } from '../../ui/fields';
import { useEdit } from '../../ui/use-edit';
import { accessModes, accessOf, changeDocument, readDocument, type Document } from './document';

/** Changes the title of a document and what agents may do with it. */
export function ChangeDialog({
  document,
  onClose,
}: {
  readonly document: Document;
  readonly onClose: () => void;
}) {
  const { id } = document;
  const edit = useEdit(document, {
    fieldsOf: ({ title, access_mode }) => ({ title, access_mode }),
    bodyOf: ({ title, access_mode }) => ({ title: title.trim(), access_mode }),
    factsOf: (now) => [
      ['Title', now.title],
      ['Access', accessOf(now.access_mode)],
    ],
    read: () => readDocument(id),
    save: (body, { version }) => changeDocument({ id, version }, body),
    onSaved: onClose,
  });
  const { title, access_mode: mode } = edit.fields;
  return (
    <EditDialog title="Title and access" edit={edit} onClose={onClose}>
      <TextField
        label="Title"
        value={title}
        isRequired
        onChange={(next) => edit.change({ title: next })}
      />
      <SelectField
        label="Access"
        value={mode}
        options={accessModes}
        onChange={(next) => edit.change({ access_mode: next })}
      />
    </EditDialog>
  );
}
