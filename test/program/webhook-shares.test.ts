import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { transact } from '../../src/platform/db/transaction';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { typescript } from '../support/program';
import { deliver, startReceiver, type Receiver } from '../../scripts/servers/receiver';

/** Longer than a test may take: who waits for a receiver that never answers, waits for ever. */
const FOR_EVER = 600_000;

// Workspaces are compared by order: no request of a slow one has ended when a message arrives.
describeOnEachDatabase('The shares of workspaces in deliveries', (database) => {
  let app: TestApp;
  let silent: Receiver;
  let quick: Receiver;
  let quickWorkspace: GivenWorkspace;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    app = await startApp(database(), { webhookAllow: ['127.0.0.1'] });
  });
  beforeEach(async () => {
    [silent, quick] = await Promise.all([startReceiver(), startReceiver()]);
    silent.respond = () => undefined;
  });
  afterEach(async () => {
    await silent.close();
    for (const end of ends.splice(0)) await end();
    await database().knex('webhook_deliveries').delete();
    await database().knex('webhooks').delete();
    await quick.close();
  });
  afterAll(() => app.close());

  const webhooks = async ({ person }: GivenWorkspace, url: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      await person.ok('createWebhook', { body: { url, kinds: ['action.created'] } });
    }
  };
  const act = ({ person }: GivenWorkspace) =>
    person.ok('createAction', { body: { title: 'Hang the moon', status: 'ready' } });
  /** Stores events of the workspace, as many actions at once would. */
  const insertEvents = ({ workspaceId, owner }: GivenWorkspace, count: number) =>
    transact(database(), async (transaction) => {
      const key = { workspace_id: workspaceId };
      const feed = await transaction.first<{ last: number }>((db) =>
        db('event_positions').where(key).select('last'),
      );
      const end = Number(feed?.last);
      const rows = Array.from({ length: count }, (_, index) => ({
        ...key,
        id: `evt_${index}_${end}`,
        kind: 'action.created',
        position: end + index + 1,
        actor_id: owner.owner.id,
        subject_type: 'workspace',
        subject_id: workspaceId,
        subject_title: 'City Theatre',
        summary: 'Something happened.',
        created_at: new Date().toISOString(),
      }));
      for (let at = 0; at < count; at += 50) {
        await insertRows(transaction, 'events', rows.slice(at, at + 50));
      }
      await transaction.write((db) =>
        db('event_positions')
          .where(key)
          .update({ last: end + count }),
      );
    });
  /** Workspaces whose receivers never answer, and that have more deliveries than they can send. */
  const silentWorkspaces = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const given = await aWorkspace(app, database());
      await webhooks(given, silent.url, 16);
      await insertEvents(given, 20);
    }
  };
  const start = () => {
    ends.push(deliver(database(), { lease: FOR_EVER, response: FOR_EVER }));
  };
  const startProcess = () => {
    const script = join(__dirname, '..', 'support', 'deliver-process.ts');
    const times = [String(FOR_EVER), String(FOR_EVER)];
    const child = spawn(process.execPath, [...typescript, script, database().url, ...times]);
    ends.push(() => killed(child));
  };
  /** Resolves when no message has come to the silent receiver for a second. */
  const untilAllWait = async () => {
    for (let count = -1; count !== silent.received.length || count === 0;) {
      count = silent.received.length;
      await pause(1000);
    }
  };
  const untilQuick = async () => {
    quickWorkspace = await aWorkspace(app, database());
    await webhooks(quickWorkspace, quick.url, 1);
    await act(quickWorkspace);
    await quick.until(() => quick.received.length > 0);
  };

  test.each([1, 4])('receivers of %i workspaces that never answer leave slots', async (count) => {
    await silentWorkspaces(count);
    start();
    await untilAllWait();
    await untilQuick();
    expect(silent.received.length).toBeLessThan(16 * 20 * count);
  });

  test('so do they with two processes', async () => {
    await silentWorkspaces(2);
    startProcess();
    startProcess();
    await untilAllWait();
    await untilQuick();
  }, 120_000);

  test('a workspace with many webhooks and events does not delay the reading of others', async () => {
    const given = await aWorkspace(app, database());
    quickWorkspace = await aWorkspace(app, database());
    await webhooks(given, silent.url, 16);
    await webhooks(quickWorkspace, quick.url, 1);
    await insertEvents(given, 600);
    await act(quickWorkspace);
    start();
    await quick.until(() => quick.received.length > 0);
    const [row] = await database()
      .knex('webhook_deliveries')
      .where({ workspace_id: given.workspaceId })
      .count({ stored: '*' });
    expect(Number(row?.['stored'])).toBeLessThan((16 * 600) / 2);
  });

  test('one workspace takes at most a quarter of the slots', async () => {
    await silentWorkspaces(1);
    start();
    await untilAllWait();
    expect(silent.received).toHaveLength(32);
  });
});

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}
