/** A field's name in words. */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a value is a text, a number, a truth value or nothing. */
export function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** A value as a person reads it. */
export function textOf(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return JSON.stringify(value, null, 2);
}
