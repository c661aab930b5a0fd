import fc from 'fast-check';
import type { JsonRecord } from '../../src/platform/json';
import { setOwn } from './pool';
import { unusualTexts, textOf } from './text';

const anyOdd = fc.constantFrom(...unusualTexts);
const keys = fc.oneof(fc.string({ maxLength: 10 }), anyOdd);
const scalars = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -0, 1e308, -1e308, 5e-324, 2 ** 53 + 2, 0.1),
  anyOdd,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  textOf(0, 500),
);

const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.array(fc.tuple(keys, tie('tree')), { maxLength: 3 }).map(asRecord),
  ),
}));

/** Any JSON, including deeply nested values. */
export const anything = fc.oneof(
  { weight: 8, arbitrary: tree },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 97 }).map((depth) => nested(depth)) },
);

/** Objects with any fields. */
export const bags = fc.array(fc.tuple(keys, tree), { maxLength: 4 }).map(asRecord);

function asRecord(entries: readonly (readonly [string, unknown])[]): JsonRecord {
  const record: JsonRecord = {};
  for (const [key, value] of entries) setOwn(record, key, value);
  return record;
}

/** Arrays and objects nested to that depth. */
export function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { x: value };
  return value;
}
