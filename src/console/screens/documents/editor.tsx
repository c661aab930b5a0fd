import { useEffect, useRef } from 'react';
import { AreaField, Form, TextField } from '../../ui/fields';
import { Panel } from '../../ui/page';
import { Conflict } from './conflict';
import type { Document } from './document';
import { useEditor } from './use-editor';

/** Edits the text of a document. It is saved only over the version that the person has seen. */
export function Editor({
  document,
  latestVersion,
  onClose,
  onReopen,
}: {
  readonly document: Document;
  readonly latestVersion: number;
  readonly onClose: () => void;
  readonly onReopen: () => void;
}) {
  const edit = useEditor(document, { onClose, onReopen });
  const { text, theirs, isRestored, isJson, fault, isSending } = edit;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector('textarea')?.focus(), []);
  const isBehind = theirs === undefined && latestVersion > edit.baseVersion;
  return (
    <div ref={panel}>
      <Panel title="Edit the text">
        {isRestored && theirs === undefined && (
          <div className="notice notice-warn">
            <p>This is what you typed before. It is not saved yet.</p>
            <button type="button" className="button button-small" onClick={edit.startAgain}>
              Start again from the saved text
            </button>
          </div>
        )}
        {isBehind && (
          <div className="notice notice-warn">
            <p>The document has changed since you began.</p>
            <button
              type="button"
              className="button button-small"
              onClick={() => void edit.compare()}
            >
              Compare
            </button>
          </div>
        )}
        {theirs !== undefined && (
          <Conflict
            theirs={theirs}
            mine={text}
            isSending={isSending}
            onSaveMine={() => void edit.saveOver(theirs)}
            onTakeTheirs={() => edit.takeTheirs(theirs)}
          />
        )}
        <Form
          action={theirs === undefined ? 'Save' : 'Save mine over theirs'}
          isSending={isSending}
          fault={fault}
          onSend={() => void (theirs === undefined ? edit.save() : edit.saveOver(theirs))}
          onCancel={edit.discard}
        >
          <AreaField
            label={isJson ? 'JSON' : 'Markdown'}
            hint="Ctrl or Cmd and Enter saves."
            value={text}
            rows={18}
            maxLength={1_048_576}
            onChange={edit.change}
          />
          <TextField
            label="Reason for the change (optional)"
            value={edit.reason}
            onChange={edit.setReason}
          />
        </Form>
      </Panel>
    </div>
  );
}
