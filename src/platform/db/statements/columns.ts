import type { Knex } from 'knex';

/** The value of a boolean column; SQLite has 0 and 1. */
export function bool(value: unknown): boolean {
  return value === true || value === 1;
}

/** The value of an integer column that is not null. */
export function int(value: unknown): number {
  const number = Number(value);
  if (value === null || !Number.isSafeInteger(number)) {
    throw new Error('A column does not contain an integer.');
  }
  return number;
}

/** The value of a JSON column; undefined if the column is null. */
export function json(value: string | null): unknown {
  return value === null ? undefined : JSON.parse(value);
}

/** The value of a JSON column with an array of strings; empty if the column is null. */
export function strings(value: string | null): string[] {
  const parsed = json(value) ?? [];
  if (!Array.isArray(parsed)) throw new Error('A column does not contain a JSON array.');
  return parsed.map(String);
}

/** A value for a JSON column: undefined becomes SQL null, null becomes the JSON text `null`. */
export function jsonText(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/**
 * SQL for the sum of the sizes of text columns in bytes of UTF-8; null counts as 0. Both databases
 * know the size of a long text without reading it.
 */
export function bytesOfTexts(...columns: readonly string[]): string {
  return columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ');
}

/** A condition for `where`, which puts it in parentheses. */
export type Condition = (builder: Knex.QueryBuilder) => void;

/**
 * True if the column is one of the words. They are literals, because databases match only literals
 * with the conditions of partial indexes, and SQLite would plan a statement with such parameters
 * again at each run. Throws an Error for other characters than a-z and _.
 */
export function isOneOf(column: string, words: readonly string[]): Condition {
  const odd = words.find((word) => !/^[a-z_]+$/.test(word));
  if (odd !== undefined || words.length === 0)
    throw new Error(`${column} can be compared with plain words only.`);
  const literals = words.map((word) => `'${word}'`);
  const test = literals.length === 1 ? `= ${literals.join('')}` : `in (${literals.join(', ')})`;
  return (builder) => void builder.whereRaw(`?? ${test}`, [column]);
}

/** True if the boolean column is true; a literal, like the words of `isOneOf`. */
export function isTrue(column: string): Condition {
  return (builder) => void builder.whereRaw('?? = true', [column]);
}

/** True if the boolean column is false. */
export function isFalse(column: string): Condition {
  return (builder) => void builder.whereRaw('?? = false', [column]);
}

/**
 * True if the JSON array `list` contains every string of the JSON array in `column`, such as all
 * requirements of an action among the capabilities of an agent.
 */
export function arrayWithin(dialect: Dialect, column: string, list: string | Knex.Raw): Condition {
  const sql =
    dialect === 'postgres'
      ? '??::jsonb <@ ?::jsonb'
      : 'not exists (select 1 from json_each(??) as item where item.value not in (select value from json_each(?)))';
  return (builder) => void builder.whereRaw(sql, [column, list]);
}

/** True if the JSON array in `column` contains the string. */
export function arrayContains(dialect: Dialect, column: string, value: string): Condition {
  return dialect === 'postgres'
    ? (builder) => void builder.whereRaw('??::jsonb @> ?::jsonb', [column, JSON.stringify([value])])
    : (builder) =>
        void builder.whereRaw('exists (select 1 from json_each(??) as item where item.value = ?)', [
          column,
          value,
        ]);
}

/** The two databases that Callboard runs on. */
export type Dialect = 'sqlite' | 'postgres';

/**
 * Makes the compiler write a limit as a literal. With a parameter, SQLite would plan the statement
 * again at each run, and a generic plan of Postgres would assume a tenth of all rows.
 */
export function writeLimit<Compiler extends Knex.BuilderCompiler>(compiler: Compiler): Compiler {
  const { skipBinding } = compiler.single;
  if (skipBinding !== undefined) skipBinding.limit = true;
  return compiler;
}
