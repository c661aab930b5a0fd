import { performBatch } from '../../src/platform/batch';
import { createReader } from '../../src/platform/db/reader';
import { openTransaction, transact, type Transaction } from '../../src/platform/db/transaction';
import { problem } from '../../src/platform/problems';
import { describeOnEachDatabase } from '../support/dialects';
import { insertWorkspace } from '../support/rows';

describeOnEachDatabase('A savepoint', (database) => {
  let before = 0;
  const id = (name: string): string => `wsp_${before}_${name}`;

  beforeEach(() => {
    before += 1;
  });

  const stored = async (): Promise<string[]> => {
    const rows = await createReader(database()).rows<{ id: string }>((db) =>
      db('workspaces').where('id', 'like', `wsp_${before}_%`).select('id').orderBy('id'),
    );
    return rows.map((row) => row.id);
  };

  const add = (transaction: Transaction, name: string): Promise<void> =>
    insertWorkspace(transaction, id(name));

  const refused = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    return 'not refused';
  };

  test('returns the result of its work, which the transaction commits', async () => {
    const result = await transact(database(), (transaction) =>
      transaction.savepoint(async () => {
        await add(transaction, 'a');
        return 'done';
      }),
    );
    expect(result).toBe('done');
    expect(await stored()).toEqual([id('a')]);
  });

  test('is rolled back alone when its work rejects', async () => {
    await transact(database(), async (transaction) => {
      await add(transaction, 'a');
      const work = transaction.savepoint(async () => {
        await add(transaction, 'b');
        throw new Error('refused');
      });
      expect(await refused(work)).toBe('refused');
      await transaction.savepoint(() => add(transaction, 'c'));
    });
    expect(await stored()).toEqual([id('a'), id('c')]);
  });

  test('makes a failed statement harmless, also while others are under way', async () => {
    await transact(database(), async (transaction) => {
      await add(transaction, 'a');
      for (const name of ['b', 'c']) {
        const work = transaction.savepoint(async () => {
          await Promise.all([add(transaction, name), add(transaction, 'a'), add(transaction, 'd')]);
        });
        expect(await refused(work)).toMatch(/unique|has failed/i);
      }
      await add(transaction, 'e');
    });
    expect(await stored()).toEqual([id('a'), id('e')]);
  });

  test('waits for what is still under way when its work rejects', async () => {
    await transact(database(), async (transaction) => {
      await add(transaction, 'a');
      const several = async () => {
        for (const name of ['b', 'c', 'd']) await add(transaction, name);
      };
      const work = transaction.savepoint(() =>
        Promise.all([several(), Promise.reject(new Error('refused'))]),
      );
      expect(await refused(work)).toBe('refused');
      await add(transaction, 'e');
    });
    expect(await stored()).toEqual([id('a'), id('e')]);
  });

  test('waits for a slow statement when a later one is refused before it is sent', async () => {
    const { dialect } = database();
    await transact(database(), async (transaction) => {
      await add(transaction, 'a');
      const slowly = async () => {
        await transaction.rows((db) =>
          db.select(db.raw(dialect === 'postgres' ? 'pg_sleep(0.3)' : '1')),
        );
        await add(transaction, 'b');
      };
      const broken = () =>
        transaction.write(() => {
          throw new Error('refused');
        });
      const work = transaction.savepoint(() => Promise.all([slowly(), broken()]));
      expect(await refused(work)).toBe('refused');
      await add(transaction, 'c');
    });
    expect(await stored()).toEqual([id('a'), id('c')]);
  });

  test('commits nothing when its work hides a failed statement', async () => {
    const { transaction, commit, rollback } = openTransaction(database());
    await add(transaction, 'a');
    const work = transaction.savepoint(async () => {
      await refused(add(transaction, 'a'));
    });
    expect(await refused(work)).toMatch(/has failed/);
    await add(transaction, 'b');
    await commit();
    await rollback();
    expect(await stored()).toEqual([id('a'), id('b')]);
  });

  test('does not repair a transaction that has failed before', async () => {
    const { transaction, commit, rollback } = openTransaction(database());
    await add(transaction, 'a');
    await refused(add(transaction, 'a'));
    const work = transaction.savepoint(() => add(transaction, 'b'));
    expect(await refused(work)).toMatch(/has failed/);
    expect(await refused(commit())).toMatch(/cannot be committed/);
    await rollback();
    expect(await stored()).toEqual([]);
  });

  test('drops the work that it queued for the commit, and no other', async () => {
    const ran: string[] = [];
    const queue = (transaction: Transaction, name: string): void => {
      transaction.beforeCommit(async () => {
        ran.push(`before ${name}`);
      });
      transaction.writeLast((db) =>
        db('workspaces')
          .where({ id: id(name) })
          .update({ name: 'last' }),
      );
      transaction.afterCommit(() => void ran.push(`after ${name}`));
    };
    await transact(database(), async (transaction) => {
      await add(transaction, 'a');
      await add(transaction, 'b');
      queue(transaction, 'a');
      const work = transaction.savepoint(async () => {
        queue(transaction, 'b');
        throw new Error('refused');
      });
      expect(await refused(work)).toBe('refused');
      await transaction.savepoint(async () => queue(transaction, 'c'));
    });
    expect(ran).toEqual(['before a', 'before c', 'after a', 'after c']);
    const rows: { id: string }[] = await database()
      .knex('workspaces')
      .where('id', 'like', `wsp_${before}_%`)
      .where({ name: 'last' })
      .select('id');
    expect(rows.map((row) => row.id)).toEqual([id('a')]);
  });

  test('of a batch is rolled back for a problem, and with the others for any other error', async () => {
    const perform = (failure: Error | undefined) =>
      transact(database(), (transaction) =>
        performBatch(transaction, [{ id: 'a' }, { id: 'b' }, { id: 'c' }], async (item) => {
          await add(transaction, item.id);
          if (item.id === 'b' && failure !== undefined) throw failure;
          return item.id;
        }),
      );
    expect(await refused(perform(new Error('broken')))).toBe('broken');
    expect(await stored()).toEqual([]);
    expect(await perform(problem('FORBIDDEN'))).toMatchObject([
      { id: 'a', status: 200, record: 'a' },
      { id: 'b', status: 403, error: { code: 'FORBIDDEN' } },
      { id: 'c', status: 200, record: 'c' },
    ]);
    expect(await stored()).toEqual([id('a'), id('c')]);
  });

  test('can be the first statement of a transaction', async () => {
    await transact(database(), async (transaction) => {
      const work = transaction.savepoint(() => Promise.reject(new Error('refused')));
      expect(await refused(work)).toBe('refused');
      await add(transaction, 'a');
    });
    expect(await stored()).toEqual([id('a')]);
  });
});
