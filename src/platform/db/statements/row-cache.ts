import type { Reader } from '../reader';

/**
 * How the cache notices that a column of a row has changed. A column name with its table: the cache
 * compares its value. `versioned`: the column never changes without one of the compared columns.
 */
export type ColumnCheck = 'versioned' | `${string}.${string}`;

/**
 * A cache of the rows that were read last. A row is valid while its compared columns are unchanged.
 */
export interface RowCache<Row> {
  /** The columns to compare, by their names in a row. */
  readonly compared: Readonly<Record<string, string>>;
  /**
   * The cached row of an id, if its compared columns equal those of `current`; otherwise undefined.
   */
  find(reader: Reader, id: string, current: object): Row | undefined;
  /**
   * Freezes and caches a row that the reader has just read. Ignores rows read within a transaction,
   * which may be rolled back, and rows with more than 4,000 characters of text, to bound the
   * memory.
   */
  add(reader: Reader, id: string, row: Row): void;
}

/** The maximum number of characters in a cached row, and in the data cached with it. */
export const maxCharacters = 4_000;

const cachedRows = new WeakSet<object>();
const caches = new Set<WeakMap<object, unknown>>();

/** Drops all cached rows of a database, because its versions now count other changes. */
export function dropCachedRows(database: object): void {
  for (const cache of caches) cache.delete(database);
}

/** Whether this row object is or was in a cache. Such an object never changes. */
export function isCachedRow(row: object): boolean {
  return cachedRows.has(row);
}

/**
 * Makes a cache of the `maxRows` most recently used rows of each database. `columns` says for every
 * column of a row how a change is noticed, so a new column cannot be forgotten.
 */
export function cacheRows<Row extends object>(
  columns: Readonly<Record<keyof Row, ColumnCheck>>,
  maxRows: number,
): RowCache<Row> {
  const rowsOf = new WeakMap<object, Map<string, Row>>();
  caches.add(rowsOf);
  const compared = Object.fromEntries(
    Object.entries<ColumnCheck>(columns).filter(([, check]) => check !== 'versioned'),
  );
  const names = Object.keys(compared);
  return {
    compared,
    find({ committed }, id, current) {
      const rows = committed && rowsOf.get(committed);
      const row = rows?.get(id);
      if (rows === undefined || row === undefined) return undefined;
      if (names.some((name) => Reflect.get(row, name) !== Reflect.get(current, name))) {
        return undefined;
      }
      // A map keeps the order of insertion, so the least recently used row comes first.
      rows.delete(id);
      rows.set(id, row);
      return row;
    },
    add({ committed }, id, row) {
      if (committed === undefined || charactersOf(row) > maxCharacters) return;
      const rows = rowsOf.get(committed) ?? new Map<string, Row>();
      rowsOf.set(committed, rows);
      rows.delete(id);
      rows.set(id, Object.freeze(row));
      cachedRows.add(row);
      const [oldest] = rows.size > maxRows ? rows.keys() : [];
      if (oldest !== undefined) rows.delete(oldest);
    },
  };
}

function charactersOf(row: object): number {
  let sum = 0;
  for (const value of Object.values(row)) if (typeof value === 'string') sum += value.length;
  return sum;
}
