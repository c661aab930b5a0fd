import { useState } from 'react';

/** A record on the screen. `isGone`: the server no longer lists it, and it stays where it was. */
export interface Kept<T> {
  readonly item: T;
  readonly isGone: boolean;
}

interface State<T> {
  readonly seen: readonly T[];
  /** The keys of the records that are on the screen, in their order. */
  readonly shown: readonly Kept<T>[];
  readonly fresh: readonly T[];
}

/** Whether a new record is shown at once. `isLast`: it is below all records on the screen. */
type IsWelcome<T> = (item: T, isLast: boolean) => boolean;

/**
 * Keeps a list steady while a person reads it: records change in place, those that the server no
 * longer lists stay, and new ones wait until `showFresh` is called, unless they are welcome.
 */
export function useKept<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  isWelcome: IsWelcome<T> = () => false,
) {
  const [state, setState] = useState<State<T>>(() => startOf(items));
  let { shown, fresh } = state;
  if (state.seen !== items) {
    const next = update(state, items, keyOf, isWelcome);
    ({ shown, fresh } = next);
    setState(next);
  }
  return { shown, fresh: fresh.length, showFresh: () => setState(startOf(items)) };
}

function startOf<T>(items: readonly T[]): State<T> {
  return { seen: items, shown: items.map((item) => ({ item, isGone: false })), fresh: [] };
}

function update<T>(
  state: State<T>,
  items: readonly T[],
  keyOf: (item: T) => string,
  isWelcome: IsWelcome<T>,
): State<T> {
  if (state.shown.length === 0) return startOf(items);
  const current = new Map(items.map((item) => [keyOf(item), item]));
  const known = new Set(state.shown.map(({ item }) => keyOf(item)));
  const lastKnown = items.findLastIndex((item) => known.has(keyOf(item)));
  const before: Kept<T>[] = [];
  const after: Kept<T>[] = [];
  const fresh: T[] = [];
  for (const [index, item] of items.entries()) {
    if (known.has(keyOf(item))) continue;
    const isLast = index > lastKnown;
    if (!isWelcome(item, isLast)) fresh.push(item);
    else (isLast ? after : before).push({ item, isGone: false });
  }
  const kept = state.shown.map(({ item }) => {
    const now = current.get(keyOf(item));
    return { item: now ?? item, isGone: now === undefined };
  });
  return { seen: items, shown: [...before, ...kept, ...after], fresh };
}
