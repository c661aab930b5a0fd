import type { Knex } from 'knex';
import { mayEndEarly } from '../../early-end';
import { invalidValue } from '../../problems';
import type { Reader, Statement } from '../reader';
import { type PageEntry, readPageRows, type RowCache } from './cached-rows';
import type { Dialect } from './columns';
import { compiledQuery } from './compiled';
import {
  compare,
  decodeCursor,
  encodeCursor,
  keyed,
  orderOf,
  positionOf,
  type Position,
  type SortKey,
} from './page-order';
import { maxCounted, type TextFilter } from './text-filter';
import {
  among,
  candidatesOf,
  countAll,
  countScanned,
  endOfScan,
  keyedAmong,
  matchingText,
  totalOf,
} from './text-pages';

/** The size of a page without the parameter `limit`. */
export const defaultLimit = 50;

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
  /** A further filter, which `matching` does not have. Its pages may end early. */
  readonly text?: TextFilter | undefined;
  /** The id that breaks ties, with its table: `actions.id`. */
  readonly id: string;
  /** All sort fields. */
  readonly sorts: Readonly<Record<string, SortKey>>;
  /** `field` or `-field`. */
  readonly defaultSort: string;
  /**
   * The bytes of a row's long texts, as SQL over the tables of `select`. Set it where a row has
   * texts of more than 500 characters, so that a page reads at most 4 MiB of them.
   */
  readonly bytes?: string | undefined;
  /** A cache for the rows of the first page: of cached rows, only the compared columns are read. */
  readonly cache?: RowCache<Row> | undefined;
  /** The statements of `compiledPages`. */
  readonly compiled?: CompiledStatements;
}

interface CompiledStatements {
  readonly total: Statement;
  /** The keys of the first page with the compared columns of the cache. */
  readonly firstKeys: (sort: string, limit: number) => Statement;
}

/** A page with the other fields of a list response. `total` is absent above 10,000. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly total?: number;
  readonly page: PageFields;
  readonly sort: string;
}

/** The field `page` of a list response. */
export interface PageFields {
  readonly offset: number;
  readonly limit: number;
  readonly has_more: boolean;
  readonly next: string | null;
}

/**
 * Reads one page of a list in two statements, three with `bytes` or a cache, four with both,
 * whatever its size; with a text, up to five more. Nulls come last and the id breaks ties. Throws
 * VALIDATION_FAILED for a cursor of another list or order, for `after` together with an `offset`
 * above 0, and for an offset above 10,000.
 */
