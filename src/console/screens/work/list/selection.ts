import { createContext, useContext, useSyncExternalStore, useCallback, useState } from 'react';
import type { Action } from '../../../rows/review-row';
import { createListeners } from '../../../ui/listeners';
import { useKeys } from '../../../keys/keys';
import { currentRow } from '../../../keys/list-keys';

/** The actions that a person has selected in a list, with the versions that they saw. */
interface Selection {
  readonly subscribe: (listener: () => void) => () => void;
  readonly isSelected: (id: string) => boolean;
  /** The selected actions; the same object until they change. */
  readonly actions: () => readonly Action[];
  /** Whether everything is selected that the filters match, also what is not read. */
  readonly isAll: () => boolean;
  readonly selectAll: () => void;
  /** Selects an action or not; with `isRange`, those from the last one to it. */
  readonly toggle: (action: Action, isRange: boolean) => void;
  readonly set: (actions: readonly Action[]) => void;
}

/** Creates an empty selection. `orderOf` returns the actions in the order of the screen. */
function createSelection(orderOf: () => readonly Action[]): Selection {
  const { subscribe, notify } = createListeners();
  let selected = new Map<string, Action>();
  let list: readonly Action[] = [];
  let all = false;
  let anchor: string | undefined;
  const change = (next: Map<string, Action>): void => {
    selected = next;
    list = [...next.values()];
    all = false;
    notify();
  };
  return {
    subscribe,
    isSelected: (id) => all || selected.has(id),
    actions: () => list,
    isAll: () => all,
    selectAll: () => {
      all = true;
      notify();
    },
    toggle: (action, isRange) => {
      const next = new Map(all ? [] : selected);
      const range = isRange ? between(orderOf(), anchor, action.id) : [];
      if (range.length > 0) for (const one of range) next.set(one.id, one);
      else if (!all && next.has(action.id)) next.delete(action.id);
      else next.set(action.id, action);
      anchor = action.id;
      change(next);
    },
    set: (actions) => {
      if (actions.length === 0) anchor = undefined;
      change(new Map(actions.map((action) => [action.id, action])));
    },
  };
}

function between(
  order: readonly Action[],
  from: string | undefined,
  to: string,
): readonly Action[] {
  const ends = [from, to].map((id) => order.findIndex((action) => action.id === id));
  if (ends.includes(-1)) return [];
  return order.slice(Math.min(...ends), Math.max(...ends) + 1);
}

const Context = createContext<Selection | undefined>(undefined);

/** Provides the selection of a list to its rows. */
export const SelectionProvider = Context.Provider;

/** The selection of the list around. */
export function useSelection(): Selection {
  const selection = useContext(Context);
  if (selection === undefined) throw new Error('The selection is for rows in its provider.');
  return selection;
}

/** Whether an action is selected. Only its row is rendered when that changes. */
export function useIsSelected(id: string): boolean {
  const { subscribe, isSelected } = useSelection();
  return useSyncExternalStore(subscribe, () => isSelected(id));
}

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
