import { invalidValue } from '../../platform/problems';

/** Encodes a position of the feed as a cursor. */
export function encodePosition(position: number): string {
  return Buffer.from(String(position)).toString('base64url');
}

/** Decodes a cursor. Throws `VALIDATION_FAILED` at `query/after` if it is malformed. */
export function decodePosition(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = Number(text);
  if (/^\d{1,15}$/.test(text) && encodePosition(position) === cursor) return position;
  throw unknownCursor();
}

/** `VALIDATION_FAILED` for a cursor that this feed cannot have returned. */
export function unknownCursor() {
  return invalidValue('query/after', 'after is not a cursor that this feed gave out.');
}
