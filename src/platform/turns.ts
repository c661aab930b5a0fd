/** A key of an owner, such as a webhook of a workspace. */
export type OwnedKey = readonly [owner: string, id: string];

/** Keys that wait. Their owners take turns, so none delays another by the number of its keys. */
export interface Turns {
  /** Adds a key at the end of its owner's. A key that waits already keeps its place. */
  add(key: OwnedKey): void;
  /**
   * Removes and returns the first key of the first owner that has a ready one. This owner is the
   * last one of the next turn.
   */
  take(isReady?: (key: OwnedKey) => boolean): OwnedKey | undefined;
}

/** Creates turns in which nothing waits. */
export function createTurns(): Turns {
  const owners = new Map<string, Set<string>>();
  return {
    add([owner, id]) {
      const ids = owners.get(owner);
      if (ids === undefined) owners.set(owner, new Set([id]));
      else ids.add(id);
    },
    take(isReady = () => true) {
      for (const [owner, ids] of owners) {
        for (const id of ids) {
          if (!isReady([owner, id])) continue;
          ids.delete(id);
          owners.delete(owner);
          if (ids.size > 0) owners.set(owner, ids);
          return [owner, id];
        }
      }
      return undefined;
    },
  };
}
