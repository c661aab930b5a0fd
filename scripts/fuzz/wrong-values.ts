import type { JsonRecord } from '../../src/platform/json';
import { resolve } from './contract';
import { nested } from './json-values';
import { branchesOf } from './schema';
import { filled } from './text';

/** Values of each type, and values that are hard to store: most of them are wrong in any field. */
export const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  5e-324,
  '',
  'x',
  '0',
  [],
  [null],
  [[]],
  {},
  { id: 'x' },
  nested(100),
  nested(101),
  '\0',
  'x\0',
  '\ud800',
  'x\udfff𝄞',
  ['\0'],
  { '\0': 1 },
  { '\udc00': 1 },
];

/** Values just beyond the limits of a schema. */
export function beyond(schema: unknown): unknown[] {
  return [resolve(schema), ...branchesOf(schema)].flatMap(beyondPlain);
}

function beyondPlain(schema: JsonRecord): unknown[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const types = [schema['type']].flat();
  const found: unknown[] = [];
  if (typeof minLength === 'number' && minLength > 0) found.push(filled('𝄞', minLength - 1));
  if (typeof maxLength === 'number') {
    found.push(filled('x', maxLength + 1), filled('𝄞', maxLength + 1));
  }
  if (typeof minimum === 'number') found.push(minimum - 1, minimum - 0.5);
  if (typeof maximum === 'number') found.push(maximum + 1, maximum + 0.5);
  if (typeof minItems === 'number' && minItems > 0) found.push([]);
  if (typeof maxItems === 'number') found.push(countTo(maxItems + 1));
  if (schema['uniqueItems'] === true) found.push(['x', 'x']);
  if (schema['enum'] !== undefined) found.push('nonsense', '', 'toString');
  if (String(schema['pattern']).startsWith('^$|'))
    found.push(' ', '\t\u00a0\u3164\u200b', '\u0301\u{e0041}');
  else if (schema['pattern'] !== undefined) found.push('not it', 'http://', 'x@y z', '2026-02-30');
  if (schema['format'] === 'date-time') {
    found.push('2026-02-30T00:00:00Z', '2026-01-01T24:00:00Z', '0999-01-01T00:00:00Z');
    found.push('2026-01-01', '2026-01-01T00:00:00', '2026-01-01t00:00:00z', '3000-01-01T00:00:00Z');
  }
  if (types.includes('array')) found.push([null], [{}], ['']);
  if (types.includes('integer')) found.push(0.1, '1');
  if (types.includes('boolean')) found.push('true', 1);
  return found;
}

function countTo(length: number): string[] {
  return Array.from({ length }, (_, index) => String(index));
}
