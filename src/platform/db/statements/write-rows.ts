import type { Transaction } from '../transaction';
import { bool } from './columns';
import { compiledInsert } from './compiled';

// SQLite allows 32,766 parameters and 500 terms of a compound select, Postgres 65,535 parameters.
const maxParameters = 32_000;
const maxRows = 500;

// Most inserts have one row.
const singleInserts = new Map<string, ReturnType<typeof compiledInsert>>();

/**
 * Inserts any number of rows in as few statements as the databases allow. Resolves with their
 * number.
 */
export async function insertRows(
  transaction: Transaction,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<number> {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0) {
    const insert = singleInserts.get(table) ?? compiledInsert(table);
    singleInserts.set(table, insert);
    return transaction.write(insert(only));
  }
  const columns = new Set(rows.flatMap((row) => Object.keys(row))).size;
  const size = Math.min(maxRows, Math.floor(maxParameters / columns));
  let inserted = 0;
  for (let start = 0; start < rows.length; start += size) {
    const chunk = rows.slice(start, start + size);
    inserted += await transaction.write((db) => db(table).insert(chunk));
  }
  return inserted;
}

/** The columns of a record that a change of it needs. */
interface VersionedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly version: number;
}

/** The columns that a change may set: all except the key and the version. */
export type RowChanges<Row extends VersionedRow> = Partial<Omit<Row, keyof VersionedRow>>;

/**
 * Changes columns of a locked record and increments its version. Returns the row with these
 * changes.
 */
export async function updateVersioned<Row extends VersionedRow>(
  transaction: Transaction,
  table: string,
  row: Row,
  changes: RowChanges<Row>,
): Promise<Row> {
  const { workspace_id, id } = row;
  const version = row.version + 1;
  await transaction.write((db) =>
    db(table)
      .where({ workspace_id, id })
      .update({ ...changes, version }),
  );
  return { ...row, ...changes, version };
}

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