export async function pageOf<Row extends object>(
  reader: Reader,
  source: PageSource<Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  const { after, limit = defaultLimit, offset = 0, sort = source.defaultSort } = request;
  const order = orderOf(source, sort);
  const { columns } = order;
  checkBeginning(request);
  const position = after === undefined ? undefined : decodeCursor(after, sort, columns);
  const isFirst = after === undefined && offset === 0;
  const { text } = source;
  const ids = text === undefined ? undefined : await candidatesOf(reader, text);
  const listed = matchingText(source, reader.dialect);

  const read = (end: Position | undefined) =>
    readPageRows<Row>(reader, {
      rows: (db) => source.select(listed(db), db),
      page: (query, db) => {
        if (ids !== undefined) {
          const given = { db, dialect: reader.dialect, source, ids, position, limit };
          return keyedAmong(query, order, given).offset(offset);
        }
        if (position !== undefined) compare(query, order, position, 'after');
        if (end !== undefined) compare(query, order, end, 'until');
        return keyed(query, order, limit).offset(offset);
      },
      id: source.id,
      limit,
      bytes: source.bytes,
      // Otherwise the statement would read the sizes of all candidates.
      cache: isFirst || ids !== undefined ? source.cache : undefined,
      // With other filters, SQLite would read an index of theirs.
      among:
        reader.dialect === 'sqlite' && source.cache !== undefined
          ? (query, db, found) => among(query, { db, dialect: reader.dialect, source, ids: found })
          : undefined,
      cachedKeys: isFirst ? source.compiled?.firstKeys(sort, limit) : undefined,
    });
  const isScan = text !== undefined && ids === undefined;
  const end = isScan ? await endOfScan(reader, source, { order, position }) : undefined;
  const [first, counted] = await Promise.all([
    read(end),
    isScan ? countScanned(reader, source) : ids === undefined && countAll(reader, source),
  ]);
  // The cursor would lose the rest of an offset that is not reached.
  const isPast = end !== undefined && offset > 0 && first.entries.length === 0;
  const { entries, hasMore } = isPast ? await read(undefined) : first;
  const stopped = end !== undefined && !isPast && !hasMore ? end : undefined;

  const [firstEntry] = entries;
  const total =
    ids === undefined
      ? counted
      : (firstEntry?.key.matched_total ?? (isFirst ? 0 : await countAll(reader, source, ids)));
  const shown = entries.filter(({ row }) => row !== undefined);
  const toPage = (keys: readonly PageEntry<Row>[], ended: number, more: boolean): PageFields => {
    const last = keys.at(-1)?.key;
    const next = more && last !== undefined ? encodeCursor(sort, positionOf(last, order)) : null;
    return { offset, limit: ended, has_more: more, next };
  };
  const endsEarly = hasMore && entries.length < limit;
  const page =
    stopped === undefined
      ? toPage(entries, endsEarly ? entries.length : limit, hasMore)
      : { offset, limit, has_more: true, next: encodeCursor(sort, stopped) };
  return {
    rows: entries.flatMap(({ row }) => row ?? []),
    ...(total === undefined || total === false || Number(total) > maxCounted
      ? {}
      : { total: Number(total) }),
    page: mayEndEarly(page, (items) => toPage(shown.slice(0, items), items, true)),
    sort,
  };
}

/**
 * Throws VALIDATION_FAILED for `after` together with an `offset` above 0, and for an offset above
 * 10,000.
 */
export function checkBeginning({ after, offset = 0 }: PageRequest): void {
  if (offset > maxCounted) {
    throw invalidValue('query/offset', `offset ends at ${maxCounted}; go on with after=page.next.`);
  }
  // Clients that send defaults send 0 with every page.
  if (after !== undefined && offset > 0) {
    throw invalidValue(
      'query/after',
      'after and offset say where to begin in two ways; send one of them.',
    );
  }
}

/**
 * Returns a function that reads pages as `pageOf` does, and compiles the statements of first pages
 * once for each shape of the parameters, as `compiledQuery` does. Compiling takes a tenth of the
 * time of a page whose rows are cached.
 */
export function compiledPages<Row extends object, Params extends object>(
  define: (params: Params, dialect: Dialect) => PageSource<Row>,
): (reader: Reader, params: Readonly<Params>, request: PageRequest) => Promise<Page<Row>> {
  const total = compiledQuery<Params>((db, params, { dialect }) =>
    totalOf(db, define(params, dialect).matching(db)),
  );
  const firstKeys = compiledQuery<Params & FirstPage>((db, params, { dialect }) => {
    const source = define(params, dialect);
    const [sort = source.defaultSort] = params.sorts;
    const rows = source.select(source.matching(db), db).clearSelect();
    return keyed(rows.select(source.cache?.compared ?? {}), orderOf(source, sort), params.limit);
  });
  return (reader, params, request) =>
    pageOf(
      reader,
      {
        ...define(params, reader.dialect),
        compiled: {
          total: total(reader, params),
          firstKeys: (sort, limit) => firstKeys(reader, { ...params, sorts: [sort], limit }),
        },
      },
      request,
    );
}

interface FirstPage {
  /** The sort of the page: a list of one word, because it belongs to the text of the statement. */
  readonly sorts: readonly string[];
  readonly limit: number;
}
<<<<<<< HEAD

function totalOf<Row>(db: Knex, { matching }: PageSource<Row>): Knex.QueryBuilder {
  const bounded = matching(db)
    .select(db.raw('1 as one'))
    .limit(maxCounted + 1);
  return db.from(bounded.as('matching')).count({ total: '*' });
}

