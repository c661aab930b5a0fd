import type { Knex } from 'knex';
import { maxSearchWords } from '../../search-words';
import type { Dialect } from '../transaction';

/** A boolean column: SQLite has 0 and 1. */
export function bool(value: unknown): boolean {
  return value === true || value === 1;
}

/** An integer column that is not null. */
export function int(value: unknown): number {
  const number = Number(value);
  if (value === null || !Number.isSafeInteger(number)) {
    throw new Error('A column that must hold an integer holds something else.');
  }
  return number;
}

/** The value of a JSON column, or undefined where the column is null. */
export function json(value: string | null): unknown {
  return value === null ? undefined : JSON.parse(value);
}

/** The value of a JSON column that holds an array of strings; null reads as none. */
export function strings(value: string | null): string[] {
  const parsed = json(value) ?? [];
  if (!Array.isArray(parsed))
    throw new Error('A column that must hold a JSON array holds something else.');
  return parsed.map(String);
}

/** A value as a JSON column takes it: undefined is SQL null, null is the JSON text `null`. */
export function jsonText(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** A condition to give to `where`, which puts it in parentheses. */
export type Condition = (builder: Knex.QueryBuilder) => void;

/**
 * True where the column is one of the words, which the statement says in its own text and not by parameters: only those are held
 * against the conditions of partial indexes, and SQLite plans a statement anew each time it runs when such a value is a parameter.
 * Throws an Error for what is no plain word.
 */
export function isOneOf(column: string, words: readonly string[]): Condition {
  const odd = words.find((word) => !/^[a-z_]+$/.test(word));
  if (odd !== undefined || words.length === 0) throw new Error(`${column} is held against words.`);
  const literals = words.map((word) => `'${word}'`);
  const test = literals.length === 1 ? `= ${literals.join('')}` : `in (${literals.join(', ')})`;
  return (builder) => void builder.whereRaw(`?? ${test}`, [column]);
}

/** True where the boolean column is; said in the statement's own text, like the words of `isOneOf`. */
export function isTrue(column: string): Condition {
  return (builder) => void builder.whereRaw('?? = true', [column]);
}

/** True where the boolean column is not. */
export function isFalse(column: string): Condition {
  return (builder) => void builder.whereRaw('?? = false', [column]);
}

/** True where every string of the JSON array in `column` is in the JSON array `list` (requirements within capabilities). */
export function arrayWithin(dialect: Dialect, column: string, list: string): Condition {
  const sql =
    dialect === 'postgres'
      ? '??::jsonb <@ ?::jsonb'
      : 'not exists (select 1 from json_each(??) as held where held.value not in (select value from json_each(?)))';
  return (builder) => void builder.whereRaw(sql, [column, list]);
}

/** True where the JSON array in `column` holds the string. */
export function arrayHolds(dialect: Dialect, column: string, value: string): Condition {
  return dialect === 'postgres'
    ? (builder) => void builder.whereRaw('??::jsonb @> ?::jsonb', [column, JSON.stringify([value])])
    : (builder) =>
        void builder.whereRaw('exists (select 1 from json_each(??) as held where held.value = ?)', [
          column,
          value,
        ]);
}

/**
 * True where every word of `text`, of the first 16 different ones, occurs in one of the columns, in
 * whatever case.
 */
export function containsWords(
  dialect: Dialect,
  columns: readonly string[],
  text: string,
): Condition {
  const lower = dialect === 'postgres' ? 'lower' : 'unicode_lower';
  // Columns compare by code point, in which Postgres's lower() knows ASCII only.
  const collation = dialect === 'postgres' ? ' collate "default"' : '';
  const like = `${lower}(??${collation}) like ${lower}(?${dialect === 'postgres' ? '::text' : ''}${collation}) escape '!'`;
  const different = new Set(text.split(/\s+/).filter((word) => word !== ''));
  const words = [...different].slice(0, maxSearchWords);
  return (builder) => {
    for (const word of words) {
      const pattern = `%${word.replace(/[!%_]/g, '!$&')}%`;
      void builder.where((either) => {
        for (const column of columns) void either.orWhereRaw(like, [column, pattern]);
      });
    }
  };
}
