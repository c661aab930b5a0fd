import { invalidValue } from './problems';

/** Milliseconds of a second, a minute, an hour and a day. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * Converts a request's date-time to the stored form: UTC, milliseconds, `Z`. Returns null and
 * undefined unchanged, because a merge treats them differently. The contract's pattern limits the
 * range.
 */
export function toTimestamp<T extends string | null | undefined>(
  value: T,
): T extends string ? string : T;
export function toTimestamp(value: string | null | undefined): string | null | undefined {
  return typeof value === 'string' ? new Date(value).toISOString() : value;
}

/** Adds milliseconds, which may be negative, to a timestamp. */
export function addMilliseconds(timestamp: string, milliseconds: number): string {
  return new Date(Date.parse(timestamp) + milliseconds).toISOString();
}

/** Throws 400 unless the value at `path` is an IANA time zone that Node supports. */
export function checkTimeZone(name: string, path: string): void {
  if (isTimeZone(name)) return;
  throw invalidValue(path, `${path} is no time zone of the IANA database, such as Europe/Lisbon.`);
}

/** Whether a name is a time zone of the IANA database that Node supports. */
export function isTimeZone(name: string): boolean {
  // Intl also accepts offsets such as +01:00, which have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A time zone of the IANA database as the database spells it, which any case names. */
export async function spelledTimeZone(name: string): Promise<string> {
  const { Temporal: temporal } = await import('temporal-polyfill');
  return temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
}

/**
 * The instant of a local time such as `2026-12-04T17:00` in a time zone of the IANA database. A time
 * that a change of clocks skips moves on by the length of the gap, and of a time that occurs twice
 * the first one counts. Undefined for a text that is no time.
 */
export async function instantOf(local: string, zone: string): Promise<string | undefined> {
  // Loaded when it is needed, because few processes need it at once.
  const { Temporal: temporal } = await import('temporal-polyfill');
  try {
    const { epochMilliseconds } = temporal.PlainDateTime.from(local).toZonedDateTime(zone);
    return new Date(epochMilliseconds).toISOString();
  } catch {
    return undefined;
  }
}

/** An instant as local time of a time zone of the IANA database, with its offset. */
export async function localTimeOf(instant: string, zone: string): Promise<string> {
  const { Temporal: temporal } = await import('temporal-polyfill');
  const known = isTimeZone(zone) ? zone : 'UTC';
  return temporal.Instant.from(instant).toString({ timeZone: known, smallestUnit: 'minute' });
}
