import { connect, type Database } from '../../src/platform/db/connect';
import { createReader } from '../../src/platform/db/reader';
import { openTransaction, transact, type Transaction } from '../../src/platform/db/transaction';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { insertWorkspace } from '../support/rows';
import { recordStatements } from '../support/statements';

let database: TestDatabase;

beforeEach(async () => {
  database = await openTestDatabase('sqlite');
});
afterEach(() => database.close());

const ids = Array.from({ length: 20 }, (_, index) => `wsp_${String(index).padStart(2, '0')}`);
const stored = async (of: Database = database): Promise<string[]> => {
  const rows = await createReader(of).rows<{ id: string }>((db) =>
    db('workspaces').select('id').orderBy('id'),
  );
  return rows.map(({ id }) => id);
};
const add = (id: string): Promise<void> =>
  transact(database, (transaction) => insertWorkspace(transaction, id));
const isRefusedCommit = (outcome: PromiseSettledResult<void>): boolean =>
  outcome.status === 'rejected' && /FOREIGN KEY/.test(String(outcome.reason));
const count = (statements: readonly string[], begin: string): number =>
  statements.filter((sql) => sql.startsWith(begin)).length;

describe('On SQLite, transactions that arrive together', () => {
  test('share one commit', async () => {
    const { statements } = await recordStatements(database, () => Promise.all(ids.map(add)));
    expect(count(statements, 'COMMIT')).toBeLessThan(ids.length);
    expect(await stored()).toEqual(ids);
  });

  test('resolve when other connections can see their writes', async () => {
    const other = connect(database.url);
    try {
      await Promise.all(
        ids.map(async (id) => {
          await add(id);
          expect(await stored(other)).toContain(id);
        }),
      );
    } finally {
      await other.close();
    }
  });

  test('fail separately', async () => {
    const outcomes = await Promise.allSettled(
      ids.map((id, index) =>
        transact(database, async (transaction) => {
          await insertWorkspace(transaction, id);
          if (index % 3 === 0) throw new Error('changed my mind');
          if (index % 3 === 1) await insertWorkspace(transaction, id);
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      ids.map((_, index) => index % 3 === 2),
    );
    expect(await stored()).toEqual(ids.filter((_, index) => index % 3 === 2));
  });

  test('are all rolled back when the database refuses their commit, and later ones are not', async () => {
    const breakCommit = async (transaction: Transaction): Promise<void> => {
      await transaction.rows((db) => db.raw('pragma defer_foreign_keys = on'));
      await transaction.write((db) =>
        db.raw(
          `insert into domains (workspace_id, id, name, created_by_actor_id, updated_by_actor_id, created_at, updated_at)
           values ('wsp_none', 'dom_1', 'x', 'atr_none', 'atr_none', '', '')`,
        ),
      );
    };
    const failAfterReading = async (transaction: Transaction): Promise<void> => {
      const [found] = await transaction.rows((db) => db('workspaces').where({ id: 'wsp_01' }));
      throw new Error(found === undefined ? 'It is not there.' : 'It is there already.');
    };
    const send = (one: string, other: string) =>
      Promise.allSettled([
        add(one),
        transact(database, failAfterReading),
        transact(database, breakCommit),
        add(other),
      ]);
    // A group ends after 25 ms, which statements may take on a slow machine: then it is sent again.
    let before: string[] = [];
    let outcomes: readonly PromiseSettledResult<void>[] = [];
    for (let count = 10; count < 30; count += 1) {
      before = await stored();
      outcomes = await send(`wsp_${count}a`, `wsp_${count}b`);
      if (outcomes.every(isRefusedCommit)) break;
    }
    expect(outcomes.map(isRefusedCommit)).toEqual([true, true, true, true]);
    expect(await stored()).toEqual(before);
    await add('wsp_new');
    expect(await stored()).toEqual([...before, 'wsp_new']);
  });

  test('wait for a slow one, and are not affected by its rollback', async () => {
    const slow = openTransaction(database);
    await insertWorkspace(slow.transaction, 'wsp_slow');
    const others = Promise.all(ids.map(add));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await stored()).toEqual([]);
    await slow.rollback();
    await others;
    expect(await stored()).toEqual(ids);
  });

  test('wait for another process without blocking readers', async () => {
    const other = connect(database.url);
    try {
      const { transaction, commit } = openTransaction(other);
      await insertWorkspace(transaction, 'wsp_other');
      const others = Promise.all(ids.map(add));
      for (let read = 0; read < 20; read += 1) {
        const began = performance.now();
        expect(await stored()).toEqual([]);
        expect(performance.now() - began).toBeLessThan(1_000);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      await commit();
      await others;
      expect(await stored()).toEqual(['wsp_other', ...ids].toSorted());
    } finally {
      await other.close();
    }
  });

  test('let another process write between full groups', async () => {
    await add('wsp_busy');
    const other = connect(database.url, { durable: false, takesTurns: true });
    let isBusy = true;
    const touch = (transaction: Transaction): Promise<number> =>
      transaction.write((db) => db('workspaces').where({ id: 'wsp_busy' }).increment('version'));
    const loops = Array.from({ length: 100 }, async () => {
      while (isBusy) await transact(other, touch);
    });
    for (const id of ids) await add(id);
    isBusy = false;
    await Promise.all(loops);
    await other.close();
    expect(await stored()).toEqual([...ids, 'wsp_busy']);
  });

  test('see the writes of earlier ones', async () => {
    const seen: number[] = [];
    await Promise.all(
      ids.map((id) =>
        transact(database, async (transaction) => {
          seen.push((await transaction.rows((db) => db('workspaces').select('id'))).length);
          await insertWorkspace(transaction, id);
        }),
      ),
    );
    expect(seen).toEqual(ids.map((_, index) => index));
  });
});
