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
import type { Reader } from '../transaction';
import type { RowCache } from './row-cache';

/** Rows of a page when a caller asks for no number. */
const defaultLimit = 50;
/** Matches beyond this are not counted, and an offset beyond it is refused. */
export const maxCounted: number = limits.counted_matches;

/** The paging parameters of a list as the contract has them. */
export interface PageRequest {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly sort?: string | undefined;
  readonly after?: string | undefined;
}

/** A list to take a page of. */
export interface PageSource<Row = object> {
  /** The matching rows: tables and filters, without columns, order or limit. It is counted as it is. */
  readonly matching: (db: Knex) => Knex.QueryBuilder;
  /** Adds the columns, and what joins they need; a join must neither add nor remove rows. */
  readonly select: (query: Knex.QueryBuilder, db: Knex) => Knex.QueryBuilder;
  /** The id that breaks ties, with its table: `actions.id`. */
  readonly id: string;
  /** The closed list of sort fields. */
  readonly sorts: Readonly<Record<string, SortKey>>;
  /** `field` or `-field`. */
  readonly defaultSort: string;
  /** Where the rows of a first page are kept, the page that is asked for over and over: of those that it knows, only what tells them apart is read. */
  readonly cache?: RowCache<Row> | undefined;
}

/** A page, with what a list envelope says of it. `total` is absent above 10,000. */
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
 * Reads one page of a list in two statements, or three with a cache, whatever its size (product section 2: order, nulls last, id as
 * tie-breaker, `after` going on where `offset` ends). Throws VALIDATION_FAILED for a cursor of another list or
 * order, for `after` together with `offset`, and for an offset above 10,000.
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
      if (position !== undefined) goOnAfter(query, order, position);
      return inOrder(query, order)
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
  const last = shown.at(-1)?.ending;
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

/** A place of the page; without a row when it has left the list since the places were read. */
interface Found<Row> {
  readonly row: Row | undefined;
  readonly ending: Ending;
}

async function readRows<Row extends object>(
  reader: Reader,
  { matching, select, id, cache }: PageSource<Row>,
  page: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<Found<Row>[]> {
  if (cache === undefined || reader.committed === undefined) {
    const rows = await reader.rows<Row & Ending>((db) => page(select(matching(db), db)));
    return rows.map((row) => ({ row, ending: row }));
  }
  const endings = await reader.rows<Ending>((db) =>
    page(select(matching(db), db).clearSelect().select(cache.stamp)),
  );
  const known = endings.map((ending) => cache.find(reader, ending.page_id, ending));
  const missing = endings
    .filter((_ending, index) => known[index] === undefined)
    .map(({ page_id }) => page_id);
  const read = new Map<string, Row>();
  if (missing.length > 0) {
    const rows = await reader.rows<Row & Pick<Ending, 'page_id'>>((db) =>
      select(matching(db), db).select({ page_id: id }).whereIn(id, missing),
    );
    for (const row of rows) {
      cache.add(reader, row.page_id, row);
      read.set(row.page_id, row);
    }
  }
  return endings.map((ending, index) => ({
    row: known[index] ?? read.get(ending.page_id),
    ending,
  }));
}

interface Order {
  readonly columns: readonly SortColumn[];
  readonly id: string;
  readonly descending: boolean;
}

interface Ending {
  readonly page_id: string;
  readonly [value: `page_value_${number}`]: string | number | null;
}

function valueName(index: number): `page_value_${number}` {
  return `page_value_${index}`;
}

// Every term has the same direction, so that one index scan serves the order and the row comparison below:
// `x is null` sorts nulls last upwards, `x is not null` downwards.
function nullTerm({ descending }: Order): string {
  return descending ? '(?? is not null)' : '(?? is null)';
}

function inOrder(query: Knex.QueryBuilder, order: Order): Knex.QueryBuilder {
  const direction = order.descending ? 'desc' : 'asc';
  for (const { column, nullable } of order.columns) {
    if (nullable === true) void query.orderByRaw(`${nullTerm(order)} ${direction}`, [column]);
    void query.orderBy(column, direction);
  }
  return query.orderBy(order.id, direction);
}

// Rows of which a column is null differ from those of which it is not in the term before it already.
function goOnAfter(query: Knex.QueryBuilder, order: Order, { values, id }: Position): void {
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
  const marks = [...ends, id].map(() => '?').join(', ');
  void query.whereRaw(
    `(${[...terms, '??'].join(', ')}) ${order.descending ? '<' : '>'} (${marks})`,
    [...names, order.id, ...ends, id],
  );
}
