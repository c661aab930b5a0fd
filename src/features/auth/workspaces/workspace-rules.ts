import { invalidValue } from '../../../platform/problems';

/** Throws 400 unless the name is an IANA time zone that Node supports. */
export function checkTimeZone(name: string): void {
  if (isTimeZone(name)) return;
  throw invalidValue(
    'body/time_zone',
    'body/time_zone is no time zone of the IANA database, such as Europe/Lisbon.',
  );
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
