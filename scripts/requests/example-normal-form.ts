import { isRecord } from '../../src/platform/json';
import { exampleDay, exampleNow, exampleWorkspace } from './example-records';
import { exampleIds } from './example-workspace';

const id = /\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g;
const timestamp = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;
const sentTimestamp = /\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})/g;
const day = /^\d{4}-\d{2}-\d{2}$/;
const minute = 60_000;
const hex = '0123456789abcdef'.repeat(4);
const workspace = exampleWorkspace.slice('wsp_'.length);

/** The placeholders for secrets and public ids of tokens, by their format. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [
    /^cb_[0-9A-Z]{26}_[0-9a-f]{24}_[0-9a-f]{64}$/,
    `cb_${workspace}_${'0123456789ab'.repeat(2)}_0123456789abcdef...`,
  ],
  [/^cbi_[0-9A-Z]{26}_[0-9a-f]{64}$/, `cbi_${workspace}_${hex}`],
  [/^cbr_[0-9A-Z]{26}_[0-9a-f]{64}$/, `cbr_${workspace}_${hex}`],
  [/^\/v1\/uploads\/cbu_[0-9A-Z]{26}_[0-9a-f]{64}$/, `/v1/uploads/cbu_${workspace}_${hex}`],
  [/^whsec_[A-Za-z0-9+/]{43}=$/, `whsec_${'A'.repeat(43)}=`],
  [/^[0-9a-f]{24}$/, '0123456789ab'.repeat(2)],
];

/** The placeholder for a cursor. */
const cursor = 'eyJuZXh0IjoicGFnZSJ9';

/**
 * The response to an example request as the contract shows it, the same at any time and on any
 * database:
 * - timestamps are moved back by `moved` milliseconds, like the example workspace was moved forward,
 *   and truncated to minutes, unless the request body contains them, and days by whole days;
 * - ids of new records are numbered from 101, in order of appearance;
 * - secrets, cursors, the bounds of days and weeks and the name of the database have fixed values;
 * - a list of objects has its first item only.
 */
export function normalForm(response: unknown, body: unknown, moved: number): unknown {
  const sent = new Set(
    JSON.stringify(body ?? null)
      .match(sentTimestamp)
      ?.map(Date.parse),
  );
  const made = new Map<string, string>();
  const normalId = (found: string, kind: string): string => {
    if (exampleIds.has(found)) return found;
    const known = made.get(found) ?? `${kind}_01JZ${String(made.size + 101).padStart(22, '0')}`;
    made.set(found, known);
    return known;
  };
  const normalTime = (found: string): string => {
    if (sent.has(Date.parse(found))) return found;
    const time = Date.parse(found) - moved;
    return new Date(time - (time % minute)).toISOString();
  };
  const normalDay = (found: string): string => {
    const today = exampleDay(Date.parse(exampleNow) + moved);
    const time = Date.parse(exampleDay(Date.parse(exampleNow))) + Date.parse(found);
    return new Date(time - Date.parse(today)).toISOString().slice(0, 10);
  };
  const normalText = (text: string): string => {
    if (day.test(text)) return normalDay(text);
    const secret = secrets.find(([form]) => form.test(text));
    return secret?.[1] ?? text.replace(id, normalId).replace(timestamp, normalTime);
  };
  const normal = (value: unknown): unknown => {
    if (typeof value === 'string') return normalText(value);
    if (Array.isArray(value)) return (value.some(isRecord) ? value.slice(0, 1) : value).map(normal);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, fixedValue(key, each) ?? normal(each)]),
    );
  };
  return normal(response);
}

// The bounds of days and weeks around the examples' "now". Midnight is not at the same distance from
// the time of each run.
const bounds: Readonly<Record<string, string>> = {
  week_starts_at: '2026-11-16T00:00:00.000Z',
  today_ends_at: '2026-11-22T00:00:00.000Z',
  week_ends_at: '2026-11-23T00:00:00.000Z',
};

/** The placeholder for a field that differs from run to run; undefined for other fields. */
function fixedValue(key: string, value: unknown): string | undefined {
  if (Object.hasOwn(bounds, key)) return bounds[key];
  if (key === 'next' && typeof value === 'string') return cursor;
  return key === 'database' && value === 'postgres' ? 'sqlite' : undefined;
}
