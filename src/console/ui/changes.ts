/** A name with its value, both for people. */
export type Fact = readonly [name: string, value: string | null];

/** The members whose values differ, as they are after the change. */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const changes: Partial<Body> = {};
  for (const name in after) {
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changes[name] = after[name];
  }
  return changes;
}

/** A member of a record in words. `nameOf` gives the name of a record with this id. */
export function factOf(
  [name, value]: readonly [string, unknown],
  nameOf: (id: string) => string = (id) => id,
): Fact {
  return [name.replaceAll('_', ' '), textOf(value, nameOf)];
}

function textOf(value: unknown, nameOf: (id: string) => string): string | null {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(String).map(nameOf).join(', ') || null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
