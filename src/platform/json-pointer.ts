import { isRecord } from './json';

/** The value at a JSON pointer (RFC 6901) without escapes, such as `/claim/generation`. */
export function valueAtPointer(value: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>(
    (at, step) => (isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined),
    value,
  );
}

/**
 * A copy of the value without the field at a JSON pointer (RFC 6901) without escapes, in which `*`
 * stands for every item of an array; the value itself if it has no such field.
 */
export function withoutPointer(value: unknown, pointer: string): unknown {
  return without(value, stepsOf(pointer));
}

function without(value: unknown, [step, ...others]: readonly string[]): unknown {
  if (step === '*' && Array.isArray(value)) return value.map((item) => without(item, others));
  if (step === undefined || !isRecord(value) || !Object.hasOwn(value, step)) return value;
  const { [step]: field, ...rest } = value;
  if (others.length === 0) return rest;
  const kept = without(field, others);
  return kept === field ? value : { ...value, [step]: kept };
}

function stepsOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1);
}
