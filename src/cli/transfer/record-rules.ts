import { isStorableText } from '../../platform/http/requests/storable-values';

/** Why a file cannot be imported, in words that say where: the lines' numbers, where there are any. */
export class TransferError extends Error {}

/** What is wrong with one line, in words that go on from its number. */
export class LineFault extends Error {}

/** A value of the file, which is the same whatever database it comes from. */
export type Value = string | number | boolean | null;

/** A row of the file. `workspace_id` is the header's and not in it. */
export type Row = Readonly<Record<string, Value>>;

/** A column as both databases have it. */
export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'instant' | 'boolean' | 'integer' | 'bigint';
  readonly nullable: boolean;
}

interface Kind {
  readonly words: string;
  readonly fits: (value: Exclude<Value, null>) => boolean;
}

/** The first line of an export. */
export interface Header {
  /** The newest migration of the schema that the rows are of. */
  readonly schema: string;
  readonly workspaceId: string;
}

/** The last line: how many rows of each table, and the SHA-256 (hex) of all bytes before the line. */
export interface Trailer {
  readonly rows: Readonly<Record<string, number>>;
  readonly sha256: string;
}

const formatVersion = 1;

/** The header as a line, without its end. */
export function headerLine({ schema, workspaceId }: Header): string {
  return JSON.stringify({
    callboard_export: formatVersion,
    schema,
    workspace_id: workspaceId,
  });
}

/** A row as a line, without its end. */
export function recordLine(table: string, row: Row): string {
  return JSON.stringify({ table, row });
}

/** The trailer as a line, without its end. */
export function trailerLine({ rows, sha256 }: Trailer): string {
  return JSON.stringify({ rows, sha256 });
}

/** Reads the first line. Throws a sentence unless it is the header of an export in this format. */
export function readHeader(value: unknown): Header {
  const header = fieldsOf(value);
  if (header?.['callboard_export'] === undefined) {
    throw new LineFault('it is not the beginning of a Callboard export.');
  }
  const { callboard_export: format, schema, workspace_id: workspaceId } = header;
  if (format !== formatVersion) {
    throw new LineFault(
      `the format ${JSON.stringify(format)} is not the one of this version, ${formatVersion}. Use the version of Callboard that wrote it.`,
    );
  }
  if (typeof schema !== 'string' || typeof workspaceId !== 'string' || workspaceId === '') {
    throw new LineFault('the header lacks its schema or its workspace_id.');
  }
  return { schema, workspaceId };
}

/** Reads the last line, or answers undefined when the line is not one. */
export function readTrailer(value: unknown): Trailer | undefined {
  const { sha256, rows } = fieldsOf(value) ?? {};
  const counts = fieldsOf(rows);
  if (typeof sha256 !== 'string' || counts === undefined) return undefined;
  return {
    sha256,
    rows: Object.fromEntries(
      Object.entries(counts).map(([table, count]) => [table, Number(count)]),
    ),
  };
}

/** Reads a line between the two. Throws a sentence when it has another shape. */
export function readRecord(value: unknown): { readonly table: string; readonly row: object } {
  const { table, row, ...rest } = fieldsOf(value) ?? {};
  const fields = fieldsOf(row);
  if (typeof table !== 'string' || fields === undefined || Object.keys(rest).length > 0) {
    throw new LineFault('it is neither a row of a table nor the end of the export.');
  }
  return { table, row: fields };
}

/** Holds a row against the columns of its table, all of them and no others. Throws a sentence. */
export function checkRow(table: string, columns: readonly Column[], row: object): Row {
  const checked: Record<string, Value> = {};
  for (const column of columns) {
    const value: unknown = Object.getOwnPropertyDescriptor(row, column.name)?.value;
    if (value === undefined) throw new LineFault(`${table}.${column.name} is missing.`);
    checked[column.name] = checkValue(`${table}.${column.name}`, column, value);
  }
  const unknown = Object.keys(row).find((name) => columns.every((column) => column.name !== name));
  if (unknown !== undefined) {
    throw new LineFault(`${table} has no column ${JSON.stringify(unknown.slice(0, 100))}.`);
  }
  return checked;
}

function checkValue(where: string, { kind, nullable }: Column, value: unknown): Value {
  if (value === null && nullable) return value;
  const { words, fits } = kinds[kind];
  if (isScalar(value) && fits(value)) return value;
  throw new LineFault(`${where} must be ${words}.`);
}

function isScalar(value: unknown): value is Exclude<Value, null> {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

const kinds: Readonly<Record<Column['kind'], Kind>> = {
  text: {
    words: 'text, without NUL characters or lone surrogates',
    fits: (value) => typeof value === 'string' && isStorableText(value),
  },
  instant: {
    words: 'a time such as 2026-01-31T10:00:00.000Z',
    fits: (value) => typeof value === 'string' && isInstant(value),
  },
  boolean: { words: 'true or false', fits: (value) => typeof value === 'boolean' },
  integer: {
    words: 'a whole number of 32 bits',
    fits: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  },
  bigint: { words: 'a whole number', fits: (value) => Number.isSafeInteger(value) },
};

function isInstant(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return { ...value };
}
