import { useCallback, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useKeys } from '../../keys/keys';

/**
 * A form in the page: its first field has the focus at first, Escape closes it, and afterwards the
 * focus is where it was.
 */
export function InlineForm({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const form = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const handle = useCallback(
    (key: string, { target }: KeyboardEvent): boolean => {
      const isHere = target instanceof Node && form.current?.contains(target) === true;
      const isClosed = key === 'Escape' && isHere;
      if (isClosed) onClose();
      return isClosed;
    },
    [onClose],
  );
  useKeys(handle);
  return (
    <div className="project-inline" ref={form}>
      {children}
    </div>
  );
}
