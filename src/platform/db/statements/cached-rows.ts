import type { Knex } from 'knex';
import { fitting, maxPageBytes } from '../../early-end';
import type { Reader, Statement } from '../reader';
import { int } from './columns';

/** The sort values and the id of a row of a page. */
export interface PageKey {
  readonly page_id: string;
  readonly [value: `page_value_${number}`]: string | number | null;
  /** The number of all rows of the list, where the statement counts them. */
  readonly matched_total?: number | string;
}

/** An entry of a page; without a row if the row has left the list since its key was read. */
export interface PageEntry<Row> {
  readonly row: Row | undefined;
  readonly key: PageKey;
}

/** The rows of a list, with the order and the limit of one page. */
export interface PageRows<Row> {
  /** The matching rows with their columns. */
  readonly rows: (db: Knex) => Knex.QueryBuilder;
  /** Adds the columns of a PageKey, the order and the limit, which includes one row more. */
  readonly page: (query: Knex.QueryBuilder, db: Knex) => Knex.QueryBuilder;
  /** The id, with its table. */
  readonly id: string;
  /** The maximum number of entries. */
  readonly limit: number;
  /** The bytes of a row's long texts, as SQL; undefined if rows are small. */
  readonly bytes: string | undefined;
  readonly cache: RowCache<Row> | undefined;
  /** Looks up the rows of these ids; undefined for a condition on the id. */
  readonly among?:
    ((query: Knex.QueryBuilder, db: Knex, ids: readonly string[]) => Knex.QueryBuilder) | undefined;
  /** The keys with the compared columns of the cache, if that statement is compiled. */
  readonly cachedKeys?: Statement | undefined;
}

/** The entries of a page, and whether more follow. */
export interface PageEntries<Row> {
  readonly entries: readonly PageEntry<Row>[];
  readonly hasMore: boolean;
}

/**
 * Reads the entries of a page. Rows with long texts are read by their ids after their sizes, so
 * that the rows of a page together have at most 4 MiB of text, or are one row.
 */
export async function readPageRows<Row extends object>(
  reader: Reader,
  list: PageRows<Row>,
): Promise<PageEntries<Row>> {
  const { rows, page, limit, bytes } = list;
  const cache = reader.committed === undefined ? undefined : list.cache;
  if (cache !== undefined) return readCached(reader, list, cache);
  if (bytes === undefined) {
    const found = await reader.rows<Row & PageKey>((db) => page(rows(db), db));
    const entries = found.slice(0, limit).map((row) => ({ row, key: row }));
    return { entries, hasMore: found.length > limit };
  }
  const keys = await reader.rows<PageKey & Sized>((db) =>
    page(
      rows(db)
        .clearSelect()
        .select({ page_bytes: db.raw(bytes) }),
      db,
    ),
  );
  const first = keys.slice(0, limit);
  const shown = first.slice(0, fitting(first.map(sizeOf), maxPageBytes));
  const read = await readByIds(reader, list, shown.map(idOf));
  const entries = shown.map((key) => ({ row: read.get(key.page_id), key }));
  return { entries, hasMore: keys.length > shown.length };
}

async function readCached<Row extends object>(
  reader: Reader,
  list: PageRows<Row>,
  cache: RowCache<Row>,
): Promise<PageEntries<Row>> {
  const { rows, page, limit } = list;
  const keys = await reader.rows<PageKey>(
    list.cachedKeys ?? ((db) => page(rows(db).clearSelect().select(cache.compared), db)),
  );
  const first = keys.slice(0, limit);
  const known = new Map(
    first.map((key) => [key.page_id, cache.find(reader, key.page_id, key)] as const),
  );
  const missing = first.map(idOf).filter((id) => known.get(id) === undefined);
  const sizes = await readSizes(reader, list, missing);
  // Cached rows are small and in memory already.
  const sizesInOrder = first.map(({ page_id: id }) => sizes.get(id) ?? 0);
  const shown = first.slice(0, fitting(sizesInOrder, maxPageBytes));
  const shownIds = new Set(shown.map(idOf));
  const read = await readByIds(
    reader,
    list,
    missing.filter((id) => shownIds.has(id)),
  );
  for (const [id, row] of read) cache.add(reader, id, row);
  const entries = shown.map((key) => ({
    row: known.get(key.page_id) ?? read.get(key.page_id),
    key,
  }));
  return { entries, hasMore: keys.length > shown.length };
}

interface Sized {
  readonly page_bytes: unknown;
}

function sizeOf({ page_bytes: bytes }: Sized): number {
  return int(bytes);
}

function idOf({ page_id: id }: PageKey): string {
  return id;
}

async function readSizes<Row>(
  reader: Reader,
  list: PageRows<Row>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows, id, bytes } = list;
  if (bytes === undefined || ids.length === 0) return new Map();
  const read = await reader.rows<Pick<PageKey, 'page_id'> & Sized>((db) => {
    const query = rows(db)
      .clearSelect()
      .select({ page_id: id, page_bytes: db.raw(bytes) });
    return withIds(query, { db, list, ids });
  });
  return new Map(read.map((row) => [row.page_id, sizeOf(row)]));
}

async function readByIds<Row extends object>(
  reader: Reader,
  list: PageRows<Row>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  if (ids.length === 0) return new Map();
  const read = await reader.rows<Row & Pick<PageKey, 'page_id'>>((db) =>
    withIds(list.rows(db).select({ page_id: list.id }), { db, list, ids }),
  );
  return new Map(read.map((row) => [row.page_id, row]));
}

function withIds<Row>(
  query: Knex.QueryBuilder,
  {
    db,
    list,
    ids,
  }: { readonly db: Knex; readonly list: PageRows<Row>; readonly ids: readonly string[] },
): Knex.QueryBuilder {
  return list.among === undefined ? query.whereIn(list.id, [...ids]) : list.among(query, db, ids);
}

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
