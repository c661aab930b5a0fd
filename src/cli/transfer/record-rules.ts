import { escapedJson } from '../../platform/control-characters';
import { isStorableText } from '../../platform/http/requests/json-body';

/** A file cannot be imported. The message has the line number, if the error has a line. */
export class TransferError extends Error {}

/** A line is invalid. The message continues a sentence that begins with the line number. */
export class LineFault extends Error {}

/** A value of the file; the same for both databases. */
export type Value = string | number | boolean | null;

/** A row of the file, without `workspace_id`, which the header has. */
export type Row = Readonly<Record<string, Value>>;

/** A column of a table; the same for both databases. */
export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'bytes' | 'instant' | 'boolean' | 'integer' | 'bigint';
  readonly nullable: boolean;
}

interface KindRule {
  readonly description: string;
  readonly matches: (value: Exclude<Value, null>) => boolean;
}

/** The first line of an export. */
export interface Header {
  /** The newest migration of the exported database. */
  readonly schema: string;
  readonly workspaceId: string;
  /** When the workspace was frozen to be moved; absent in an export that does not move it. */
  readonly frozenAt?: string | undefined;
}

/** The last line: the number of rows per table, and the SHA-256 (hex) of all bytes before it. */
export interface Trailer {
  readonly rows: Readonly<Record<string, number>>;
  readonly sha256: string;
}

const formatVersion = 1;

/** The header as a line, without the line feed. */
export function headerLine({ schema, workspaceId, frozenAt }: Header): string {
  return JSON.stringify({
    callboard_export: formatVersion,
    schema,
    workspace_id: workspaceId,
    frozen_at: frozenAt,
  });
}

/** The first line of each part of an archive. */
interface ArchiveHeader extends Header {
  /** The month in which its work ended, in UTC, such as `2026-01`. */
  readonly month: string;
}

/** The header of a part of an archive as a line, without the line feed. */
export function archiveHeaderLine({ schema, workspaceId, month }: ArchiveHeader): string {
  return JSON.stringify({
    callboard_archive: formatVersion,
    schema,
    workspace_id: workspaceId,
    month,
  });
}

/** A row as a line, without the line feed. */
export function recordLine(table: string, row: Row): string {
  return escapedJson(JSON.stringify({ table, row }));
}

/** The trailer as a line, without the line feed. */
export function trailerLine({ rows, sha256 }: Trailer): string {
  return JSON.stringify({ rows, sha256 });
}

/** Whether a line is the header of a part of an archive. */
export function isArchiveHeader(value: unknown): boolean {
  return fieldsOf(value)?.['callboard_archive'] !== undefined;
}

/** Reads the first line. Throws a LineFault unless it is a header of this format. */
export function readHeader(value: unknown): Header {
  return headerOf(fieldsOf(value), 'callboard_export', 'export');
}

/**
 * Reads the first line of a part of an archive, with its month if that is one. Throws a LineFault
 * unless it is such a line.
 */
export function readArchiveHeader(value: unknown): Header & { readonly month: string } {
  const fields = fieldsOf(value);
  const month = String(fields?.['month']);
  const header = headerOf(fields, 'callboard_archive', 'archive');
  return { ...header, month: /^\d{4}-\d\d$/.test(month) ? month : 'no month' };
}

function headerOf(
  header: Readonly<Record<string, unknown>> | undefined,
  mark: 'callboard_export' | 'callboard_archive',
  kind: string,
): Header {
  if (header?.[mark] === undefined) {
    throw new LineFault(`it is not the header of a Callboard ${kind}.`);
  }
  const { [mark]: format, schema, workspace_id: workspaceId, frozen_at: frozenAt } = header;
  if (format !== formatVersion) {
    throw new LineFault(
      `this version reads format ${formatVersion}, not ${JSON.stringify(format)}. Use the version of Callboard that wrote the file.`,
    );
  }
  if (typeof schema !== 'string' || typeof workspaceId !== 'string' || workspaceId === '') {
    throw new LineFault('the header lacks its schema or its workspace_id.');
  }
  if (frozenAt === undefined) return { schema, workspaceId };
  if (typeof frozenAt !== 'string' || !isInstant(frozenAt)) {
    throw new LineFault('frozen_at of the header is not a time.');
  }
  return { schema, workspaceId, frozenAt };
}

/** Reads the trailer. Returns undefined if the line is not a trailer. */
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

/** Reads a line with a row. Throws a LineFault if the line has another shape. */
export function readRecord(value: unknown): { readonly table: string; readonly row: object } {
  const { table, row, ...rest } = fieldsOf(value) ?? {};
  const fields = fieldsOf(row);
  if (typeof table !== 'string' || fields === undefined || Object.keys(rest).length > 0) {
    throw new LineFault('it is neither a row of a table nor the end of the export.');
  }
  return { table, row: fields };
}

/** Checks that a row has exactly the columns of its table. Throws a LineFault otherwise. */
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
  const { description, matches } = kinds[kind];
  if (isScalar(value) && matches(value)) return value;
  throw new LineFault(`${where} must be ${description}.`);
}

function isScalar(value: unknown): value is Exclude<Value, null> {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

const kinds: Readonly<Record<Column['kind'], KindRule>> = {
  text: {
    description: 'text, without NUL characters or lone surrogates',
    matches: (value) => typeof value === 'string' && isStorableText(value),
  },
  bytes: {
    description: 'bytes in base64',
    matches: (value) =>
      typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value,
  },
  instant: {
    description: 'a time such as 2026-01-31T10:00:00.000Z',
    matches: (value) => typeof value === 'string' && isInstant(value),
  },
  boolean: { description: 'true or false', matches: (value) => typeof value === 'boolean' },
  integer: {
    description: 'a whole number of 32 bits',
    matches: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  },
  bigint: { description: 'a whole number', matches: (value) => Number.isSafeInteger(value) },
};

function isInstant(text: string): boolean {
  // Postgres has no year 0.
  if (!/^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return { ...value };
}
