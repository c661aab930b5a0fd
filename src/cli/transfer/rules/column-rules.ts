import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import { readContract } from '../../../features/service';
import {
  checkStorableValues,
  isDeeperThan,
  maxJsonDepth,
} from '../../../platform/http/requests/json-body';
import { boundValidationCost } from '../../../platform/http/validation-cost';
import { isRecord, type JsonRecord } from '../../../platform/json';
import type { PasswordCost } from '../../../platform/slow-hash';
import { countCharacters } from '../../../platform/text-length';
import type { Row, Value } from '../record-rules';

/** The response to a request contains what the request had, a few levels deeper. */
const MAX_RESPONSE_LEVELS = maxJsonDepth + 28;

/** What rules need besides the value. */
export interface RuleSource {
  readonly schemas: ContractSchemas;
  /** A cost of password hashes besides that of production. */
  readonly passwordCost?: PasswordCost | undefined;
}

/**
 * Why a value must not be imported; undefined if it may be. The text follows the name of the
 * column, such as `must be one of a, b`. Never called with null.
 */
export type ColumnRule = (value: Exclude<Value, null>, source: RuleSource) => string | undefined;

/** The rules of a table. */
export interface TableRules {
  /** The prefix of its ids. */
  readonly prefix?: string;
  /** The contract's record. Columns without a rule of their own have the schemas of its fields. */
  readonly record?: string;
  readonly columns?: Readonly<Record<string, ColumnRule>>;
  /** Why the values of a row do not fit together. The text follows the name of the table. */
  readonly fault?: (row: Row) => string | undefined;
}

/** A value that matches a schema of the contract, such as `Action/title`. */
export function like(path: string): ColumnRule {
  return (value, { schemas }) => schemas.fault(path, value);
}

/** JSON text of a value that a request may contain; with a path, one of that schema. */
export function jsonLike(path?: string): ColumnRule {
  return (text, { schemas }) => {
    const parsed = parse(String(text));
    if (parsed === undefined || !isStorable(parsed.value)) {
      return `must be JSON text of at most ${maxJsonDepth} levels, without NUL characters`;
    }
    const fault = path === undefined ? undefined : schemas.fault(path, parsed.value);
    return fault === undefined ? undefined : `must contain other JSON: it ${fault}`;
  };
}

/** A response's headers: JSON text with headers of the contract and their values. */
export const headersText: ColumnRule = (text, { schemas }) => {
  const value = parse(String(text))?.value;
  if (!isRecord(value)) return 'must be a JSON object';
  const isHeader = ([name, sent]: [string, unknown]): boolean =>
    schemas.headers.has(name.toLowerCase()) &&
    typeof sent === 'string' &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(sent);
  return Object.entries(value).every(isHeader) ? undefined : 'must contain headers of a response';
};

/** The state of a permission's target: JSON text with the digests of its parts. */
export const digestsText: ColumnRule = (text) => {
  const value = parse(String(text))?.value;
  const isState = isRecord(value) && Object.values(value).every((part) => typeof part === 'string');
  return isState ? undefined : 'must be a JSON object of texts';
};

/** JSON text of a response. */
export const responseText: ColumnRule = (text) =>
  parse(String(text)) === undefined ? 'must be JSON text' : undefined;

function isStorable(value: unknown): boolean {
  try {
    checkStorableValues('body', value);
    return true;
  } catch {
    return false;
  }
}

