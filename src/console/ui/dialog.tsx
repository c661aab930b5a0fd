import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Announcer, enterDialog } from './done';
import { t } from '../texts/texts';
import { Form, FormEnd } from './fields';

/**
 * A modal dialog that is open while it is rendered. The browser keeps the focus in it and returns
 * it to where it was. `onClose` is called on Escape, by the button, and by a click on the ground
 * until something was typed or chosen.
 */
export function Dialog({
  title,
  showsOnce = false,
  onClose,
  children,
}: {
  readonly title: string;
  /** Whether it shows what cannot be shown again, so that Escape does not close it. */
  readonly showsOnce?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // A choice in a list fires no `input`. The first click on the ground closes an open list only.
    const touch = ({ type, target }: Event): void => {
      const isChoice =
        target instanceof Element &&
        target.closest('[role=option], [role^=menuitem], [aria-haspopup]') !== null;
      if (type === 'input' || isChoice) setTouched(true);
    };
    element?.addEventListener('input', touch);
    element?.addEventListener('click', touch);
    const leave = element === null ? undefined : enterDialog(element);
    element
      ?.querySelector<HTMLElement>('[autofocus], input, textarea, .select, .menu-item:enabled')
      ?.focus();
    return () => {
      leave?.();
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      // Chromium closes a dialog on the second Escape, whatever the event's handler does.
      closedby={showsOnce ? 'none' : isTouched ? 'closerequest' : 'any'}
      onCancel={(event) => {
        event.preventDefault();
        if (!showsOnce) onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="button" onClick={onClose}>
          {t('Close')}
        </button>
      </div>
      {children}
      <Announcer />
    </dialog>
  );
}

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
