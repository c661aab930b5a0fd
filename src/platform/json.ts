/** Any object of parsed JSON. */
export type JsonRecord = Record<string, unknown>;

/** Whether a value of parsed JSON is an object: not an array, not null. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
