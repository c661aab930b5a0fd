// Texts of statements come from what a request chooses: nobody's choices may fill the memory.
const maxEntries = 200;

/** Keeps what is made for a key; beyond 200 keys, it is made each time. */
export function boundedCache<Made>(): (key: string, make: () => Made) => Made {
  const kept = new Map<string, Made>();
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (kept.size < maxEntries) kept.set(key, made);
    return made;
  };
}
