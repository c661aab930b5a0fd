import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { forgetDraft } from '../../ui/drafts';
import { TextForm } from '../../ui/text-form';
import { useActionWrite } from './write-action';

/** Writes a note on the action. */
export function NoteForm({ id }: { readonly id: string }) {
  const draftKey = `note-${id}`;
  const [written, setWritten] = useState(0);
  const { write, fault } = useActionWrite();

  async function send(body: string): Promise<void> {
    const params = { path: { id } };
    const note = await write(
      () => unwrap(client.POST('/v1/actions/{id}/notes', { params, body: { body } })),
      {
        done: 'Wrote the note.',
        undo: (one) =>
          unwrap(
            client.PATCH('/v1/notes/{id}', {
              params: { path: { id: one.id }, header: { 'If-Match': `"${one.version}"` } },
              body: { archived: true },
            }),
          ),
      },
    );
    if (note === undefined) return;
    forgetDraft(draftKey);
    setWritten(written + 1);
  }

  return (
    <div className="stack">
      <TextForm
        key={written}
        draftKey={draftKey}
        label="A note that everybody reads who works on it"
        action="Write the note"
        hasFocus={written > 0}
        onSend={(text) => void send(text)}
      />
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
    </div>
  );
}
