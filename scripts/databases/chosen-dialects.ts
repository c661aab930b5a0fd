import type { Dialect } from '../../src/platform/db/statements/columns';

/** The databases that everything is tested on. */
export const allDialects: readonly Dialect[] = ['sqlite', 'postgres'];

/**
 * The databases of this run: those that DATABASES names, separated by commas, or both. Throws an
 * Error for an unknown name.
 */
export function chosenDialects(): readonly Dialect[] {
  const { DATABASES: named } = process.env;
  if (named === undefined) return allDialects;
  const names = named.split(',');
  const chosen = allDialects.filter((dialect) => names.includes(dialect));
  if (chosen.length !== names.length) {
    throw new Error(`DATABASES is ${named}, but must be sqlite, postgres or sqlite,postgres.`);
  }
  return chosen;
}
