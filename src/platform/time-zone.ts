import { invalidValue } from './problems';

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
