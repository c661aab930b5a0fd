/** A text field of an error of a driver or of Node; the empty string if it has none. */
export function text(error: unknown, key: string): string {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}
