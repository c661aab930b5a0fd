import { hashPassword } from '../../src/features/auth';
import type { Database } from '../../src/platform/db/connect';
import { transact, type Transaction } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { transferTables } from '../../src/cli/transfer/table-store';
import { testCost } from '../servers/password-cost';
import { accessRows } from './example-access';
import { actors, exampleNow, type Row } from './example-records';
import { workRows } from './example-work';
import { feedRows } from './example-feed';

// Deliveries and grants are not exported, but have an example.
const tables = [
  ...transferTables,
  ...[
    'webhook_deliveries',
    'oauth_grants',
    'oauth_tickets',
    'sign_in_links',
    'erasures',
    'insight_counts',
  ].map((name) => ({ name, late: [] })),
];

/** The actors of people. */
export const people = { owner: actors.ada } as const;

const password = 'correct horse battery staple';

/** The owner's sign-in. */
export const ownerSignIn = { email: 'ada@example.com', password } as const;

let hashed: Promise<string> | undefined;

/** The ids of all records of the example workspace. */
export const exampleIds: ReadonlySet<unknown> = new Set(
  Object.values(exampleRows('', 0)).flatMap((rows) => rows.map(({ id }) => id)),
);

/** The epoch in the cursors of the examples. */
const exampleEpoch = '1.0123456789';

/**
 * Replaces everything in the database with the example workspace. Shifts all its times so that the
 * examples' "now" is the current time, and returns that shift in milliseconds.
 */
export async function resetExampleWorkspace(database: Database): Promise<number> {
  hashed ??= hashPassword(password, testCost);
  const passwordHash = await hashed;
  const moved = Date.now() - Date.parse(exampleNow);
  const rows = exampleRows(passwordHash, moved);
  try {
    await transact(database, clear);
  } catch (cause) {
    throw new Error(
      'The former example workspace was not deleted. Is a new table missing in transferTables ' +
        '(src/cli/transfer/table-store.ts) or in tables (scripts/requests/example-workspace.ts)?',
      { cause },
    );
  }
  await transact(database, async (transaction) => {
    await transaction.write((db) => db('database_epoch').update({ epoch: exampleEpoch }));
    for (const { name, late } of tables) {
      const early = (rows[name] ?? []).map((row) => without(row, late));
      if (name === 'event_positions') await mergePositions(transaction, early);
      else if (early.length > 0) await insertRows(transaction, name, early);
    }
    for (const { name, late } of transferTables) {
      for (const row of rows[name] ?? []) {
        const given = late.filter((column) => row[column] !== undefined);
        if (given.length === 0) continue;
        const values = Object.fromEntries(given.map((column) => [column, row[column]]));
        const key = { workspace_id: row['workspace_id'], id: row['id'] };
        await transaction.write((db) => db(name).where(key).update(values));
      }
    }
  });
  return moved;
}

// Triggers have made the row already.
async function mergePositions(transaction: Transaction, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    await transaction.write((db) =>
      db('event_positions').insert(row).onConflict('workspace_id').merge(),
    );
  }
}

// test/support/workspace-of-statement.ts checks no statement that begins with a comment.
const everyWorkspace = '/* of the tests */';

async function clear(transaction: Transaction): Promise<void> {
  await transaction.write((db) => db('sign_in_attempts').delete());
  for (const { name, late } of transferTables) {
    if (late.length === 0) continue;
    const nothing = late.map((column) => `${column} = null`).join(', ');
    await transaction.write((db) => db.raw(`${everyWorkspace} update ${name} set ${nothing}`));
  }
  for (const { name } of tables.toReversed()) {
    await transaction.write((db) => db.raw(`${everyWorkspace} delete from ${name}`));
  }
}

function without(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}

function exampleRows(
  passwordHash: string,
  moved: number,
): Readonly<Record<string, readonly Row[]>> {
  return { ...accessRows(passwordHash, moved), ...workRows(moved), ...feedRows(moved) };
}
