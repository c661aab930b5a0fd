import type { ReactNode } from 'react';
import { Form } from '../../ui/fields';
import { Facts } from '../../ui/page';

/** A form that changes a record. It shows both versions when another person was faster. */
export function EditForm({
  isSending,
  fault,
  theirs,
  onSave,
  onCancel,
  children,
}: {
  readonly isSending: boolean;
  readonly fault: string | undefined;
  /** The values of the record now, if it has changed since the form was opened. */
  readonly theirs: readonly (readonly [string, ReactNode])[] | undefined;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Form
      action={theirs === undefined ? 'Save' : 'Save mine instead'}
      isSending={isSending}
      fault={fault}
      onSend={onSave}
      onCancel={onCancel}
    >
      {children}
      <div role="alert">
        {theirs !== undefined && (
          <section className="notice notice-warn theirs" aria-label="The current version">
            <p>
              Somebody changed it after you opened it. Nothing was saved, and what you typed is
              still here. Now it is:
            </p>
            <Facts facts={theirs} />
          </section>
        )}
      </div>
    </Form>
  );
}
