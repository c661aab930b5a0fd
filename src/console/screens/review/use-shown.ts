import { useCallback, useEffect, useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { currentRow } from '../../keys/rows';
import { useKeysInUrl } from '../../rows/url-state';

// Browsers refuse more than some hundred changes of the address in half a minute.
const addressMs = 300;

/**
 * The row whose record is shown as a whole: always the one that has or had the focus. Beside the
 * list, a record is always shown; in the list, once a person has opened one. `isOpen` says whether
 * a row still waits for the person; `rows` changes with the list.
 */
export function useShown(isOpen: (key: string) => boolean, isBeside: boolean, rows: unknown) {
  const { keys, setKeys } = useKeysInUrl('open');
  const address = [...keys][0];
  const [wanted, setWanted] = useState(address);
  const [isExpanded, setExpanded] = useState(address !== undefined);
  const written = useRef(address);
  const isPressed = useRef(false);
  const list = useRef<HTMLDivElement>(null);

  // Another address, such as that of a notification, shows another record.
  useEffect(() => {
    if (address === written.current) return;
    written.current = address;
    setWanted(address);
    setExpanded(address !== undefined);
  }, [address]);

  // A record stays when others come before it.
  const isShown = isBeside || isExpanded;
  const current = wanted !== undefined && isOpen(wanted) ? wanted : undefined;
  const key = isShown ? current : undefined;
  useLayoutEffect(() => {
    // Records that wait behind the button of new ones are in no row.
    const first = list.current?.querySelector<HTMLElement>('[data-row]:not([data-decided=true])');
    const row = first?.dataset['row'];
    if (rows !== undefined && isBeside && current === undefined) setWanted(row ?? wanted);
  }, [isBeside, current, rows, wanted]);
  useEffect(() => {
    // A record above it has closed.
    if (!isBeside && key !== undefined) showTop(key);
  }, [key, isBeside]);

  useEffect(() => {
    if (key === written.current || (key === undefined && !isBeside)) return undefined;
    const timer = setTimeout(() => {
      written.current = key;
      setKeys(key === undefined ? [] : [key]);
    }, addressMs);
    return () => clearTimeout(timer);
  }, [key, isBeside, setKeys]);

  useEffect(() => {
    const release = (): void => {
      isPressed.current = false;
    };
    addEventListener('mouseup', release);
    return () => removeEventListener('mouseup', release);
  }, []);

  const show = useCallback(
    (row: string) => {
      const isOn = isBeside || row !== key;
      setExpanded(isOn);
      setWanted(row);
      written.current = isOn ? row : undefined;
      setKeys(isOn ? [row] : []);
    },
    [isBeside, key, setKeys],
  );
  return {
    key,
    show,
    listProps: {
      ref: list,
      onMouseDown: () => {
        isPressed.current = true;
      },
      onFocus: ({ target }: FocusEvent) => {
        // A record that closes would move the button away from the pressed mouse.
        if (isBeside || !isPressed.current) setWanted((before) => rowAt(target) ?? before);
      },
      onClick: () => setWanted((before) => currentRow() ?? before),
    },
  };
}

/** Scrolls back to the top of the row with this key, if it is above the window. */
function showTop(key: string): void {
  const row = document.querySelector(`[data-row="${CSS.escape(key)}"]`);
  if (row !== null && row.getBoundingClientRect().top < 0) row.scrollIntoView();
}

function rowAt(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-row]')?.dataset['row'];
}
