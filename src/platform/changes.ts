import { bool } from './db/statements/columns';

/** What a merge changes of the fields that it may. */
export type Changed<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/**
 * What a merge changes: the fields of `wanted` that are given and differ from the row. An absent (undefined) field is not touched; a
 * flag is compared as such, whatever the database keeps it as.
 */
export function differing<Fields extends object>(row: object, wanted: Fields): Changed<Fields>;
export function differing(row: object, wanted: object): object {
  const before = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => {
      const old = before.get(name);
      return value !== undefined && (typeof value === 'boolean' ? bool(old) : old) !== value;
    }),
  );
}
