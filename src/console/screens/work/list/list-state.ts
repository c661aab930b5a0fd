import { useCallback, useState } from 'react';
import { useKeys } from '../../../keys/keys';
import { currentRow } from '../../../keys/list-keys';
import type { Action } from '../../../rows/review-row';
import { createSelection, type Selection } from './selection';

/** What is selected in a list, and the function that notes the actions which it shows. */
export function useListState() {
  const [{ selection, note, find }] = useState(createListState);
  useSelectionKeys(selection, find);
  return { selection, note };
}

/** What is selected, and which actions are on the screen, by their groups. */
function createListState() {
  const shown = new Map<string, readonly Action[]>();
  const selection = createSelection(() => [...shown.values()].flat());
  return {
    selection,
    note: (group: string, actions: readonly Action[]): void => void shown.set(group, actions),
    find: (id: string | undefined): Action | undefined =>
      [...shown.values()].flat().find((action) => action.id === id),
  };
}

/** The keys that select: X the line with the focus, Shift X all up to it, and Escape none. */
function useSelectionKeys(
  selection: Selection,
  find: (id: string | undefined) => Action | undefined,
): void {
  const handle = useCallback(
    (key: string): boolean => {
      if (key === 'Escape' && (selection.isAll() || selection.actions().length > 0)) {
        selection.set([]);
        return true;
      }
      if (key !== 'x' && key !== 'X') return false;
      const action = find(currentRow()?.replace('action-', ''));
      if (action === undefined) return false;
      selection.toggle(action, key === 'X');
      return true;
    },
    [selection, find],
  );
  useKeys(handle);
}
