import { isRecord, type JsonRecord } from '../../../platform/json';

/** The fields whose values are what somebody wrote, so nothing is left out of them. */
const written: ReadonlySet<string> = new Set(['content', 'details', 'input_payload', 'payload']);

/**
 * A record without members that say nothing: null, and empty arrays. Models pay for every byte that
 * they read, and more than a third of an action is null. What people wrote stays as it is.
 */
function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean);
  return isRecord(value) ? leanRecord(value) : value;
}

/** The same for an object. */
export function leanRecord(value: JsonRecord): JsonRecord {
  const kept = Object.entries(value).filter(
    ([, each]) => each !== null && !(Array.isArray(each) && each.length === 0),
  );
  return Object.fromEntries(
    kept.map(([name, each]) => [name, written.has(name) ? each : lean(each)]),
  );
}
