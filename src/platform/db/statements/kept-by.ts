// Texts of statements come from what a request chooses: nobody's choices may fill the memory.
const mostKept = 200;

/** Keeps what is made for a key; beyond 200 keys, it is made each time. */
export function keepBy<Made>(): (key: string, make: () => Made) => Made {
  const kept = new Map<string, Made>();
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (kept.size < mostKept) kept.set(key, made);
    return made;
  };
}
