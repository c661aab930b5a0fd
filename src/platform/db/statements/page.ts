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
import {
  maxCounted,
  type TextFilter,
  among,
  candidatesOf,
  countAll,
  countScanned,
  endOfScan,
  keyedAmong,
  matchingText,
  totalOf,
} from './text-filter';

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
  const listed = matchingText(source);

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
