import { useKeys } from './keys';
import { moveFocus } from './rows';

/** The keys of a list of links: they move between its rows, and Enter opens the row's link. */
export function useListKeys(): void {
  useKeys(handle);
}

function handle(key: string): boolean {
  if (key === 'j' || key === 'ArrowDown') return moveFocus(1);
  if (key === 'k' || key === 'ArrowUp') return moveFocus(-1);
  if (key !== 'Enter') return false;
  const row = document.activeElement?.closest('[data-row]');
  const link = row?.querySelector<HTMLElement>('a');
  link?.click();
  return link instanceof HTMLElement;
}
