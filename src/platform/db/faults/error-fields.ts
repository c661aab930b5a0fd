/** The field of an error that a driver or Node threw, if it is text; otherwise the empty string. */
export function text(error: unknown, key: string): string {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}
