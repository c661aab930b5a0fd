/**
 * Stores the present values of objects and of all that they refer to, without actors. Returns a
 * function that sets them again, so that an outcome can be predicted without its effects.
 */
export function undoOf(objects: readonly object[]): () => void {
  const seen = new Set<object>();
  const undo: (() => void)[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value) || 'api' in value) return;
    seen.add(value);
    if (Array.isArray(value)) {
      const items: unknown[] = value;
      const before = [...items];
      undo.push(() => items.splice(0, items.length, ...before));
    } else {
      const before = { ...value };
      undo.push(() => Object.assign(value, before));
    }
    Object.values(value).forEach(visit);
  };
  objects.forEach(visit);
  return () => undo.forEach((restore) => restore());
}
