import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import { isInvisible } from '../../name-key';
import { lowerCase } from '../../search-within';
import { maxSearchWords, searchQuotes } from '../../search-words';
import type { Reader, Statement } from '../reader';
import type { PageKey } from './cached-rows';
import type { Condition, Dialect } from './columns';
import {
  compare,
  keyed,
  type Order,
  type Position,
  positionOf,
  selectedOrder,
  selectKeys,
  sorted,
} from './page-order';

/** The maximum count of matches, and the maximum offset. */
export const maxCounted: number = limits.counted_matches;

/** The maximum number of rows of which a request reads the texts, unless it knows their ids. */
const maxScanned: number = limits.scanned_items;

/** Selects the ids, as `found_id`, of at most `limit` rows that may match. */
export type Candidates = (db: Knex, limit: number) => Knex.QueryBuilder;

/** A filter of a list that no index of the list's order has, such as by words of its rows. */
export interface TextFilter {
  readonly workspaceId: string;
  /** The columns that `contains` reads. */
  readonly columns: readonly string[];
  readonly contains: Condition;
  /** All rows that may match; undefined if the search index cannot tell. */
  readonly candidates: Candidates | undefined;
}

/**
 * The first 16 different words of a text, which are looked for in any case. Text in quotes is one
 * word.
 */
export function filterWords(text: string): string[] {
  const different = new Set(
    text
      .split(searchQuotes)
      .flatMap((part, at) => (at % 2 > 0 ? part.trim().replaceAll(/\s+/g, ' ') : part.split(/\s+/)))
      .filter((word) => !isInvisible(word)),
  );
  return [...different].slice(0, maxSearchWords);
}

/**
 * True if each of the `filterWords` of the text occurs in one of the columns, in any case and with
 * its accents composed or not.
 */
export function containsWords(
  dialect: Dialect,
  columns: readonly string[],
  text: string,
): Condition {
  const contains = dialect === 'postgres' ? containsOnPostgres : containsOnSqlite;
  return (builder) => {
    for (const word of filterWords(text)) {
      // Texts are stored as they are sent, and some systems send é as two characters.
      const forms = new Set([word, word.normalize('NFC'), word.normalize('NFD')]);
      void builder.where((either) => {
        for (const form of forms) {
          const pattern = `%${form.replace(/[!%_]/g, '!$&')}%`;
          for (const column of columns) contains(either, column, pattern);
        }
      });
    }
  };
}

// The columns have collation "C", with which Postgres's lower() converts ASCII only. A final sigma
// is another lower-case letter.
function containsOnPostgres(either: Knex.QueryBuilder, column: string, pattern: string): void {
  const folded = (text: string): string => `replace(lower(${text} collate "default"), 'ς', 'σ')`;
  void either.orWhereRaw(`${folded('??')} like ${folded('?::text')} escape '!'`, [column, pattern]);
}

// SQLite's LIKE ignores the case of ASCII. Calling the program for each row takes ten times as long.
function containsOnSqlite(either: Knex.QueryBuilder, column: string, pattern: string): void {
  const folded = lowerCase(pattern).replaceAll('ς', 'σ');
  void either.orWhereRaw(
    `case when octet_length(??) = length(??) then ?? like ? escape '!'
       else replace(unicode_lower(??), 'ς', 'σ') like ? escape '!' end`,
    [column, column, column, folded, column, folded],
  );
}

/** Both filters, by the candidates of the first one if it knows them. */
export function bothFilters(
  one: TextFilter | undefined,
  other: TextFilter | undefined,
): TextFilter | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    workspaceId: one.workspaceId,
    columns: [...one.columns, ...other.columns],
    contains: (query) => void query.where(one.contains).where(other.contains),
    candidates: one.candidates ?? other.candidates,
  };
}

/**
 * The ids of all rows that may contain the text, if they are few; otherwise the rows of the list
 * are read in their order. Takes one statement, or none if the index has no parts of the text.
 */
export async function candidatesOf(
  reader: Reader,
  { candidates }: TextFilter,
): Promise<readonly string[] | undefined> {
  if (candidates === undefined) return undefined;
  const rows = await reader.rows<{ found_id: string }>((db) => candidates(db, maxCounted + 1));
  return rows.length > maxCounted ? undefined : rows.map(({ found_id: id }) => id);
}

/** The rows of a table that a query may read, by their ids. */
interface Among {
  readonly db: Knex;
  readonly dialect: Dialect;
  readonly source: CountedSource;
  readonly ids: readonly string[];
}

