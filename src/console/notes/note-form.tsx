import { useState } from 'react';
import { forgetDraft } from '../ui/drafts';
import { TextForm } from '../ui/text-form';
import { useWrite } from '../ui/use-write';
import { changeNote, createNote, type Noted } from './note';

/** Writes a note on a record. */
export function NoteForm({ noted }: { readonly noted: Noted }) {
  const draftKey = `note-${noted.id}`;
  const [written, setWritten] = useState(0);
  const { write, fault } = useWrite();

  async function send(body: string): Promise<void> {
    const note = await write(() => createNote(noted, body), {
      done: 'The note is written.',
      undo: (one) => changeNote(one.id, one, { archived: true }),
    });
    if (note === undefined) return;
    forgetDraft(draftKey);
    setWritten(written + 1);
  }

  return (
    <div className="stack">
      <TextForm
        key={written}
        draftKey={draftKey}
        label="A note that people and agents read"
        action="Write the note"
        hasFocus={written > 0}
        onSend={(text) => void send(text)}
      />
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
    </div>
  );
}
