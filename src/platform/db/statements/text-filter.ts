import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import { lowerCase } from '../../search-within';
import { isInvisible } from '../../name-key';
import { maxSearchWords, searchQuotes } from '../../search-words';
import type { Condition, Dialect } from './columns';

/** The maximum count of matches, and the maximum offset. */
export const maxCounted: number = limits.counted_matches;

/** The maximum number of rows of which a request reads the texts, unless it knows their ids. */
export const maxScanned: number = limits.scanned_items;

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

/** True if each of the `filterWords` of the text occurs in one of the columns in any case. */
export function containsWords(
  dialect: Dialect,
  columns: readonly string[],
  text: string,
): Condition {
  const contains = dialect === 'postgres' ? containsOnPostgres : containsOnSqlite;
  return (builder) => {
    for (const word of filterWords(text)) {
      const pattern = `%${word.replace(/[!%_]/g, '!$&')}%`;
      void builder.where((either) => {
        for (const column of columns) contains(either, column, pattern);
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
