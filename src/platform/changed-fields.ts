import { bool } from './db/statements/columns';

/** The fields that a merge changes. */
export type Changed<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/**
 * The fields of `wanted` that differ from the row. Undefined fields are ignored. Booleans are
 * compared as booleans, because SQLite stores them as numbers.
 */
export function changedFields<Fields extends object>(row: object, wanted: Fields): Changed<Fields>;
export function changedFields(row: object, wanted: object): object {
  const before = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => {
      const old = before.get(name);
      return value !== undefined && (typeof value === 'boolean' ? bool(old) : old) !== value;
    }),
  );
}
