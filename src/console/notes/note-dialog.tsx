import { unwrap } from 'callboard-client';
import { client } from '../api/client';
import { EditDialog, useEdit } from '../ui/edit-dialog';
import { AreaField } from '../ui/fields';
import type { changeNote, Note } from './note';
import { t } from '../texts/texts';

/** Edits the text of a note. */
export function NoteDialog({
  note,
  change,
  onClose,
}: {
  readonly note: Note;
  /** Sends a change. Another import of it would make one more file for each page with notes. */
  readonly change: typeof changeNote;
  readonly onClose: () => void;
}) {
  const { id } = note;
  const edit = useEdit(note, {
    fieldsOf: ({ body }) => ({ body }),
    bodyOf: ({ body }) => ({ body: body.trim() }),
    factsOf: ({ body }) => [[t('Text'), body]],
    read: () => unwrap(client.GET('/v1/notes/{id}', { params: { path: { id } } })),
    save: (body, version) => change(id, version, body),
    onSaved: onClose,
  });
  return (
    <EditDialog title={t('Edit the note')} edit={edit} onClose={onClose}>
      <AreaField
        label={t('Note')}
        isMarkdown
        hint={t('Markdown. Ctrl or Cmd and Enter saves.')}
        rows={8}
        isRequired
        value={edit.fields.body}
        onChange={(body) => edit.change({ body })}
      />
    </EditDialog>
  );
}
