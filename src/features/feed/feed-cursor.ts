import { invalidValue, problem, type Problem } from '../../platform/problems';

/** Where a request has its cursor. */
export type CursorPath = 'query/after' | 'query/before' | 'header/Last-Event-ID' | 'body/after';

/** A position after every event, for the cursor `now`. */
export const NOW = Number.MAX_SAFE_INTEGER;

/** Encodes a position of the feed as a cursor. */
export function encodePosition(position: number): string {
  return Buffer.from(String(position)).toString('base64url');
}

/** Decodes a cursor, or `now`. Throws `VALIDATION_FAILED` at `path` if it is malformed. */
export function positionAfter(cursor: string, path: CursorPath = 'query/after'): number {
  if (cursor === 'now') return NOW;
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = Number(text);
  if (/^\d{1,15}$/.test(text) && encodePosition(position) === cursor) return position;
  throw unknownCursor(path);
}

/** `VALIDATION_FAILED` for a cursor that this feed cannot have returned. */
export function unknownCursor(path: CursorPath) {
  const [, name] = path.split('/');
  return invalidValue(path, `${name} is not a cursor that this feed gave out.`);
}

/** 410 `CURSOR_EXPIRED`: events after the cursor were deleted. */
export function cursorExpired(message: string): Problem {
  return problem('CURSOR_EXPIRED', message);
}
