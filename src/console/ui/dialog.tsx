import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Announcer, enterDialog } from './done';
import { t } from '../texts/texts';

/**
 * A modal dialog that is open while it is rendered. The browser keeps the focus in it and returns
 * it to where it was. `onClose` is called on Escape and by the button.
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
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
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
      closedby={showsOnce ? 'none' : 'closerequest'}
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
