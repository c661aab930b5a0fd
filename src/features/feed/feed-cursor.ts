import { invalidValue } from '../../platform/problems';

/** The cursor that names a position of the feed. */
export function encodePosition(position: number): string {
  return Buffer.from(String(position)).toString('base64url');
}

/** The position that a cursor names. Throws VALIDATION_FAILED at `query/after` when it is none. */
export function decodePosition(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = Number(text);
  if (/^\d{1,15}$/.test(text) && encodePosition(position) === cursor) return position;
  throw notOurs();
}

/** VALIDATION_FAILED for a cursor that this feed cannot have given out. */
export function notOurs() {
  return invalidValue('query/after', 'after is not a cursor that this feed gave out.');
}
