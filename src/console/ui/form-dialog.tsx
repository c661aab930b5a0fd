import type { ReactNode } from 'react';
import { Dialog } from './dialog';
import { Form, FormEnd } from './fields';

interface FrameProps {
  readonly title: string;
  /** The name of the button that sends, such as `Revoke the token`. */
  readonly action: string;
  readonly isDanger?: boolean | undefined;
  readonly isSending: boolean;
  readonly fault: string | undefined;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A dialog with a form. Dialogs that create or change a record consist of its fields. */
export function FormDialog({
  title,
  result,
  onClose,
  ...form
}: FrameProps & {
  readonly onSend: () => void;
  /** What takes the place of the form after it was sent. It is shown only once, such as a secret. */
  readonly result?: ReactNode;
}) {
  return (
    <Dialog title={title} showsOnce={result !== undefined} onClose={onClose}>
      {result ?? <Form {...form} onCancel={onClose} />}
    </Dialog>
  );
}

/** Scrolls to what has appeared in a long form, whose end would cover it. */
export function showInDialog(part: HTMLElement | null): void {
  part?.scrollIntoView({ block: 'center' });
}

/** Asks before what nothing undoes. Enter in a field does not send. */
export function ConfirmDialog({
  title,
  isDanger = true,
  onClose,
  children,
  ...end
}: FrameProps & { readonly onConfirm: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="form">
        {children}
        <FormEnd {...end} isDanger={isDanger} onCancel={onClose} />
      </div>
    </Dialog>
  );
}
