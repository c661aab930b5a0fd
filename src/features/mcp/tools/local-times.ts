import { asObject, isRecord, type JsonRecord } from '../../../platform/json';
import type { Perform } from '../../../platform/operation';
import { invalidValue } from '../../../platform/problems';
import { checkTimeZone, instantOf } from '../../../platform/time';
import { type Arguments, bodyOf, call } from './tool';

const times: ReadonlySet<string> = new Set([
  'due_at',
  'defer_until',
  'due_before',
  'updated_since',
  'expires_at',
]);
const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;
const withoutSeconds = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/;

/**
 * The arguments with instants in place of local times, which are those of `time_zone` or of the
 * workspace's zone. Throws 400 for an unknown zone, and for a local time that no calendar has.
 */
export async function withInstants(given: Arguments, perform: Perform): Promise<Arguments> {
  const args = withSeconds(given);
  const items = args['actions'];
  const records = [args, ...(Array.isArray(items) ? items.filter(isRecord) : [])];
  const { time_zone: zone } = args;
  if (typeof zone === 'string') checkTimeZone(zone, 'time_zone');
  else if (zone !== undefined) {
    throw invalidValue('time_zone', 'time_zone must be a name such as Europe/Berlin.');
  }
  if (!records.some(hasLocalTime)) return args;
  const known = typeof zone === 'string' ? zone : await zoneOf(perform);
  const converted = await inZone(args, known);
  if (!Array.isArray(items)) return converted;
  const actions = items.map((item: unknown) => (isRecord(item) ? inZone(item, known) : item));
  return { ...converted, actions: await Promise.all(actions) };
}

/** A record and its actions with the seconds of times that have an offset, as results show them. */
function withSeconds(record: JsonRecord): JsonRecord {
  const members = Object.entries(record).map(([name, value]): [string, unknown] => {
    if (name === 'actions' && Array.isArray(value)) {
      return [name, value.map((item) => (isRecord(item) ? withSeconds(item) : item))];
    }
    const isTime = times.has(name) && typeof value === 'string';
    return [name, isTime ? value.replace(withoutSeconds, '$1:00$2') : value];
  });
  return Object.fromEntries(members);
}

/** The time zone of the workspace. */
async function zoneOf(perform: Perform): Promise<string> {
  const { workspace } = await bodyOf(perform, call('getMe'));
  return String(asObject(workspace)['time_zone']);
}

function hasLocalTime(record: JsonRecord): boolean {
  return Object.entries(record).some(([name, value]) => isLocal(name, value));
}

function isLocal(name: string, value: unknown): value is string {
  return times.has(name) && typeof value === 'string' && local.test(value);
}

async function inZone(record: JsonRecord, zone: string): Promise<JsonRecord> {
  const members = Object.entries(record).map(async ([name, value]): Promise<[string, unknown]> => {
    if (!isLocal(name, value)) return [name, value];
    const instant = await instantOf(value, zone);
    if (instant === undefined) throw invalidValue(name, `${name} is no time of the calendar.`);
    return [name, instant];
  });
  return Object.fromEntries(await Promise.all(members));
}
