import { invalidValue } from '../../problems';

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

/** The columns of a sort key. */
export function columnsOf(key: SortKey): readonly SortColumn[] {
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
  if (sortedBy !== sort) {
    throw invalidValue(
      'query/after',
      `after comes from a list in another order; ask for it with sort=${sort}.`,
    );
  }
  if (!isText(id) || !fit(values, columns)) {
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
