import { useCallback } from 'react';
import { useKeys } from './keys';
import { commandsOf, currentRow, moveFocus } from './rows';

/**
 * The keys of a list whose rows open pages: they move between rows, and Enter opens the row or its
 * link. `more` handles the other keys of the screen, with the key of the current row.
 */
export function useListKeys(more?: (key: string, row: string | undefined) => boolean): void {
  const handle = useCallback(
    (key: string): boolean => {
      if (key === 'j' || key === 'ArrowDown') return moveFocus(1);
      if (key === 'k' || key === 'ArrowUp') return moveFocus(-1);
      const row = currentRow();
      if (key !== 'Enter') return more?.(key, row) ?? false;
      const { toggle } = commandsOf(row);
      if (toggle === undefined) return openLink();
      toggle();
      return true;
    },
    [more],
  );
  useKeys(handle);
}

function openLink(): boolean {
  const row = document.activeElement?.closest('[data-row]');
  const link = row?.querySelector<HTMLElement>('a');
  link?.click();
  return link instanceof HTMLElement;
}
