import { isFirstEpoch } from '../../platform/db/clock-and-epoch';
import { invalidValue, problem, type Problem } from '../../platform/problems';

/** Where a request has its cursor. */
export type CursorPath = 'query/after' | 'query/before' | 'header/Last-Event-ID' | 'body/after';

/** A position after every event, for the cursor `now`. */
export const NOW = Number.MAX_SAFE_INTEGER;

/** A position that a cursor names. */
interface CursorPosition {
  readonly position: number;
  /**
   * Whether the position is one of the present database. After a restore or a failover, the same
   * position may have another event.
   */
  readonly isCurrent: boolean;
}

/** Encodes a position of the feed as a cursor. */
export function encodePosition(position: number, epoch: string): string {
  return Buffer.from(`${position}@${epoch}`).toString('base64url');
}

/** Decodes a cursor, or `now`. Throws `VALIDATION_FAILED` at `path` if it is malformed. */
export function readCursor(cursor: string, path: CursorPath, epoch: string): CursorPosition {
  if (cursor === 'now') return { position: NOW, isCurrent: true };
  const bytes = Buffer.from(cursor, 'base64url');
  const [, digits, ofEpoch] = /^(\d{1,15})(?:@([\w.]{1,60}))?$/.exec(bytes.toString()) ?? [];
  const position = Number(digits);
  if (bytes.toString('base64url') !== cursor || String(position) !== digits) {
    throw unknownCursor(path);
  }
  const isCurrent = ofEpoch === undefined ? isFirstEpoch(epoch) : ofEpoch === epoch;
  return { position, isCurrent };
}

/** The same. Throws 410 `CURSOR_EXPIRED` unless the cursor is one of the present database. */
export function positionAfter(cursor: string, path: CursorPath, epoch: string): number {
  const { position, isCurrent } = readCursor(cursor, path, epoch);
  if (isCurrent) return position;
  throw cursorExpired(
    `${nameOf(path)} is a cursor of before the database was restored. Read everything again, and use the cursors of the new responses.`,
  );
}

/** `VALIDATION_FAILED` for a cursor that this feed cannot have returned. */
export function unknownCursor(path: CursorPath) {
  return invalidValue(path, `${nameOf(path)} is not a cursor that this feed gave out.`);
}

/** 410 `CURSOR_EXPIRED`: the cursor's place in the feed does not exist any more. */
export function cursorExpired(message: string): Problem {
  return problem('CURSOR_EXPIRED', message);
}

function nameOf(path: CursorPath): string {
  return path.split('/')[1] ?? path;
}
