import { setTimeout as pause } from 'node:timers/promises';
import { createReader } from '../../src/platform/db/reader';
import { openTransaction } from '../../src/platform/db/transaction';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnDialect } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { aWorkspace } from '../../scripts/requests/given';

// SQLite has one writer at a time, so it has no deadlocks.
describeOnDialect('postgres', 'On Postgres, two deadlocked transactions', () => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    app = await startApp(database);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const waits = async (): Promise<void> => {
    const waiting = (): Promise<object | undefined> =>
      createReader(database).first((db) =>
        db('pg_stat_activity')
          .where({ wait_event_type: 'Lock' })
          .whereRaw('datname = current_database()')
          .select('pid'),
      );
    while ((await waiting()) === undefined) await pause(10);
  };

  /** Deadlocks a claim with another transaction. Returns whether Postgres cancelled the claim's. */
  async function deadlock(): Promise<boolean> {
    const { agent, worker, person } = await aWorkspace(app, database);
    const { id } = await person.ok('createAction', { body: { title: 'Hang', status: 'ready' } });
    const other = openTransaction(database);
    await other.transaction.rows((db) => db('actions').where({ id }).select('id').forUpdate());
    const retries = (): number => app.logs.filter((line) => line.includes('retrying it')).length;
    const before = retries();
    const claiming = worker.ok('claimNextAction', { path: { id: agent.id }, body: {} });
    await waits();
    // The request has locked its agent and waits for the action.
    try {
      await other.transaction.rows((db) =>
        db('agents').where({ id: agent.id }).select('id').forUpdate(),
      );
    } catch (error) {
      expect(error).toMatchObject({ code: '40P01' });
      await other.rollback();
      await claiming;
      return false;
    }
    await other.transaction.write((db) => db('actions').where({ id }).update({ title: 'Hang it' }));
    await other.commit();
    const { action, reason } = await claiming;
    expect([reason, action?.id, action?.title]).toEqual(['claimed', id, 'Hang it']);
    expect(retries() - before).toBe(1);
    const claims = await createReader(database).rows((db) =>
      db('events').where({ action_id: id, kind: 'action.claimed' }),
    );
    expect(claims).toHaveLength(1);
    return true;
  }

  test('are retried, and both requests succeed', async () => {
    // The one that has waited for a second is cancelled. On a busy machine it may be the other one.
    for (let attempt = 1; attempt <= 5; attempt += 1) if (await deadlock()) return;
    throw new Error('Postgres cancelled the other transaction each time.');
  });
});
