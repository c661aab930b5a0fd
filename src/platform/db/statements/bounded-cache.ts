// Requests choose the shapes of statements, so the memory for them must be bounded.
const maxEntries = 200;

/** Caches the value that `create` returns for a key. Beyond 200 keys, calls `create` each time. */
export function boundedCache<T>(): (key: string, create: () => T) => T {
  const cache = new Map<string, T>();
  return (key, create) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const created = create();
    if (cache.size < maxEntries) cache.set(key, created);
    return created;
  };
}
