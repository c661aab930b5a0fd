// Requests choose the shapes of statements, so the memory for them must be bounded.
const maxEntries = 200;

/** Caches what `make` returns for a key. Beyond 200 keys it calls `make` each time. */
export function boundedCache<Made>(): (key: string, make: () => Made) => Made {
  const cached = new Map<string, Made>();
  return (key, make) => {
    const known = cached.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (cached.size < maxEntries) cached.set(key, made);
    return made;
  };
}
