import type { Knex } from 'knex';
import type { Reader, Statement } from '../reader';
import type { PageKey } from './cached-rows';
import type { Dialect } from './columns';
import { compare, keyed, type Order, type Position, positionOf } from './page-order';
import {
  type Candidates,
  containsWords,
  maxCounted,
  maxScanned,
  type TextFilter,
} from './text-filter';

/** How the rows of a text filter are found. */
export interface TextSearch {
  /** All rows that may match, if they are few; otherwise the rows of the list are read in order. */
  readonly candidates: Candidates | undefined;
}

/** Chooses how to find the rows: takes one statement, or none without candidates. */
export async function searchText(reader: Reader, { candidates }: TextFilter): Promise<TextSearch> {
  if (candidates === undefined) return { candidates };
  const row = await reader.first<{ count: number }>((db) =>
    db.from(candidates(db, maxCounted + 1).as('found')).count({ count: '*' }),
  );
  return { candidates: Number(row?.count ?? 0) > maxCounted ? undefined : candidates };
}

/** Reads the candidates first, and of each the row of the table with its id. */
export function joinCandidates(
  query: Knex.QueryBuilder,
  {
    db,
    dialect,
    table,
    candidates,
  }: {
    readonly db: Knex;
    readonly dialect: Dialect;
    readonly table: string;
    readonly candidates: Candidates;
  },
): Knex.QueryBuilder {
  const found = candidates(db, maxCounted + 1);
  // SQLite does not reorder a cross join. Because of the offset, Postgres looks up each row by its
  // id instead of reading the whole table.
  return dialect === 'sqlite'
    ? query
        .from(db.raw('? as found cross join ??', [found, table]))
        .whereRaw('?? = found.found_id', [`${table}.id`])
    : query.from(
        db.raw(
          `? as found cross join lateral (select * from ?? as item
             where item.workspace_id = found.found_workspace and item.id = found.found_id offset 0) as ??`,
          [found, table, table],
        ),
      );
}

/** Counts the matches of a list, up to 10,000; of a text that is common, those in some rows. */
export async function countMatches(reader: Reader, source: CountedSource): Promise<number> {
  const search = source.text === undefined ? undefined : await searchText(reader, source.text);
  const count =
    source.text === undefined || search?.candidates !== undefined
      ? await countAll(reader, source, search)
      : await countWithin(reader, source, source.text);
  return Math.min(count, maxCounted);
}

/** What counting needs of a list. */
export interface CountedSource {
  readonly matching: (db: Knex) => Knex.QueryBuilder;
  readonly text?: TextFilter | undefined;
  readonly id: string;
  /** A compiled statement for the count, of lists without a text. */
  readonly compiled?: { readonly total: Statement };
}

/** The matching rows, also by their text. */
export function matchingText(
  { matching, text }: CountedSource,
  dialect: Dialect,
): (db: Knex) => Knex.QueryBuilder {
  return text === undefined
    ? matching
    : (db) => matching(db).where(containsWords(dialect, text.columns, text.text));
}

/** Makes the query begin with the candidates of the text, if there are any. */
export function narrow(
  query: Knex.QueryBuilder,
  {
    db,
    dialect,
    source,
    search,
  }: {
    readonly db: Knex;
    readonly dialect: Dialect;
    readonly source: CountedSource;
    readonly search: TextSearch | undefined;
  },
): Knex.QueryBuilder {
  const candidates = search?.candidates;
  if (candidates === undefined) return query;
  return joinCandidates(query, { db, dialect, table: tableOf(source), candidates });
}

function tableOf({ id }: CountedSource): string {
  return id.replace(/\..*$/, '');
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
  search: TextSearch | undefined,
): Promise<number> {
  const row = await reader.first<{ total: number }>(
    source.compiled?.total ??
      ((db) => {
        const query = matchingText(source, reader.dialect)(db);
        return totalOf(db, narrow(query, { db, dialect: reader.dialect, source, search }));
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
  { columns, text }: TextFilter,
): Promise<number> {
  const row = await reader.first<{ total: number }>((db) => {
    const rows = source
      .matching(db)
      .select([...columns])
      .limit(maxScanned);
    return db
      .from(rows.as(tableOf(source)))
      .where(containsWords(reader.dialect, columns, text))
      .count({ total: '*' });
  });
  return Number(row?.total ?? 0);
}

/** Counts a query's rows, up to one more than 10,000. */
export function totalOf(db: Knex, matching: Knex.QueryBuilder): Knex.QueryBuilder {
  const bounded = matching.select(db.raw('1 as one')).limit(maxCounted + 1);
  return db.from(bounded.as('matching')).count({ total: '*' });
}
