import type { ReadHand } from './hands';

/** The rows that were read last, each to be used again as long as its stamp is the same. */
export interface RowCache<Row> {
  /** The columns that tell a row from what it was, by the names that they have in a row: when all of them are the same, so is the rest. */
  readonly stamp: Readonly<Record<string, string>>;
  /** The row of an id as it was when its stamp was the one given; undefined when it is not known. */
  find(hand: ReadHand, id: string, stamp: object): Row | undefined;
  /** Freezes a row that the hand has just read and keeps it; not within a transaction, which may be undone. */
  add(hand: ReadHand, id: string, row: Row): void;
}

/** Keeps the `most` rows of each database that were used last. Nothing may change of a row but its stamp changes too. */
export function cacheRows<Row extends object>(
  stamp: Readonly<Record<string, string>>,
  most: number,
): RowCache<Row> {
  const keptOf = new WeakMap<object, Map<string, Row>>();
  const columns = Object.keys(stamp);
  return {
    stamp,
    find({ committed }, id, now) {
      const kept = committed && keptOf.get(committed);
      const row = kept?.get(id);
      if (kept === undefined || row === undefined) return undefined;
      if (columns.some((name) => Reflect.get(row, name) !== Reflect.get(now, name)))
        return undefined;
      // The one that was used least stands first.
      kept.delete(id);
      kept.set(id, row);
      return row;
    },
    add({ committed }, id, row) {
      if (committed === undefined) return;
      const kept = keptOf.get(committed) ?? new Map<string, Row>();
      keptOf.set(committed, kept);
      kept.delete(id);
      kept.set(id, Object.freeze(row));
      const [oldest] = kept.size > most ? kept.keys() : [];
      if (oldest !== undefined) kept.delete(oldest);
    },
  };
}