/** Makes the query look up the rows of these ids, instead of reading an index of other columns. */
export function among(
  query: Knex.QueryBuilder,
  { db, dialect, source: { id, text }, ids }: Among,
): Knex.QueryBuilder {
  const table = tableOf(id);
  const list = JSON.stringify(ids);
  // SQLite does not reorder a cross join. Because of the offset, Postgres looks up each row by its
  // id instead of reading the whole table.
  return dialect === 'sqlite'
    ? query
        .from(db.raw('json_each(?) as found cross join ??', [list, table]))
        .whereRaw('?? = found.value', [id])
    : query.from(
        db.raw(
          `jsonb_array_elements_text(?::jsonb) as found (id) cross join lateral
             (select * from ?? as item where item.workspace_id = ? and item.id = found.id offset 0) as ??`,
          [list, table, text?.workspaceId ?? null, table],
        ),
      );
}

/** Reads a page of the rows of these ids, with the number of all of them as `matched_total`. */
export function keyedAmong(
  query: Knex.QueryBuilder,
  order: Order,
  {
    position,
    limit,
    ...given
  }: Among & {
    readonly position: Position | undefined;
    readonly limit: number;
  },
): Knex.QueryBuilder {
  const { db } = given;
  const matched = among(selectKeys(query, order), given);
  const page = db
    .withMaterialized('matched', matched)
    .from('matched')
    .select('matched.*', db.raw('(select count(*) from matched) as matched_total'));
  const selected = selectedOrder(order, 'matched');
  if (position !== undefined) compare(page, selected, position, 'after');
  return sorted(page, selected).limit(limit + 1);
}

/** Counts the matches of a list, up to 10,000; of a text that is common, those in some rows. */
export async function countMatches(reader: Reader, source: CountedSource): Promise<number> {
  const { text } = source;
  const ids = text === undefined ? undefined : await candidatesOf(reader, text);
  const count =
    text === undefined || ids !== undefined
      ? await countAll(reader, source, ids)
      : await countWithin(reader, source, text);
  return Math.min(count, maxCounted);
}

/** What counting needs of a list. */
interface CountedSource {
  readonly matching: (db: Knex) => Knex.QueryBuilder;
  readonly text?: TextFilter | undefined;
  readonly id: string;
  /** A compiled statement for the count, of lists without a text. */
  readonly compiled?: { readonly total: Statement };
}

/** The matching rows, also by their text. */
export function matchingText({ matching, text }: CountedSource): (db: Knex) => Knex.QueryBuilder {
  return text === undefined ? matching : (db) => matching(db).where(text.contains);
}

/** The last row, of `maxScanned` from the position on, of which a page reads the text, if any. */
export async function endOfScan(
  reader: Reader,
  { matching }: CountedSource,
  { order, position }: { readonly order: Order; readonly position: Position | undefined },
): Promise<Position | undefined> {
  const last = await reader.first<PageKey>((db) => {
    const query = matching(db);
    if (position !== undefined) compare(query, order, position, 'after');
    return keyed(query, order, 0).offset(maxScanned - 1);
  });
  return last === undefined ? undefined : positionOf(last, order);
}

/** Counts the matches of a list, up to one more than 10,000. */
export async function countAll(
  reader: Reader,
  source: CountedSource,
  ids?: readonly string[],
): Promise<number> {
  const row = await reader.first<{ total: number }>(
    source.compiled?.total ??
      ((db) => {
        const query = matchingText(source)(db);
        const given = { db, dialect: reader.dialect, source };
        return totalOf(db, ids === undefined ? query : among(query, { ...given, ids }));
      }),
  );
  return Number(row?.total ?? 0);
}

/** Counts the matches in a list of at most `maxScanned` rows; undefined if it has more rows. */
export async function countScanned(
  reader: Reader,
  source: CountedSource,
): Promise<number | undefined> {
  const { matching, text } = source;
  const beyond = await reader.first((db) =>
    matching(db).select(db.raw('1 as one')).limit(1).offset(maxScanned),
  );
  return beyond === undefined && text !== undefined ? countWithin(reader, source, text) : undefined;
}

async function countWithin(
  reader: Reader,
  source: CountedSource,
  { columns, contains }: TextFilter,
): Promise<number> {
  const row = await reader.first<{ total: number }>((db) => {
    const rows = source
      .matching(db)
      .select([...columns])
      .limit(maxScanned);
    return db
      .from(rows.as(tableOf(source.id)))
      .where(contains)
      .count({ total: '*' });
  });
  return Number(row?.total ?? 0);
}

/** Counts a query's rows, up to one more than 10,000. */
export function totalOf(db: Knex, matching: Knex.QueryBuilder): Knex.QueryBuilder {
  const bounded = matching.select(db.raw('1 as one')).limit(maxCounted + 1);
  return db.from(bounded.as('matching')).count({ total: '*' });
}

/** The table of a column such as `actions.id`. */
function tableOf(column: string): string {
  return column.slice(0, column.indexOf('.'));
}
