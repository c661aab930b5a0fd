import fc from 'fast-check';
import { isRecord, type JsonRecord } from '../../../src/platform/json';
import type { Shape } from './contract';
import { setOwn } from './pool';
import { drawn, referenceFor } from './references';

/**
 * The bodies that the contract shows for the operation, with ids and other references of this run instead of theirs; undefined when it
 * shows none.
 */
export function examplesOf(shape: Shape): fc.Arbitrary<unknown> | undefined {
  const examples = shape.body?.examples ?? [];
  if (examples.length === 0) return undefined;
  return fc.oneof(...examples.map((example) => relived(shape, '', example)));
}

function relived(shape: Shape, name: string, value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) {
    return fc.tuple(...value.map((item: unknown) => relived(shape, name, item)));
  }
  if (isRecord(value)) {
    const names = Object.keys(value);
    return fc.tuple(...names.map((key) => relived(shape, key, value[key]))).map((values) => {
      const record: JsonRecord = {};
      names.forEach((key, index) => setOwn(record, key, values[index]));
      return record;
    });
  }
  if (typeof value !== 'string') return fc.constant(value);
  // What begins with a prefix refers to something of that kind.
  const kind = /^([a-z]{2,3})_[0-9A-Za-z]+$/.exec(value)?.[1];
  return kind === undefined ? (referenceFor(shape, name) ?? fc.constant(value)) : drawn(kind);
}
