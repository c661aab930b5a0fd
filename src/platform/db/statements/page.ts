import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import { invalidValue } from '../../problems';
import {
  columnsOf,
  decodeCursor,
  encodeCursor,
  type Position,
  type SortColumn,
  type SortKey,
} from './cursor';
import type { Reader } from '../reader';
import type { RowCache } from './row-cache';

/** The size of a page without the parameter `limit`. */
const defaultLimit = 50;
/** The maximum count of matches, and the maximum offset. */
export const maxCounted: number = limits.counted_matches;

/** The paging parameters of a list. */
export interface PageRequest {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly sort?: string | undefined;
  readonly after?: string | undefined;
}

/** A list to page. */
export interface PageSource<Row = object> {
  /**
   * The matching rows: tables and filters, without columns, order or limit. It is counted as it is.
   */
  readonly matching: (db: Knex) => Knex.QueryBuilder;
  /** Adds the columns and their joins; a join must neither add nor remove rows. */
  readonly select: (query: Knex.QueryBuilder, db: Knex) => Knex.QueryBuilder;
  /** The id that breaks ties, with its table: `actions.id`. */
  readonly id: string;
  /** All sort fields. */
  readonly sorts: Readonly<Record<string, SortKey>>;
  /** `field` or `-field`. */
  readonly defaultSort: string;
  /** A cache for the rows of the first page: of cached rows, only the compared columns are read. */
  readonly cache?: RowCache<Row> | undefined;
}

/** A page with the other fields of a list response. `total` is absent above 10,000. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly total?: number;
  readonly page: {
    readonly offset: number;
    readonly limit: number;
    readonly has_more: boolean;
    readonly next: string | null;
  };
  readonly sort: string;
}

/**
 * Reads one page of a list in two statements, or three with a cache, whatever its size. Nulls come
 * last and the id breaks ties. Throws VALIDATION_FAILED for a cursor of another list or order, for
 * `after` together with `offset`, and for an offset above 10,000.
 */
export async function pageOf<Row extends object>(
  reader: Reader,
  source: PageSource<Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  const { after, limit = defaultLimit, offset = 0, sort = source.defaultSort } = request;
  const field = sort.replace(/^-/, '');
  const key = Object.hasOwn(source.sorts, field) ? source.sorts[field] : undefined;
  if (key === undefined) throw invalidValue('query/sort', `This list cannot be sorted by ${sort}.`);
  if (offset > maxCounted) {
    throw invalidValue('query/offset', `offset ends at ${maxCounted}; go on with after=page.next.`);
  }
  if (after !== undefined && request.offset !== undefined) {
    throw invalidValue(
      'query/after',
      'after and offset say where to begin in two ways; send one of them.',
    );
  }
  const columns = columnsOf(key);
  const position = after === undefined ? undefined : decodeCursor(after, sort, columns);
  const order = { columns, id: source.id, descending: sort.startsWith('-') };
  const isFirst = after === undefined && offset === 0;

  const [found, counted] = await Promise.all([
    readRows(reader, { ...source, cache: isFirst ? source.cache : undefined }, (query) => {
      void query.select({ page_id: source.id });
      columns.forEach(({ column }, index) => void query.select({ [valueName(index)]: column }));
      if (position !== undefined) continueAfter(query, order, position);
      return sorted(query, order)
        .limit(limit + 1)
        .offset(offset);
    }),
    reader.first<{ total: number }>((db) => {
      const bounded = source
        .matching(db)
        .select(db.raw('1 as one'))
        .limit(maxCounted + 1);
      return db.from(bounded.as('matching')).count({ total: '*' });
    }),
  ]);

  const shown = found.slice(0, limit);
  const last = shown.at(-1)?.key;
  const hasMore = found.length > limit;
  const end = last && {
    values: columns.map((_column, index) => last[valueName(index)] ?? null),
    id: last.page_id,
  };
  const total = Number(counted?.total ?? 0);
  return {
    rows: shown.flatMap(({ row }) => row ?? []),
    ...(total > maxCounted ? {} : { total }),
    page: {
      offset,
      limit,
      has_more: hasMore,
      next: hasMore && end !== undefined ? encodeCursor(sort, end) : null,
    },
    sort,
  };
}

/** An entry of a page; without a row if the row has left the list since its key was read. */
interface PageEntry<Row> {
  readonly row: Row | undefined;
  readonly key: PageKey;
}

async function readRows<Row extends object>(
  reader: Reader,
  { matching, select, id, cache }: PageSource<Row>,
  page: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<PageEntry<Row>[]> {
  if (cache === undefined || reader.committed === undefined) {
    const rows = await reader.rows<Row & PageKey>((db) => page(select(matching(db), db)));
    return rows.map((row) => ({ row, key: row }));
  }
  const keys = await reader.rows<PageKey>((db) =>
    page(select(matching(db), db).clearSelect().select(cache.compared)),
  );
  const known = keys.map((key) => cache.find(reader, key.page_id, key));
  const missing = keys
    .filter((_key, index) => known[index] === undefined)
    .map(({ page_id }) => page_id);
  const read = new Map<string, Row>();
  if (missing.length > 0) {
    const rows = await reader.rows<Row & Pick<PageKey, 'page_id'>>((db) =>
      select(matching(db), db).select({ page_id: id }).whereIn(id, missing),
    );
    for (const row of rows) {
      cache.add(reader, row.page_id, row);
      read.set(row.page_id, row);
    }
  }
  return keys.map((key, index) => ({
    row: known[index] ?? read.get(key.page_id),
    key,
  }));
}

interface Order {
  readonly columns: readonly SortColumn[];
  readonly id: string;
  readonly descending: boolean;
}

interface PageKey {
  readonly page_id: string;
  readonly [value: `page_value_${number}`]: string | number | null;
}

function valueName(index: number): `page_value_${number}` {
  return `page_value_${index}`;
}

// All terms have the same direction, so one index scan serves the order and the row comparison:
// `x is null` sorts nulls last in ascending order, `x is not null` in descending order.
function nullTerm({ descending }: Order): string {
  return descending ? '(?? is not null)' : '(?? is null)';
}

function sorted(query: Knex.QueryBuilder, order: Order): Knex.QueryBuilder {
  const direction = order.descending ? 'desc' : 'asc';
  for (const { column, nullable } of order.columns) {
    if (nullable === true) void query.orderByRaw(`${nullTerm(order)} ${direction}`, [column]);
    void query.orderBy(column, direction);
  }
  return query.orderBy(order.id, direction);
}

// A null needs no comparison: the term before it separates rows with and without a value.
function continueAfter(query: Knex.QueryBuilder, order: Order, { values, id }: Position): void {
  const terms: string[] = [];
  const names: string[] = [];
  const ends: (string | number | boolean)[] = [];
  order.columns.forEach(({ column, nullable }, index) => {
    const value = values[index] ?? null;
    if (nullable === true) {
      terms.push(nullTerm(order));
      names.push(column);
      ends.push((value === null) !== order.descending);
    }
    if (value === null) return;
    terms.push('??');
    names.push(column);
    ends.push(value);
  });
  const placeholders = [...ends, id].map(() => '?').join(', ');
  void query.whereRaw(
    `(${[...terms, '??'].join(', ')}) ${order.descending ? '<' : '>'} (${placeholders})`,
    [...names, order.id, ...ends, id],
  );
}
