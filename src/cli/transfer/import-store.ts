import type { Database } from '../../platform/db/connect';
import type { Reader } from '../../platform/db/reader';
import { transact, type Transaction } from '../../platform/db/transaction';
import { insertRows } from '../../platform/db/statements/compiled';
import type { Row } from './record-rules';
import { transferTables, type TransferTable } from './table-store';

/** Removes the time limits of statements and lock waits from this transaction. */
export async function liftTimeouts(transaction: Transaction): Promise<void> {
  if (transaction.dialect === 'sqlite') return;
  await transaction.write((db) => db.raw('set local lock_timeout = 0'));
  await transaction.write((db) => db.raw('set local statement_timeout = 0'));
}

/**
 * Tells the planner of Postgres about the imported rows, because it would plan for the tables of
 * before until autovacuum runs. A failure does not matter, because the import has committed.
 */
export async function analyze(database: Database): Promise<void> {
  if (database.dialect === 'sqlite') return;
  const tables = [...transferTables.map(({ name }) => name), 'search_entries'];
  await transact(database, async (transaction) => {
    await liftTimeouts(transaction);
    await transaction.write((db) => db.raw(`analyze ${tables.join(', ')}`));
  }).catch(() => undefined);
}

/** Whether the database has the workspace. */
export async function hasWorkspace(reader: Reader, workspaceId: string): Promise<boolean> {
  const row = await reader.first((db) => db('workspaces').where({ id: workspaceId }).select('id'));
  return row !== undefined;
}

/** The values of a globally unique column that other workspaces already have. */
export async function findConflicts(
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

/**
 * Creates a temporary table for the values of a table's late columns. It lasts until the end of the
 * transaction.
 */
export async function prepareLate(transaction: Transaction, table: TransferTable): Promise<void> {
  const onCommit = transaction.dialect === 'postgres' ? 'on commit drop' : '';
  await transaction.write((db) =>
    db.raw(
      `create temporary table ?? ${onCommit} as select ${placeholders(table)} from ?? limit 0`,
      [lateTable(table), ...table.key, ...table.late, table.name],
    ),
  );
}

/** Inserts rows of the workspace. Values of late columns go to the temporary table. */
export async function insertBatch(
  transaction: Transaction,
  table: TransferTable,
  workspaceId: string,
  rows: readonly Row[],
): Promise<void> {
  if (table.isShared === true) return insertShared(transaction, table, rows);
  const scope = table.name === 'workspaces' ? {} : { workspace_id: workspaceId };
  if (table.derived !== undefined) return mergeDerived(transaction, table, workspaceId, rows);
  const emptyLate = Object.fromEntries(table.late.map((column) => [column, null]));
  await insertRows(
    transaction,
    table.name,
    rows.map((row) => ({ ...scope, ...row, ...bytesOf(table, row), ...emptyLate })),
  );
  const copiedColumns = [...table.key, ...table.late];
  const late = rows.filter((row) => table.late.some((column) => row[column] !== null));
  await insertRows(
    transaction,
    lateTable(table),
    late.map((row) => Object.fromEntries(copiedColumns.map((column) => [column, row[column]]))),
  );
}

function bytesOf({ binary }: TransferTable, row: Row): Readonly<Record<string, Buffer>> {
  return binary === undefined ? {} : { [binary]: Buffer.from(String(row[binary]), 'base64') };
}

// The workspace may have been here before, or another one of the same client.
async function insertShared(
  transaction: Transaction,
  { name, key }: TransferTable,
  rows: readonly Row[],
): Promise<void> {
  for (const row of rows) {
    await transaction.write((db) =>
      db(name)
        .insert({ ...row })
        .onConflict([...key])
        .ignore(),
    );
  }
}

// The triggers have made the row already.
async function mergeDerived(
  transaction: Transaction,
  { name }: TransferTable,
  workspaceId: string,
  rows: readonly Row[],
): Promise<void> {
  for (const row of rows) {
    await transaction.write((db) =>
      db(name)
        .insert({ workspace_id: workspaceId, ...row })
        .onConflict('workspace_id')
        .merge({ ...row }),
    );
  }
}

/** Copies the values of late columns from the temporary table, after all rows are inserted. */
export async function setLate(
  transaction: Transaction,
  table: TransferTable,
  workspaceId: string,
): Promise<void> {
  const temporary = lateTable(table);
  const sets = table.late.map(() => '?? = ??').join(', ');
  const sameKey = table.key.map(() => '?? = ??').join(' and ');
  const pairsOf = (columns: readonly string[], prefix: string): string[] =>
    columns.flatMap((column) => [`${prefix}${column}`, `${temporary}.${column}`]);
  await transaction.write((db) =>
    db.raw(`update ?? set ${sets} from ?? where ?? = ? and ${sameKey}`, [
      table.name,
      ...pairsOf(table.late, ''),
      temporary,
      `${table.name}.workspace_id`,
      workspaceId,
      ...pairsOf(table.key, `${table.name}.`),
    ]),
  );
  await transaction.write((db) => db.raw('drop table ??', [temporary]));
}

function lateTable({ name }: TransferTable): string {
  return `late_${name}`;
}

function placeholders({ key, late }: TransferTable): string {
  return [...key, ...late].map(() => '??').join(', ');
}
