import { limits } from '../../../../generated/limits';
import { DAY, SECOND, addMilliseconds } from '../../../platform/time';

/**
 * When a session that is used at `now` ends: `sessionDays` later, but at the latest 90 days after
 * the sign-in at `createdAt`, however often it is used.
 */
export function sessionEnd(createdAt: string, now: string, sessionDays: number): string {
  const unused = addMilliseconds(now, sessionDays * DAY);
  const latest = addMilliseconds(createdAt, limits.session_seconds * SECOND);
  return unused < latest ? unused : latest;
}

/** The time before which no valid session began, although an imported row may say so. */
export function oldestSession(now: string): string {
  return addMilliseconds(now, -limits.session_seconds * SECOND);
}

/** The whole seconds from `now` until a session ends, for its cookie. */
export function secondsUntil(end: string, now: string): number {
  return Math.max(0, Math.floor((Date.parse(end) - Date.parse(now)) / SECOND));
}
