import { limits } from '../../../../generated/limits';
import { isDeeperThan } from '../../../platform/http/requests/json-body';
import { asList, asObject, isRecord, type JsonRecord } from '../../../platform/json';
import { adviceFor } from '../../../platform/near-names';
import type { Perform } from '../../../platform/operation';
import { type Issue, invalidValue, problem } from '../../../platform/problems';
import { checkTimeZone, instantOf } from '../../../platform/time';
import { type Arguments, bodyOf, call } from './tool';

/** The part of a tool's definition that its arguments are checked with. */
export interface InputSchema {
  readonly properties: Readonly<Record<string, JsonRecord>>;
  readonly required?: readonly string[];
}

/**
 * The arguments of a call as an object: some hosts send it as JSON text, or null for none. Throws 400
 * for anything else.
 */
export function objectOf(given: unknown, tool: string, { properties }: InputSchema): JsonRecord {
  const object = typeof given === 'string' ? jsonOf(given) : (given ?? {});
  if (isRecord(object)) return object;
  const known = Object.keys(properties).join(', ');
  throw invalidValue(
    'arguments',
    `arguments must be an object with the arguments of ${tool}. Known: ${known}.`,
  );
}

/**
 * The arguments of a call. A null for a parameter that cannot be null means that it is absent:
 * strict modes of clients send every parameter. Some hosts send arrays, objects and booleans as JSON
 * text, so such a text is parsed where the schema takes no string. Throws 400 with an issue for each
 * unknown or missing one, each boolean that is none, each integer beyond its bounds and each text
 * that is not among its values; the operations check the other values.
 */
export function argumentsOf(given: JsonRecord, { properties, required }: InputSchema): JsonRecord {
  const args = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (schema === undefined) return [[name, value]];
      const isAbsent = value === null && !typesOf(schema).includes('null');
      return isAbsent ? [] : [[name, parsed(value, schema)]];
    }),
  );
  const issues = faultsIn(args, { properties, required }, '');
  const [first] = issues;
  if (first === undefined) return args;
  const isUnknown = issues.every(({ code }) => code === 'UNKNOWN_FIELD');
  throw problem(isUnknown ? 'UNKNOWN_FIELD' : 'VALIDATION_FAILED', first.message, { issues });
}

/** The most issues of a refusal. */
const maxIssues = 20;

/** The names that a schema does not know or misses, and the booleans that are none, also in lists. */
function faultsIn(value: unknown, schema: JsonRecord, path: string): Issue[] {
  if (schema['type'] === 'boolean' && typeof value !== 'boolean') {
    return [issueOf('VALIDATION_FAILED', path, `${path} must be true or false.`)];
  }
  const unlisted = unlistedIn(value, schema, path);
  if (unlisted !== undefined) return [unlisted];
  const bound = boundBeyond(value, schema);
  if (bound !== undefined) {
    return [issueOf('VALIDATION_FAILED', path, `${path} must be ${bound}.`)];
  }
  const { properties, required, items } = schema;
  if (Array.isArray(value) && isRecord(items)) {
    return value
      .flatMap((each: unknown, index) => faultsIn(each, items, `${path}/${index}`))
      .slice(0, maxIssues);
  }
  if (!isRecord(value) || !isRecord(properties)) return [];
  const place = path === '' ? '' : `${path}/`;
  const known = Object.keys(properties);
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  const issues = schema['additionalProperties'] === true ? [] : unknown.slice(0, maxIssues);
  return [
    ...issues.map((name) => {
      const at = `${place}${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return issueOf(
        'UNKNOWN_FIELD',
        at,
        `${at} is unknown here. ${adviceFor(name, known, place)}`,
      );
    }),
    ...Object.entries(properties).flatMap(([name, inner]) => {
      const isAbsent = !Object.hasOwn(value, name) || value[name] === null;
      return isAbsent ? [] : faultsIn(value[name], asObject(inner), `${place}${name}`);
    }),
    ...asList(required).flatMap((name) => {
      if (typeof name !== 'string' || Object.hasOwn(value, name)) return [];
      return [issueOf('VALIDATION_FAILED', `${place}${name}`, `${place}${name} is missing.`)];
    }),
  ].slice(0, maxIssues);
}

/**
 * The issue of a text that is not among the values of its schema. The operation may know fewer values
 * than the tool. Some hosts send one value for a list.
 */
function unlistedIn(value: unknown, schema: JsonRecord, path: string): Issue | undefined {
  if (typeof value !== 'string') return undefined;
  const values = asList(schema['enum'] ?? asObject(schema['items'])['enum']).map(String);
  if (values.length === 0 || values.includes(value)) return undefined;
  return issueOf('VALIDATION_FAILED', path, `${path} must be one of ${JSON.stringify(values)}.`);
}

/**
 * What an integer must be, in words, if it is none or exceeds a bound. Some hosts send it as text, as
 * queries have it.
 */
function boundBeyond(value: unknown, { type, minimum, maximum }: JsonRecord): string | undefined {
  if (type !== 'integer') return undefined;
  if (typeof value !== 'number' && typeof value !== 'string') return 'an integer';
  const sent = Number(value);
  if (typeof maximum === 'number' && sent > maximum) return `at most ${maximum}`;
  return typeof minimum === 'number' && sent < minimum ? `at least ${minimum}` : undefined;
}

function typesOf({ type }: JsonRecord): readonly unknown[] {
  return [type].flat();
}

function issueOf(
  code: 'UNKNOWN_FIELD' | 'VALIDATION_FAILED',
  path: string,
  message: string,
): Issue {
  return { path, code, message };
}

/** A value in which JSON texts are parsed where the schema takes what they say, and no string. */
function parsed(value: unknown, schema: JsonRecord): unknown {
  if (typeof value === 'string') {
    const types = typesOf(schema);
    if (types.includes('string')) return value;
    const read = jsonOf(value);
    return types.includes(typeOf(read)) ? membersOf(read, schema) : value;
  }
  return membersOf(value, schema);
}

function membersOf(value: unknown, { items, properties }: JsonRecord): unknown {
  if (Array.isArray(value)) {
    const ofItem = isRecord(items) ? items : undefined;
    return ofItem === undefined ? value : value.map((each) => parsed(each, ofItem));
  }
  if (!isRecord(value) || !isRecord(properties)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, isRecord(schema) ? parsed(each, schema) : each];
    }),
  );
}

/** The JSON type of a value that a host may send as text; undefined for any other. */
function typeOf(value: unknown): 'array' | 'object' | 'boolean' | undefined {
  if (Array.isArray(value)) return 'array';
  if (isRecord(value)) return 'object';
  return typeof value === 'boolean' ? 'boolean' : undefined;
}

function jsonOf(text: string): unknown {
  if (!/^\s*(?:[[{]|true\s*$|false\s*$)/.test(text)) return undefined;
  if (isDeeperThan(limits.body_levels, Buffer.from(text))) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

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
