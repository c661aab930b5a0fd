import type { Transaction } from '../transaction';

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
