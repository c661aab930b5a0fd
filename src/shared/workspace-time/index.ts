/** The time of a workspace: its time zone, and the local day. */
import { localTimeOf } from '../../platform/time';

export { findTimeZone } from './time-zone-store';

/** The local day of an instant in a time zone, such as `2026-11-27`. */
export async function localDayOf(instant: string, zone: string): Promise<string> {
  return (await localTimeOf(instant, zone)).slice(0, 'YYYY-MM-DD'.length);
}
