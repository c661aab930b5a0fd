import { isCallboardError } from 'callboard-client';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog';
import { Form, SelectField, TextField } from '../../ui/fields';
import { useWrite } from '../../ui/use-write';
import { accessModes, accessOf, changeDocument, readDocument, type Document } from './document';

/** Changes the title of a document and what agents may do with it. */
export function ChangeDialog({
  document,
  onClose,
}: {
  readonly document: Document;
  readonly onClose: () => void;
}) {
  // What the person saw when the dialog opened: a later read does not change it.
  const [base, setBase] = useState(document);
  const [title, setTitle] = useState(document.title);
  const [mode, setMode] = useState(document.access_mode);
  const [theirs, setTheirs] = useState<Document>();
  const { write, isSending, fault } = useWrite();

  async function send(): Promise<void> {
    const before = { title: base.title, access_mode: base.access_mode };
    const result = await write(
      async () => {
        try {
          return await changeDocument(base, { title: title.trim(), access_mode: mode });
        } catch (error) {
          if (isCallboardError(error, 'STALE_VERSION')) {
            const current = await readDocument(base.id);
            setTheirs(current);
            setBase(current);
          }
          throw error;
        }
      },
      { done: 'Saved.', undo: (changed) => changeDocument(changed, before) },
    );
    if (result !== undefined) onClose();
  }

  return (
    <Dialog title="Title and access" onClose={onClose}>
      <Form
        action={theirs === undefined ? 'Save' : 'Save mine all the same'}
        isSending={isSending}
        fault={fault}
        onSend={() => void send()}
        onCancel={onClose}
      >
        {theirs !== undefined && (
          <p className="notice notice-warn" dir="auto">
            It is called “{theirs.title}” now. Access: {accessOf(theirs.access_mode)}.
          </p>
        )}
        <TextField label="Title" value={title} isRequired onChange={setTitle} />
        <SelectField label="Access" value={mode} options={accessModes} onChange={setMode} />
      </Form>
    </Dialog>
  );
}
