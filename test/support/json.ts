/** An object of JSON, or another whose fields are not known. */
export type JsonRecord = Record<string, unknown>;

/** Whether a value is an object with fields; arrays are not. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