/** Throws VALIDATION_FAILED for a sort that the list does not have. */
function orderOf<Row>({ sorts, id }: PageSource<Row>, sort: string): Order {
  const field = sort.replace(/^-/, '');
  const key = Object.hasOwn(sorts, field) ? sorts[field] : undefined;
  if (key === undefined) throw invalidValue('query/sort', `This list cannot be sorted by ${sort}.`);
  return { columns: columnsOf(key), id, descending: sort.startsWith('-') };
}

/** Adds the columns of a PageKey and the order, and limits the query to one row more. */
function keyed(query: Knex.QueryBuilder, order: Order, limit: number): Knex.QueryBuilder {
  void query.select({ page_id: order.id });
  order.columns.forEach(({ column }, index) => void query.select({ [valueName(index)]: column }));
  return sorted(query, order).limit(limit + 1);
}

interface Order {
  readonly columns: readonly SortColumn[];
  readonly id: string;
  readonly descending: boolean;
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

/** A column to sort by, and the type of its values. */
export interface SortColumn {
  /** With its table or alias: `actions.due_at`. */
  readonly column: string;
  readonly type: 'text' | 'instant' | 'integer' | 'int32';
  /** Whether the column may be null; nulls come last in both directions. */
  readonly nullable?: boolean;
}

/** A sort key: a column, or several columns, each of which breaks the ties of the previous ones. */
export type SortKey = SortColumn | readonly SortColumn[];

type Value = string | number | null;

/** The end of a page: the values of its last row in the sort columns, and its id. */
interface Position {
  readonly values: readonly Value[];
  readonly id: string;
}

/** The columns of a sort key. */
function columnsOf(key: SortKey): readonly SortColumn[] {
  return 'column' in key ? [key] : key;
}

/** The opaque cursor of a position, valid for this sort only. */
export function encodeCursor(sort: string, { values, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, ...values, id])).toString('base64url');
}

/**
 * The position of a cursor. Throws VALIDATION_FAILED at `query/after` if it is not one of this
 * sort.
 */
export function decodeCursor(
  cursor: string,
  sort: string,
  columns: readonly SortColumn[],
): Position {
  const parts = parse(cursor);
  if (parts === undefined)
    throw invalidValue('query/after', 'after is not a cursor that this list gave out.');
  const [sortedBy, ...values] = parts;
  const id = values.pop();
  if (sortedBy !== sort && typeof sortedBy === 'string' && /^-?[a-z_]+$/.test(sortedBy)) {
    throw invalidValue(
      'query/after',
      `after continues a list that is sorted by ${sortedBy}, and this request sorts by ${sort}. ` +
        `Send sort=${sortedBy}, or leave out after to begin this list.`,
    );
  }
  if (sortedBy !== sort || !isText(id) || !fit(values, columns)) {
    throw invalidValue('query/after', 'after is not a cursor that this list gave out.');
  }
  return { values, id };
}

function parse(cursor: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parsed) && parsed.length >= 3 ? parsed : undefined;
  } catch {
    return undefined;
  }
}

// A forged value must not reach the database, whose error would be a 500.
function fit(values: unknown[], columns: readonly SortColumn[]): values is Value[] {
  return (
    values.length === columns.length &&
    columns.every((column, index) => fits(values[index], column))
  );
}

function fits(value: unknown, column: SortColumn): value is Value {
  if (value === null) return column.nullable === true;
  if (column.type === 'integer') return Number.isSafeInteger(value);
  if (column.type === 'int32') return isInt32(value);
  if (!isText(value)) return false;
  if (column.type === 'text') return true;
  const time = Date.parse(value);
  return /^[12]\d{3}-/.test(value) && !Number.isNaN(time) && new Date(time).toISOString() === value;
}

function isInt32(value: unknown): boolean {
  return Number.isSafeInteger(value) && Math.abs(Number(value)) < 2 ** 31;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\u0000');
}
=======
>>>>>>> aa1ccf43 (Find what a list's q contains by the search index)
