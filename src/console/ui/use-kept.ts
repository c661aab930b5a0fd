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

/**
 * Keeps a list steady while a person reads it: records change in place, those that the server no
 * longer lists stay, and new ones wait until `showFresh` is called.
 */
export function useKept<T>(items: readonly T[], keyOf: (item: T) => string) {
  const [state, setState] = useState<State<T>>(() => startOf(items));
  let { shown, fresh } = state;
  if (state.seen !== items) {
    const next = update(state, items, keyOf);
    ({ shown, fresh } = next);
    setState(next);
  }
  return { shown, fresh: fresh.length, showFresh: () => setState(startOf(items)) };
}

function startOf<T>(items: readonly T[]): State<T> {
  return { seen: items, shown: items.map((item) => ({ item, isGone: false })), fresh: [] };
}

function update<T>(state: State<T>, items: readonly T[], keyOf: (item: T) => string): State<T> {
  if (state.shown.length === 0) return startOf(items);
  const current = new Map(items.map((item) => [keyOf(item), item]));
  const known = new Set(state.shown.map(({ item }) => keyOf(item)));
  return {
    seen: items,
    shown: state.shown.map(({ item }) => {
      const now = current.get(keyOf(item));
      return { item: now ?? item, isGone: now === undefined };
    }),
    fresh: items.filter((item) => !known.has(keyOf(item))),
  };
}
