import type { Reader } from '../transaction';

/** The rows that were read last, each to be used again as long as its stamp is the same. */
export interface RowCache<Row> {
  /** The columns that tell a row from what it was, by the names that they have in a row: when all of them are the same, so is the rest. */
  readonly stamp: Readonly<Record<string, string>>;
  /** The row of an id as it was when its stamp was the one given; undefined when it is not known. */
  find(reader: Reader, id: string, stamp: object): Row | undefined;
  /**
   * Freezes a row that the hand has just read and keeps it. Not within a transaction, which may be undone, nor a row whose texts have more than
   * 4,000 characters: many long ones would fill the memory.
   */
  add(reader: Reader, id: string, row: Row): void;
}

/** The most characters of the texts of a row that is kept, and of those of what is kept beside it. */
export const maxCharacters = 4_000;

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
      if (committed === undefined || charactersOf(row) > maxCharacters) return;
      const kept = keptOf.get(committed) ?? new Map<string, Row>();
      keptOf.set(committed, kept);
      kept.delete(id);
      kept.set(id, Object.freeze(row));
      const [oldest] = kept.size > most ? kept.keys() : [];
      if (oldest !== undefined) kept.delete(oldest);
    },
  };
}

function charactersOf(row: object): number {
  let sum = 0;
  for (const value of Object.values(row)) if (typeof value === 'string') sum += value.length;
  return sum;
}
