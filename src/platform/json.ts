/** Any object of parsed JSON. */
export type JsonRecord = Record<string, unknown>;

/** Whether a value of parsed JSON is an object: not an array, not null. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; anything else becomes an empty object. */
export function asObject(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** The value as an array; anything else becomes an empty array. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const lineSeparators = /[\u0085\u2028\u2029]/g;

/**
 * JSON without the characters that some readers of lines take for line breaks although JSON permits
 * them in strings: NEL, U+2028 and U+2029. Its value is the same.
 */
export function escapeLineSeparators(json: string): string {
  return json.replace(
    lineSeparators,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

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

/**
 * A copy of the value in which `change` has replaced the values at a JSON pointer as above; the value
 * itself if it has none, or if they stay the same.
 */
export function withValuesAt(
  value: unknown,
  pointer: string,
  change: (at: unknown) => unknown,
): unknown {
  return replaced(value, stepsOf(pointer), change);
}

function replaced(
  value: unknown,
  [step, ...others]: readonly string[],
  change: (at: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  if (step === '*' && Array.isArray(value)) {
    const items = value.map((item) => replaced(item, others, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value) || !Object.hasOwn(value, step)) return value;
  const changed = replaced(value[step], others, change);
  return changed === value[step] ? value : { ...value, [step]: changed };
}

function stepsOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1);
}
