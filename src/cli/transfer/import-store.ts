import type { Transaction } from '../../platform/db/transaction';
import { insertRows } from '../../platform/db/statements/insert';
import type { Row } from './record-rules';
import type { TransferTable } from './transfer-tables';

/** An import takes as long as it takes: neither its statements nor their waiting for locks are cut short. */
export async function liftTimeouts(transaction: Transaction): Promise<void> {
  if (transaction.dialect === 'sqlite') return;
  await transaction.write((db) => db.raw('set local lock_timeout = 0'));
  await transaction.write((db) => db.raw('set local statement_timeout = 0'));
}

/** Whether there is a workspace of that id. */
export async function isWorkspaceThere(
  transaction: Transaction,
  workspaceId: string,
): Promise<boolean> {
  const found = await transaction.first((db) =>
    db('workspaces').where({ id: workspaceId }).select('id'),
  );
  return found !== undefined;
}

/** Those of the values that other workspaces have in a column which is unique among all of them. */
export async function findTaken(
  transaction: Transaction,
  { table, column, workspaceId }: { table: string; column: string; workspaceId: string },
  values: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction.rows<{ value: string }>((db) =>
    db(table)
      .whereIn(column, [...values])
      .whereNot({ workspace_id: workspaceId })
      .select({ value: column }),
  );
  return new Set(rows.map(({ value }) => value));
}

/** Makes a place for the late values of a table, which lasts as long as the transaction. */
export async function prepareLate(transaction: Transaction, table: TransferTable): Promise<void> {
  const end = transaction.dialect === 'postgres' ? 'on commit drop' : '';
  await transaction.write((db) =>
    db.raw(`create temporary table ?? ${end} as select ${marks(table)} from ?? limit 0`, [
      placeOf(table),
      ...table.key,
      ...table.late,
      table.name,
    ]),
  );
}

/** Inserts rows of the workspace; what is late is put aside. */
export async function insertBatch(
  transaction: Transaction,
  table: TransferTable,
  workspaceId: string,
  rows: readonly Row[],
): Promise<void> {
  const scope = table.name === 'workspaces' ? {} : { workspace_id: workspaceId };
  const nothing = Object.fromEntries(table.late.map((column) => [column, null]));
  await insertRows(
    transaction,
    table.name,
    rows.map((row) => ({ ...scope, ...row, ...nothing })),
  );
  const kept = [...table.key, ...table.late];
  const late = rows.filter((row) => table.late.some((column) => row[column] !== null));
  await insertRows(
    transaction,
    placeOf(table),
    late.map((row) => Object.fromEntries(kept.map((column) => [column, row[column]]))),
  );
}

/** Sets the late columns of a table, now that everything is there. */
export async function setLate(
  transaction: Transaction,
  table: TransferTable,
  workspaceId: string,
): Promise<void> {
  const place = placeOf(table);
  const sets = table.late.map(() => '?? = ??').join(', ');
  const same = table.key.map(() => '?? = ??').join(' and ');
  const bothOf = (columns: readonly string[], of: string): string[] =>
    columns.flatMap((column) => [`${of}${column}`, `${place}.${column}`]);
  await transaction.write((db) =>
    db.raw(`update ?? set ${sets} from ?? where ?? = ? and ${same}`, [
      table.name,
      ...bothOf(table.late, ''),
      place,
      `${table.name}.workspace_id`,
      workspaceId,
      ...bothOf(table.key, `${table.name}.`),
    ]),
  );
  await transaction.write((db) => db.raw('drop table ??', [place]));
}

function placeOf({ name }: TransferTable): string {
  return `late_${name}`;
}

function marks({ key, late }: TransferTable): string {
  return [...key, ...late].map(() => '??').join(', ');
}
