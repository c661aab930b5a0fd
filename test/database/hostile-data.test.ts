import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { pino } from 'pino';
import { setTimeout as pause } from 'node:timers/promises';
import { runTimers } from '../../src/cli/serve/timers';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { TransferError } from '../../src/cli/transfer';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDialect, describeOnEachDatabase } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import {
  aWorkspace,
  createRecordOfEachKind,
  type GivenWorkspace,
  type RecordIds,
} from '../../scripts/requests/given';
import { insertMix } from '../support/mixed-workspace';
import {
  factsOf,
  forAgents,
  forPeople,
  operationIds,
  queryOf,
  recordKindOf,
} from '../../scripts/requests/operations';
import { exported, imported } from '../support/transfer';
import { streamTimes } from '../../src/features/feed';
import { insertRows } from '../../src/platform/db/statements/write-rows';
import { transact } from '../../src/platform/db/transaction';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { openStream } from '../support/event-stream';
import { moveIntoPast } from '../../scripts/model/pass-time';
import { deliver, startReceiver, type Receiver } from '../../scripts/servers/receiver';

const sizes = {
  agents: 2,
  domains: 2,
  projects: 2,
  orders: 2,
  documents: 2,
  actions: 12,
  questions: 4,
  events: 6,
};

const RUNS: Readonly<Record<Dialect, number>> = {
  sqlite: Number(process.env['HOSTILE_RUNS'] ?? 60),
  postgres: Number(process.env['HOSTILE_RUNS'] ?? 25),
};

const reads = operationIds.filter((id) => {
  const { method, security } = factsOf(id);
  return method === 'get' && security.length > 0 && id !== 'streamEvents';
});

interface Mutation {
  readonly line: number;
  readonly column: number;
  /** A value, or the number of another row whose value of this column is taken. */
  readonly value: { readonly of: unknown } | { readonly from: number };
}

const texts = [
  '',
  ' ',
  'oops',
  'null',
  '{}',
  '[]',
  '[1]',
  '["oops"]',
  '{"a":',
  '"\\u0000"',
  '["\\u0000"]',
  '["\\ud800"]',
  '['.repeat(5000) + ']'.repeat(5000),
  'x'.repeat(100_000),
  '\u0000',
  '\u001b[2J\u0007\u202e',
  'a\r\nSet-Cookie: x=y',
  '__proto__',
  '../../etc',
  'http://user:pass@example.com/',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  'scrypt$3$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  'scrypt$1073741824$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  'whsec_',
  'system',
  'agent',
  'question',
  'proposal',
  'done',
  'resolved',
  'dropped',
  'active',
  'pending',
  'updateAction',
  'Europe/Atlantis',
];

const times = [
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '1000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2026-13-01T00:00:00.000Z',
  '2026-11-26T12:00:00Z',
  '2030-01-01T00:00:00.000Z',
];

const numbers = [0, -1, 1, 1.5, 31, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e308];

const given = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, ...numbers, ...texts, ...times, {}, [], [1]),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const mutation: fc.Arbitrary<Mutation> = fc.record({
  line: fc.nat(),
  column: fc.nat(),
  value: fc.oneof(fc.record({ of: given }), fc.record({ from: fc.nat() })),
});

