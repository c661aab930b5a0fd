import type { components } from '../../../../generated/types';
import { isRecord } from '../../../platform/json';
import { addMilliseconds, DAY, instantOf, isTimeZone } from '../../../platform/time';
import { localDayOf } from '../../../shared/workspace-time';

/** When a person gets the digest. */
export type DigestSchedule = components['schemas']['NotificationDigest'];

/** Until a person chooses: every morning, in the time zone of the workspace. */
const initial: DigestSchedule = {
  frequency: 'daily',
  weekday: 'monday',
  hour: 8,
  time_zone: null,
};

/** The days on which a weekly digest may come, Monday first. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies readonly DigestSchedule['weekday'][];

/** When a person gets the digest, as it is stored. */
export function scheduleOf(stored: string | null | undefined): DigestSchedule {
  const chosen: unknown = stored ? JSON.parse(stored) : {};
  if (!isRecord(chosen)) return initial;
  const { frequency, weekday, hour, time_zone: zone } = chosen;
  return {
    frequency: frequency === 'weekly' ? 'weekly' : initial.frequency,
    weekday: weekdays.find((each) => each === weekday) ?? initial.weekday,
    hour: typeof hour === 'number' ? hour : initial.hour,
    time_zone: typeof zone === 'string' ? zone : null,
  };
}

/**
 * When the first digest after a time is sent. An hour that a change of clocks skips moves on by the
 * length of the gap, and of an hour that occurs twice the first one counts.
 */
export async function nextDigestAt(
  now: string,
  { frequency, weekday, hour, time_zone: own }: DigestSchedule,
  zoneOfWorkspace: string,
): Promise<string> {
  const zone = [own ?? zoneOfWorkspace, zoneOfWorkspace, 'UTC'].find(isTimeZone) ?? 'UTC';
  const first = `${await localDayOf(now, zone)}T12:00:00.000Z`;
  // A week and a day: the hour of the first day may have passed.
  for (let days = 0; days <= 8; days += 1) {
    const noon = addMilliseconds(first, days * DAY);
    const isWanted = frequency === 'daily' || weekdayOf(noon) === weekday;
    const local = `${noon.slice(0, 'YYYY-MM-DD'.length)}T${String(hour).padStart(2, '0')}:00`;
    const at = isWanted ? await instantOf(local, zone) : undefined;
    if (at !== undefined && at > now) return at;
  }
  return addMilliseconds(now, DAY);
}

// Days begin on Sunday in JavaScript.
function weekdayOf(day: string): DigestSchedule['weekday'] | undefined {
  return weekdays[(new Date(day).getUTCDay() + 6) % 7];
}
