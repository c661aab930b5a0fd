import type { Database } from '../../src/platform/db/connect';
import { transact } from '../../src/platform/db/transaction';

/**
 * Reads the version of workspace wsp_1, pauses, and writes it plus one: correct only when no other
 * transaction comes between.
 */
export async function increment(database: Database): Promise<void> {
  await transact(database, async (transaction) => {
    const row = await transaction.first<{ version: number }>((db) =>
      db('workspaces').where({ id: 'wsp_1' }).select('version').forNoKeyUpdate(),
    );
    await new Promise(setImmediate);
    await transaction.write((db) =>
      db('workspaces')
        .where({ id: 'wsp_1' })
        .update({ version: (row?.version ?? 0) + 1 }),
    );
  });
}
