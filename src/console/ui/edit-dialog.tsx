import type { ReactNode } from 'react';
import { Dialog } from './dialog';
import { Form } from './fields';
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
          <section className="theirs" aria-label="Changed by somebody else">
            {theirs.length === 0 ? (
              <p>Somebody else has changed other parts of it. Your fields are as you left them.</p>
            ) : (
              <>
                <p>Somebody else has changed this meanwhile. It is now:</p>
                <dl className="facts">
                  {theirs.map(([name, value]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd dir="auto">{value ?? 'none'}</dd>
                    </div>
                  ))}
                </dl>
              </>
            )}
            <p className="muted">Save again to put your changes on top of it.</p>
            <button type="button" className="button button-small" onClick={takeTheirs}>
              Discard mine and show it as it is now
            </button>
          </section>
        )}
      </Form>
    </Dialog>
  );
}
