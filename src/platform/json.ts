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
