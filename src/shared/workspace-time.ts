/** The time of a workspace: its time zone, and the local day and week. */
import type { Reader } from '../platform/db/reader';
import { compiledStatement } from '../platform/db/statements/compiled';
import { addMilliseconds, DAY, instantOf, localTimeOf } from '../platform/time';

/** The local day of an instant in a time zone, such as `2026-11-27`. */
export async function localDayOf(instant: string, zone: string): Promise<string> {
  return (await localTimeOf(instant, zone)).slice(0, 'YYYY-MM-DD'.length);
}

/** The end of the local day of an instant, and its local week, which begins on Monday. */
export interface LocalPeriods {
  readonly week_starts_at: string;
  readonly today_ends_at: string;
  readonly week_ends_at: string;
}

/** The local day and week of an instant in a time zone. */
export async function localPeriodsOf(instant: string, zone: string): Promise<LocalPeriods> {
  const today = `${await localDayOf(instant, zone)}T00:00:00.000Z`;
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const startOfDay = async (days: number): Promise<string> => {
    const local = addMilliseconds(today, days * DAY).slice(0, 'YYYY-MM-DDTHH:MM'.length);
    return (await instantOf(local, zone)) ?? addMilliseconds(today, days * DAY);
  };
  return {
    week_starts_at: await startOfDay(-sinceMonday),
    today_ends_at: await startOfDay(1),
    week_ends_at: await startOfDay(7 - sinceMonday),
  };
}

const timeZoneOf = compiledStatement<'workspaceId'>((db, given) =>
  db('workspaces')
    .where({ id: given('workspaceId') })
    .select('time_zone'),
);

/** The time zone of a workspace. */
export async function findTimeZone(reader: Reader, workspaceId: string): Promise<string> {
  const row = await reader.first<{ time_zone: string }>(timeZoneOf({ workspaceId }));
  return row?.time_zone ?? 'UTC';
}
