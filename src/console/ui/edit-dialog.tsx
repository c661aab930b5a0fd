import type { ReactNode } from 'react';
import { Dialog } from './dialog';
import { Form } from './fields';
import { Theirs } from './theirs';
import type { useEdit } from './use-edit';

/** A dialog that edits a record. It shows both versions when somebody else was faster. */
export function EditDialog({
  title,
  edit: { isSending, fault, send, theirs, takeTheirs },
  onClose,
  children,
}: {
  readonly title: string;
  readonly edit: Omit<ReturnType<typeof useEdit>, 'fields' | 'change'>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        action={theirs === undefined ? 'Save' : 'Save mine instead'}
        isSending={isSending}
        fault={fault}
        onSend={send}
        onCancel={onClose}
      >
        {children}
        {theirs !== undefined && (
          <Theirs facts={theirs} rest="Your fields are as you left them.">
            <p className="muted">Save again to put your changes on top of it.</p>
            <button type="button" className="button button-small" onClick={takeTheirs}>
              Discard mine and show it as it is now
            </button>
          </Theirs>
        )}
      </Form>
    </Dialog>
  );
}
