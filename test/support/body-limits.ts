import type { JsonRecord } from '../../src/platform/json';
import { asObject } from '../../scripts/generate/json';
import { resolve, type Shape } from '../../scripts/fuzz/contract';
import { branchesOf } from '../../scripts/fuzz/schema';

const keywords = ['maxLength', 'minLength', 'maxItems', 'minItems', 'maximum', 'minimum'] as const;

/** A limit of a part of a body, with a value at the limit and one just beyond it. */
export interface BodyLimit {
  /** Names of fields; `0` is the first item of an array. */
  readonly path: readonly string[];
  readonly keyword: (typeof keywords)[number];
  readonly value: number;
  readonly within: unknown;
  readonly beyond: unknown;
  /** Other fields that the body needs for the value to be valid. */
  readonly siblings: JsonRecord;
}

const expiring = { on_timeout: 'use_default', expires_at: '2999-01-01T00:00:00Z' };

// The example approves, with a comment.
const rejecting = { decision: 'reject', comment: undefined };

const batched = ['items/0/changes/repeat_rule', 'change/changes/repeat_rule'];

const siblingsOf: Readonly<Record<string, JsonRecord>> = {
  'default_response maxLength': expiring,
  'default_response minLength': expiring,
  'edit/find maxLength': { replace: '' },
  'edit/replace maxLength': { find: 'x' },
  'items/0/reason maxLength': rejecting,
  'items/0/reason minLength': rejecting,
  ...Object.fromEntries(
    batched.flatMap((rule) => [
      [`${rule}/interval maximum`, { type: 'from_due', unit: 'day' }],
      [`${rule}/interval minimum`, { type: 'none', unit: null }],
      [`${rule}/time_zone maxLength`, { type: 'from_due', unit: 'day', interval: 1 }],
    ]),
  ),
  'repeat_rule/interval maximum': { type: 'from_due', unit: 'day' },
  'repeat_rule/interval minimum': { type: 'none', unit: null },
  'repeat_rule/time_zone maxLength': { type: 'from_due', unit: 'day', interval: 1 },
};

// The depth of the deepest body of the contract.
const deepest = 6;

/** All limits that the contract sets on the parts of the operation's body. */
export function bodyLimits({ body }: Shape): BodyLimit[] {
  const found = new Map<string, BodyLimit>();
  const visit = (schema: unknown, path: readonly string[]): void => {
    // A proposal's payload is the body of another operation, which has the same limits.
    if (path.length > deepest || path[0] === 'payload') return;
    for (const way of [resolve(schema), ...branchesOf(schema)]) {
      for (const keyword of keywords) {
        const limit = limitOf(way, keyword, path);
        const key = `${path.join('/')} ${keyword}`;
        if (limit !== undefined && !found.has(key)) found.set(key, limit);
      }
      for (const [name, inner] of Object.entries(asObject(way['properties']))) {
        visit(inner, [...path, name]);
      }
      if (way['items'] !== undefined) visit(way['items'], [...path, '0']);
    }
  };
  visit(body?.schema, []);
  return [...found.values()];
}

function limitOf(
  schema: JsonRecord,
  keyword: BodyLimit['keyword'],
  path: readonly string[],
): BodyLimit | undefined {
  const value = schema[keyword];
  if (typeof value !== 'number') return undefined;
  const siblings = siblingsOf[`${path.join('/')} ${keyword}`] ?? {};
  const next = keyword.startsWith('max') ? value + 1 : value - 1;
  if (keyword === 'maximum' || keyword === 'minimum') {
    return { path, keyword, value, within: value, beyond: next, siblings };
  }
  // A length cannot be negative.
  if (next < 0) return undefined;
  const make = keyword.endsWith('Length') ? textOf : listOf;
  const [within, beyond] = [make(schema, value), make(schema, next)];
  // A pattern or an enum admits no value of that length.
  if (within === undefined || beyond === undefined) return undefined;
  return { path, keyword, value, within, beyond, siblings };
}

/** A string of that many characters that satisfies the rest of the schema. */
function textOf(schema: JsonRecord, length: number): string | undefined {
  const { pattern, format } = schema;
  const matches = new RegExp(typeof pattern === 'string' ? pattern : '', 'u');
  const texts = [
    'x'.repeat(length),
    `http://x/${'x'.repeat(Math.max(0, length - 9))}`,
    `${'x'.repeat(Math.max(0, length - 12))}@example.com`,
    '1'.repeat(length),
  ];
  const wanted = { uri: 1, email: 2 }[String(format)];
  return texts
    .filter((text) => text.length === length && matches.test(text))
    .find((text) => wanted === undefined || text === texts[wanted]);
}

function listOf(schema: JsonRecord, length: number): unknown[] | undefined {
  const items = resolve(schema['items']);
  if (items['enum'] !== undefined) return undefined;
  if (items['type'] === 'integer') return Array.from({ length }, (_, index) => index);
  return Array.from({ length }, (_, index) => `x${index}`);
}
