import { isCallboardError } from 'callboard-client';
import { useState, type ReactNode } from 'react';
import type { Action } from '../../actions/action-form';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/fields';
import type { Told } from '../../ui/use-write';
import { States } from './states';
import { useActionWrite } from './write-action';

/**
 * Sends one command with what the person chose in the dialog. When the action has changed since the
 * dialog was opened, it shows the current status, and the person may send the command again.
 */
export function CommandDialog<Result>({
  action,
  title,
  button,
  send,
  told,
  onSent,
  onClose,
  children,
}: {
  readonly action: Action;
  readonly title: string;
  /** The name of the button that sends the command. */
  readonly button: string;
  readonly send: (version: number) => Promise<Result>;
  readonly told: Told<Result>;
  readonly onSent?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { write, isSending, fault, error } = useActionWrite();
  const [seen, setSeen] = useState(action.version);
  const isStale = isCallboardError(error, 'STALE_VERSION');

  async function run(): Promise<void> {
    const version = isStale ? action.version : seen;
    setSeen(version);
    if ((await write(() => send(version), told)) === undefined) return;
    onSent?.();
    onClose();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        action={button}
        isSending={isSending}
        fault={isStale ? undefined : fault}
        onSend={() => void run()}
        onCancel={onClose}
      >
        {children}
        {isStale && (
          <div className="notice notice-warn stale" role="alert">
            <p>It has changed since you opened it, so nothing was sent. Now it is:</p>
            <States action={action} />
            <p>What you typed is kept. Send it again to go on.</p>
          </div>
        )}
      </Form>
    </Dialog>
  );
}
