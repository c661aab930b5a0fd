import type { Knex } from 'knex';
import { invalidValue } from '../../problems';
import type { PageKey } from './cached-rows';

/** Throws VALIDATION_FAILED for a sort that the list does not have. */
export function orderOf(
  { sorts, id }: { readonly sorts: Readonly<Record<string, SortKey>>; readonly id: string },
  sort: string,
): Order {
  const field = sort.replace(/^-/, '');
  const key = Object.hasOwn(sorts, field) ? sorts[field] : undefined;
  if (key === undefined) throw invalidValue('query/sort', `This list cannot be sorted by ${sort}.`);
  return { columns: columnsOf(key), id, descending: sort.startsWith('-') };
}

/** Adds the columns of a PageKey and the order, and limits the query to one row more. */
export function keyed(query: Knex.QueryBuilder, order: Order, limit: number): Knex.QueryBuilder {
  return sorted(selectKeys(query, order), order).limit(limit + 1);
}

/** Adds the columns of a PageKey. */
export function selectKeys(query: Knex.QueryBuilder, order: Order): Knex.QueryBuilder {
  void query.select({ page_id: order.id });
  order.columns.forEach(({ column }, index) => void query.select({ [valueName(index)]: column }));
  return query;
}

/** The same order by the columns of a PageKey in the selected rows. */
export function selectedOrder({ columns, descending }: Order, rows: string): Order {
  const named = columns.map((each, index) => ({ ...each, column: `${rows}.${valueName(index)}` }));
  return { columns: named, id: `${rows}.page_id`, descending };
}

/** An order of a list. */
export interface Order {
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

export function sorted(query: Knex.QueryBuilder, order: Order): Knex.QueryBuilder {
  const direction = order.descending ? 'desc' : 'asc';
  for (const { column, nullable } of order.columns) {
    if (nullable === true) void query.orderByRaw(`${nullTerm(order)} ${direction}`, [column]);
    void query.orderBy(column, direction);
  }
  return query.orderBy(order.id, direction);
}

/** Narrows the query to the rows after the position, or to those up to it and itself. */
// A null needs no comparison: the term before it separates rows with and without a value.
export function compare(
  query: Knex.QueryBuilder,
  order: Order,
  { values, id }: Position,
  side: 'after' | 'until',
): void {
  const isBelow = order.descending === (side === 'after');
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
    `(${[...terms, '??'].join(', ')}) ${isBelow ? '<' : '>'}${side === 'until' ? '=' : ''} (${placeholders})`,
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
export interface Position {
  readonly values: readonly Value[];
  readonly id: string;
}

/** The position of a row with the columns of a PageKey. */
export function positionOf(key: PageKey, { columns }: Order): Position {
  return {
    values: columns.map((_column, index) => key[valueName(index)] ?? null),
    id: key.page_id,
  };
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