function parse(text: string): { readonly value: unknown } | undefined {
  if (isDeeperThan(MAX_RESPONSE_LEVELS, Buffer.from(text))) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Text of this many characters. */
export function text(min: number, max: number): ColumnRule {
  return (value) => {
    const count = countCharacters(String(value));
    return count >= min && count <= max ? undefined : `must have ${min} to ${max} characters`;
  };
}

/** Text that matches the whole pattern. */
export function matching(pattern: RegExp, description: string): ColumnRule {
  return (value) => (pattern.test(String(value)) ? undefined : `must be ${description}`);
}

export function oneOf(...values: readonly string[]): ColumnRule {
  return (value) =>
    values.includes(String(value)) ? undefined : `must be one of ${values.join(', ')}`;
}

// Counters must have room to go on: what is not a safe integer could not be read any more.
const maxCount = 2 ** 52;

export function integer(min: number, max: number = maxCount): ColumnRule {
  return (value) =>
    Number(value) >= min && Number(value) <= max ? undefined : `must be ${min} to ${max}`;
}

/** An id with one of the prefixes. */
export function id(...prefixes: readonly string[]): ColumnRule {
  return (value) => {
    const [prefix = '', ...rest] = String(value).split('_');
    const isId = prefixes.includes(prefix) && /^[0-9A-Za-z_-]{1,100}$/.test(rest.join('_'));
    const shown = prefixes.map((each) => `${each}_…`).join(' or ');
    return isId ? undefined : `must be an id such as ${shown}`;
  };
}

/** Any value of the column's type. */
export const anyValue: ColumnRule = () => undefined;

/** A SHA-256 in hexadecimal. */
export const sha256: ColumnRule = matching(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal');

/** The rule of every column with an id, by the name of the column. */
export function idRule(column: string): ColumnRule | undefined {
  if (/(^|_)actor_id$/.test(column)) return id('atr');
  const prefixes = prefixesByColumn[column];
  return prefixes === undefined ? undefined : id(...prefixes);
}

const prefixesByColumn: Readonly<Record<string, readonly string[]>> = {
  action_id: ['act'],
  agent_id: ['agt'],
  agent_request_id: ['qst', 'ppl'],
  blocker_id: ['act'],
  checkin_id: ['chk'],
  document_id: ['doc'],
  domain_id: ['dom'],
  event_id: ['evt'],
  file_id: ['fil'],
  grant_id: ['ogr'],
  last_activity_note_id: ['not'],
  latest_checkin_id: ['chk'],
  latest_note_id: ['not'],
  note_id: ['not'],
  order_id: ['ord'],
  project_id: ['prj'],
  reverts_revision_id: ['rev'],
  source_agent_request_id: ['qst', 'ppl'],
  source_proposal_id: ['ppl'],
  spawned_from_action_id: ['act'],
  user_id: ['usr'],
};

const SHOWN_VALUES = 12;

/** The schemas of the contract, for values of an export. */
interface ContractSchemas {
  /** Whether `schemas` of the contract has this path, such as `Action/title`. */
  readonly has: (path: string) => boolean;
  /** Why a value does not match the schema, such as `must be string`; undefined if it matches. */
  readonly fault: (path: string, value: unknown) => string | undefined;
  /** The names of all headers of the contract's responses, in lower case. */
  readonly headers: ReadonlySet<string>;
}

/** Reads the schemas from the contract of this program. Compiles each when it is first needed. */
export function readContractSchemas(): ContractSchemas {
  const document: unknown = JSON.parse(readContract().json.bytes.toString('utf8'));
  if (!isRecord(document)) throw new Error('The contract is not an object.');
  const options = { strict: false, validateSchema: false } as const;
  const ajv = boundValidationCost(new Ajv2020(options));
  addFormats(ajv);
  ajv.addSchema({ ...document, $id: 'contract' });
  const schemas = at(document, 'components', 'schemas');
  const validators = new Map<string, ValidateFunction>();

  const pointerOf = (path: string): string[] => path.split('/').join('/properties/').split('/');
  const validatorOf = (path: string): ValidateFunction => {
    const known = validators.get(path);
    if (known !== undefined) return known;
    const $ref = `contract#/components/schemas/${pointerOf(path).join('/')}`;
    const validate = ajv.compile({ $ref });
    validators.set(path, validate);
    return validate;
  };
  return {
    has: (path) => Object.keys(at(schemas, ...pointerOf(path))).length > 0,
    fault(path, value) {
      const validate = validatorOf(path);
      if (validate(value)) return undefined;
      const [error] = validate.errors ?? [];
      return error === undefined ? 'is not valid' : sentenceOf(error);
    },
    headers: new Set(headersOf(document)),
  };
}

function at(record: JsonRecord, ...path: readonly string[]): JsonRecord {
  return path.reduce<JsonRecord>((parent, name) => {
    const part = Object.hasOwn(parent, name) ? parent[name] : undefined;
    return isRecord(part) ? part : {};
  }, record);
}

function sentenceOf({ instancePath, message = 'is not valid', params }: ErrorObject): string {
  const place = instancePath === '' ? '' : `at ${instancePath.slice(0, 100)} `;
  const allowed: unknown = Reflect.get(params, 'allowedValues');
  if (!Array.isArray(allowed)) return `${place}${message}`;
  const shown = allowed.slice(0, SHOWN_VALUES).map(String).join(', ');
  return `${place}must be one of ${shown}${allowed.length > SHOWN_VALUES ? ', …' : ''}`;
}

function headersOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(headersOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    ...(name === 'headers' && isRecord(part)
      ? Object.keys(part).map((header) => header.toLowerCase())
      : []),
    ...headersOf(part),
  ]);
}