/** The file with changed rows and a valid end. */
function mutated(lines: readonly string[], mutations: readonly Mutation[]): string {
  const rows = lines.slice(1, -1).map((line): { table: string; row: Record<string, unknown> } => {
    return JSON.parse(line);
  });
  const tables = [...new Set(rows.map(({ table }) => table))];
  for (const { line, column, value } of mutations) {
    // Each table as often as any other, however many rows it has.
    const table = tables[line % tables.length];
    const ofTable = rows.filter((each) => each.table === table);
    const row = ofTable[line % ofTable.length]?.row;
    if (row === undefined) continue;
    const names = Object.keys(row);
    const name = names[column % names.length] ?? '';
    row[name] = 'of' in value ? value.of : ofTable[value.from % ofTable.length]?.row[name];
  }
  const body = [lines[0] ?? '', ...rows.map((row) => JSON.stringify(row))]
    .map((line) => `${line}\n`)
    .join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${body}${(lines.at(-1) ?? '').replace(/"sha256":"\w+"/, `"sha256":"${sha256}"`)}\n`;
}

describeOnEachDialect('A hostile export, imported on %s', (dialect) => {
  let source: TestDatabase;
  let sourceApp: TestApp;
  let hostile: GivenWorkspace;
  let records: RecordIds;
  let lines: readonly string[];

  interface Target {
    readonly database: TestDatabase;
    readonly app: TestApp;
    readonly other: GivenWorkspace;
    readonly before: string;
  }
  let target: Target | undefined;

  beforeAll(async () => {
    source = await openTestDatabase(dialect);
    sourceApp = await startApp(source);
    hostile = await aWorkspace(sourceApp, source, 'Hostile');
    await insertMix(source, hostile.owner.owner, sizes);
    records = await createRecordOfEachKind(hostile, 'hostile');
    await hostile.worker.ok('createAction', { body: { title: 'Once', client_request_id: 'once' } });
    lines = (await exported(source.url, hostile.workspaceId)).trimEnd().split('\n');
  });
  afterAll(async () => {
    await sourceApp.close();
    await source.close();
    await closeTarget();
  });

  const closeTarget = async (): Promise<void> => {
    await target?.app.close();
    await target?.database.close();
    target = undefined;
  };
  const openTarget = async (): Promise<Target> => {
    const database = await openTestDatabase(dialect);
    const app = await startApp(database, { publicUrl: 'https://callboard.example.com' });
    const other = await aWorkspace(app, database, 'Other');
    await createRecordOfEachKind(other, 'other');
    await other.worker.ok('getMe');
    const before = await exported(database.url, other.workspaceId);
    return { database, app, other, before };
  };

  const readAll = async (app: TestApp): Promise<string[]> => {
    const failed: string[] = [];
    const read = async (api: ApiClient, id: (typeof reads)[number]): Promise<void> => {
      const path = factsOf(id).path.includes('{id}') ? { id: records[recordKindOf(id)] } : {};
      const { status } = await api.send(id, { path, query: queryOf(id) });
      if (status >= 500) failed.push(`${id} ${status}`);
    };
    const person = client(app, { cookie: hostile.owner.cookie });
    const worker = client(app, { bearer: hostile.token });
    for (const id of reads) {
      if (forPeople(id)) await read(person, id);
      if (forAgents(id)) await read(worker, id);
    }
    const { email, password } = hostile.owner;
    const sent = await client(app).send('createSession', { body: { email, password } });
    if (sent.status >= 500) failed.push(`createSession ${sent.status}`);
    return failed;
  };

  test('is refused, or harms neither its own reads nor another workspace', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 2 }), async (mutations) => {
        target ??= await openTarget();
        const { database, app, other, before } = target;
        try {
          await imported(database, mutated(lines, mutations));
        } catch (error) {
          if (!(error instanceof TransferError)) throw error;
          expect(error.message).toMatch(/^(Lines? \d+|The rows of \w+)/);
          return;
        }
        accepted += 1;
        expect(await readAll(app)).toEqual([]);
        const log: string[] = [];
        const parts = {
          database,
          config: app.config,
          log: pino({ level: 'warn' }, { write: (line: string) => void log.push(line) }),
        };
        await runTimers(parts);
        await runHousekeeping(parts);
        expect(log.filter((line) => !line.includes('more than two days behind'))).toEqual([]);
        expect(await exported(database.url, other.workspaceId)).toBe(before);
        await closeTarget();
      }),
      { numRuns: RUNS[dialect], endOnFailure: true },
    );
    expect(accepted).toBeGreaterThan(0);
  }, 600_000);
});

const fromNow = (milliseconds: number) => addMilliseconds(new Date().toISOString(), milliseconds);

/** Rows that no request stores, put straight into the tables of one workspace. */
describeOnEachDatabase('Broken rows of one workspace', (database) => {
  let app: TestApp;
  let broken: GivenWorkspace;
  let other: GivenWorkspace;
  let receiver: Receiver;
  let lines: { msg: string; workspace_id?: string; table?: string; retry_in_ms?: number }[];
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );

  beforeAll(async () => {
    const config = {
      webhookAllow: ['127.0.0.1'],
      // Events then have the addresses of pages.
      console: true,
      publicUrl: 'https://callboard.example.com',
    };
    app = await startApp(database(), config, { streamTimes });
  });
  beforeEach(async () => {
    lines = [];
    // The loops look at workspaces in the order of their ids, at the broken one first.
    broken = await aWorkspace(app, database(), 'Broken');
    other = await aWorkspace(app, database(), 'Other');
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());
  afterAll(() => app.close());

  const change = (table: string, where: object, values: object) =>
    transact(database(), (transaction) =>
      transaction.write((db) => db(table).where(where).update(values)),
    );
  const inBroken = () => ({ workspace_id: broken.workspaceId });
  const webhookIn = (workspace: GivenWorkspace) =>
    workspace.person.ok('createWebhook', {
      body: { url: receiver.url, kinds: ['action.created'] },
    });
  const act = (workspace: GivenWorkspace) =>
    workspace.person.ok('createAction', { body: { title: 'Sew', status: 'ready' } });
  const arrivals = (): string[] =>
    receiver.received.map(({ body }) => String(JSON.parse(body).data?.workspace_id));

  describe('stop no delivery of another one', () => {
    let stop: (() => Promise<void>) | undefined;
    afterEach(async () => {
      await stop?.();
      stop = undefined;
      await database().knex('webhook_deliveries').delete();
      await database().knex('webhooks').delete();
    });
    const bothAct = async (): Promise<void> => {
      await act(broken);
      await act(other);
      stop = deliver(database(), { log });
      await receiver.until(() => arrivals().includes(other.workspaceId));
    };

    test.each([
      ['kinds that are no JSON', { kinds: 'oops' }],
      ['kinds that are no array', { kinds: '{}' }],
    ])('with a webhook that has %s', async (_, values) => {
      const { id } = await webhookIn(broken);
      await webhookIn(other);
      await change('webhooks', { ...inBroken(), id }, values);
      await bothAct();
      expect(arrivals()).not.toContain(broken.workspaceId);
      expect(lines).toContainEqual(
        expect.objectContaining({
          msg: 'The events of a webhook could not be read',
          workspace_id: broken.workspaceId,
          retry_in_ms: 5000,
        }),
      );
      // It waits before the next attempt.
      await act(other);
      await receiver.until(() => arrivals().length > 1);
      expect(lines.filter(({ workspace_id: id }) => id === broken.workspaceId)).toHaveLength(1);
    });

    test('with a URL that is none, and a secret that is none', async () => {
      const { id } = await webhookIn(broken);
      await webhookIn(other);
      await change('webhooks', { ...inBroken(), id }, { url: 'oops', secret: '' });
      await bothAct();
      const { items } = await broken.person.ok('listWebhookDeliveries', { path: { id } });
      expect(items.map(({ error }) => error)).toEqual(['address_not_allowed']);
      expect(lines).toEqual([]);
    });

    test('with results that cannot be stored', async () => {
      const { id } = await webhookIn(broken);
      await webhookIn(other);
      receiver.respond = (response) => void response.writeHead(410).end();
      await change('actors', { ...inBroken(), kind: 'system' }, { kind: 'user' });
      await bothAct();
      await receiver.until(() => arrivals().includes(broken.workspaceId));
      while (!lines.some(({ msg }) => msg === 'The result of a delivery was not stored')) {
        await pause(10);
      }
      expect(lines).toContainEqual(
        expect.objectContaining({ workspace_id: broken.workspaceId, retry_in_ms: 5000 }),
      );
      expect((await broken.person.call('getWebhook', { path: { id } })).status).toBe(200);
    });

    test('with the id of a webhook of the other one, which is busy', async () => {
      const { id } = await webhookIn(other);
      const [row] = await database().knex('webhooks').where({ id });
      const { owner } = broken.owner;
      const copy = {
        ...row,
        ...inBroken(),
        created_by_actor_id: owner.id,
        updated_by_actor_id: owner.id,
      };
      await transact(database(), (transaction) => insertRows(transaction, 'webhooks', [copy]));
      receiver.respond = (response, { body }) => {
        // Receivers of the broken workspace never respond.
        if (JSON.parse(body).data.workspace_id === other.workspaceId) response.writeHead(204).end();
      };
      for (let count = 0; count < 3; count += 1) await act(broken);
      stop = deliver(database(), { log });
      await receiver.until(() => arrivals().length === 2);
      await act(other);
      await receiver.until(() => arrivals().includes(other.workspaceId));
    });
  });

  test('stop no timer of another one, and no other timer of their own', async () => {
    const orders = [];
    for (const each of [broken, broken, other]) {
      const body = { name: 'Sweep', agent_id: each.agent.id, checkin_every_seconds: 60 };
      orders.push({ of: each, id: (await each.person.ok('createOrder', { body })).id });
    }
    const [first, second, third] = orders;
    for (const each of [broken, other]) {
      await moveIntoPast(database(), each.workspaceId, 3600);
    }
    await change('orders', { ...inBroken(), id: first?.id }, { checkin_every_seconds: 0 });
    await runTimers({ database: database(), config: app.config, log });
    const overdue = async (order: typeof first): Promise<number> => {
      const query = { order_id: order?.id ?? '', kind: ['order.checkin_overdue' as const] };
      return (await order?.of.person.ok('readEvents', { query }))?.items.length ?? 0;
    };
    expect(await Promise.all([second, third, first].map(overdue))).toEqual([1, 1, 0]);
    const ofBroken = lines.filter(({ workspace_id: id }) => id === broken.workspaceId);
    expect(ofBroken.map(({ msg }) => msg)).toEqual([
      'Timers of a workspace failed',
      'A timer failed',
    ]);
    await change('orders', { ...inBroken(), id: first?.id }, { checkin_every_seconds: 60 });
  });

  test('stop no purge of events of another one', async () => {
    const old = fromNow(-200 * DAY);
    const eventsOf = (each: GivenWorkspace) => ({ workspace_id: each.workspaceId });
    // Its old events come after a thousand newer ones.
    const first = await database().knex('events').where(inBroken()).orderBy('position').first();
    const last = 2000;
    await transact(database(), async (transaction) => {
      const rows = Array.from({ length: 1100 }, (_, index) => ({
        ...first,
        id: `evt_${String(index).padStart(5, '0')}`,
        position: 500 + index,
        created_at: index < 1050 ? fromNow(0) : old,
      }));
      await insertRows(transaction, 'events', rows);
      await transaction.write((db) => db('event_positions').where(inBroken()).update({ last }));
    });
    await change('events', eventsOf(other), { created_at: old });
    await database().knex('purge_cutoffs').where({ name: 'events' }).delete();
    await database()
      .knex('purge_cutoffs')
      .insert({
        name: 'events',
        cutoff: fromNow(-100 * DAY),
        wanted_cutoff: fromNow(-100 * DAY),
        moved_at: null,
      });
    await runHousekeeping({ database: database(), config: app.config, log });
    expect(await database().knex('events').where(eventsOf(other))).toEqual([]);
    expect(lines.filter(({ table }) => table === undefined)).toEqual([]);
  });

  test('stop no purge of news of another one', async () => {
    const old = fromNow(-200 * DAY);
    for (const each of [broken, other]) {
      const action = await each.person.ok('createAction', {
        body: { title: 'Sew', status: 'ready', assigned_agent_id: each.agent.id },
      });
      await each.person.ok('updateAction', {
        path: { id: action.id },
        body: { assigned_actor_id: null },
      });
      const { page } = await each.worker.ok('getAgentNews', { path: { id: each.agent.id } });
      await each.worker.ok('markAgentNewsRead', {
        path: { id: each.agent.id },
        body: { through: page.next },
      });
      const key = { workspace_id: each.workspaceId };
      await change('agent_news', key, { created_at: old });
    }
    const [{ position }] = await database()
      .knex('agent_news')
      .where(inBroken())
      .orderBy('position');
    await change('agent_news', { ...inBroken(), position }, { position: -5 });
    await database().knex('purge_cutoffs').where({ name: 'agent_news' }).delete();
    await database()
      .knex('purge_cutoffs')
      .insert({
        name: 'agent_news',
        cutoff: fromNow(-100 * DAY),
        wanted_cutoff: fromNow(-100 * DAY),
        moved_at: null,
      });
    await runHousekeeping({ database: database(), config: app.config, log });
    const left = database().knex('agent_news').where({ workspace_id: other.workspaceId });
    expect(await left).toEqual([]);
  });

  test('stop no stream of another one', async () => {
    const [stuck, stream] = [
      await openStream(app, { cookie: broken.owner.cookie }),
      await openStream(app, { cookie: other.owner.cookie }),
    ];
    await transact(database(), async (transaction) => {
      const [event, positions] = await Promise.all([
        transaction.first<Record<string, unknown>>((db) =>
          db('events').where(inBroken()).orderBy('position', 'desc'),
        ),
        transaction.first<{ last: number }>((db) => db('event_positions').where(inBroken())),
      ]);
      const position = Number(positions?.last) + 1;
      const oops = { ...event, id: 'evt_oops', position, subject_type: 'oops' };
      await insertRows(transaction, 'events', [oops]);
      await transaction.write((db) =>
        db('event_positions').where(inBroken()).update({ last: position }),
      );
    });
    await act(broken);
    await stuck.ended;
    await act(other);
    expect((await stream.received(1)).map(({ workspace_id: id }) => id)).toEqual([
      other.workspaceId,
    ]);
    stream.close();
  });

  test('make no sign-in of another one fail, nor their own with 500', async () => {
    const { email, password } = other.owner;
    const key = { workspace_id: broken.workspaceId, id: broken.owner.owner.userId };
    await change('users', key, { email, password_hash: 'scrypt$3$8$1$AAAA$AAAA' });
    const api = client(app);
    expect((await api.call('createSession', { body: { email, password } })).status).toBe(201);
    const body = { email, password, workspace_id: broken.workspaceId };
    const refused = await api.call('createSession', { body });
    expect([refused.status, refused.body]).toEqual([
      401,
      (await api.call('createSession', { body: { email, password: 'a wrong pass phrase' } })).body,
    ]);
  });
});
