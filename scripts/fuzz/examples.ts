import fc from 'fast-check';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import type { Shape } from './contract';
import { setOwn } from './pool';
import { drawn, referenceFor } from './references';

/**
 * The contract's examples of the operation's body, with ids and other references from this run;
 * undefined when there are none.
 */
export function examplesOf(shape: Shape): fc.Arbitrary<unknown> | undefined {
  const examples = shape.body?.examples ?? [];
  if (examples.length === 0) return undefined;
  return fc.oneof(...examples.map((example) => withCurrentIds(shape, '', example)));
}

function withCurrentIds(shape: Shape, name: string, value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) {
    return fc.tuple(...value.map((item: unknown) => withCurrentIds(shape, name, item)));
  }
  if (isRecord(value)) {
    const names = Object.keys(value);
    return fc.tuple(...names.map((key) => withCurrentIds(shape, key, value[key]))).map((values) => {
      const record: JsonRecord = {};
      names.forEach((key, index) => setOwn(record, key, values[index]));
      return record;
    });
  }
  if (typeof value !== 'string') return fc.constant(value);
  // A value with a prefix is an id of that kind.
  const kind = /^([a-z]{2,3})_[0-9A-Za-z]+$/.exec(value)?.[1];
  return kind === undefined ? (referenceFor(shape, name) ?? fc.constant(value)) : drawn(kind);
}
