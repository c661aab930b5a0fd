import { connect, type ConnectOptions } from '../../src/platform/db/connect';
import { openTransaction } from '../../src/platform/db/transaction';
import {
  addAgent,
  makeWorkspace,
  startApp,
  type Person,
  type TestApp,
} from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnDialect, testOnPostgres } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { ask } from '../support/ask';
import { run, serve, type Serving } from '../support/program';
import { startProxy, type Proxy } from '../support/proxy';

const CONNECTIONS = 3;

let direct: TestDatabase;
let proxy: Proxy;
let person: Person;

beforeAll(async () => {
  direct = await openTestDatabase('postgres');
  proxy = await startProxy(direct.url);
  person = await makeWorkspace(direct, 'Stage');
});
afterEach(() => proxy.resume());
afterAll(async () => {
  await proxy.close();
  await direct.close();
});

describeOnDialect('postgres', 'While Postgres neither responds nor closes its connections,', () => {
  let database: TestDatabase;
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    const options: ConnectOptions = {
      poolSize: CONNECTIONS,
      connectMs: 1_000,
      responseMs: 3_000,
    };
    database = { ...connect(proxy.url, options), url: proxy.url };
    app = await startApp(database);
    api = client(app, { cookie: person.cookie });
  });
  afterAll(async () => {
    await app.close();
    database.cut();
    await database.close();
  });

  const readActions = (ids: readonly string[]): Promise<{ readonly id: string }[]> =>
    Promise.all(ids.map((id) => api.ok('getAction', { path: { id } })));

  test('requests are 503, and later ones get their own responses', async () => {
    const made = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((title) => api.ok('createAction', { body: { title } })),
    );
    const ids = made.map(({ id }) => id);
    await readActions(ids);
    proxy.hang();
    const responses = await Promise.all([
      ...ids.map((id) => api.send('getAction', { path: { id } })),
      ...ids.map((title) => api.send('createAction', { body: { title } })),
    ]);
    expect(responses).toEqual(
      responses.map(() =>
        expect.objectContaining({
          status: 503,
          headers: expect.objectContaining({ 'retry-after': '1' }),
          body: expect.objectContaining({ code: 'UNAVAILABLE' }),
        }),
      ),
    );
    proxy.resume();
    expect((await readActions(ids)).map(({ id }) => id)).toEqual(ids);
    const { items } = await api.ok('listActions', { query: { q: 'act' } });
    expect(items).toEqual([]);
  });

  test('/readyz is 503 with the reason, with one check for many requests; /healthz is 200', async () => {
    await api.ok('getReadiness');
    proxy.hang();
    const before = proxy.accepted();
    const probes = Array.from({ length: 50 }, () =>
      api.fails('getReadiness', {}, 503, 'UNAVAILABLE'),
    );
    expect((await ask(app).get('/healthz')).status).toBe(200);
    for (const { details } of await Promise.all(probes)) {
      expect(details).toEqual({ database: 'unreachable' });
    }
    expect(proxy.accepted() - before).toBeLessThanOrEqual(1);
    proxy.resume();
    await api.ok('getReadiness');
  });

  test.each([
    ['the commit arrives and its response does not', 'through', 'true'],
    ['the commit does not arrive', 'dropped', undefined],
  ] as const)(
    'when %s, the outcome of a write is unknown, and a retry executes it once',
    async (...given) => {
      const [title, those, replayed] = given;
      proxy.hangAt('COMMIT;', those);
      const body = { title, client_request_id: title };
      const failure = await api.fails('createAction', { body }, 503, 'UNAVAILABLE');
      expect(failure.details).toEqual({ outcome: 'unknown' });
      proxy.resume();
      const { status, headers } = await api.call('createAction', { body });
      expect([status, headers['idempotent-replayed']]).toEqual([201, replayed]);
      expect(await direct.knex('actions').where({ title })).toHaveLength(1);
    },
  );
});

testOnPostgres('/readyz does not use the connections of requests', async () => {
  const database = connect(direct.url, { poolSize: 1 });
  const app = await startApp({ ...database, url: direct.url });
  const { transaction, rollback } = openTransaction(database);
  try {
    await transaction.rows((db) => db.raw('select 1'));
    await client(app).ok('getReadiness');
  } finally {
    await rollback();
    await app.close();
    await database.close();
  }
});

const lineOf = (server: Serving, begin: string): boolean =>
  server.output().includes(`"msg":"${begin}`);

describe.each([
  ['one process', ['serve']],
  ['workers', ['serve', '--workers', '2']],
])('A server of %s', (_, args) => {
  testOnPostgres('stops in time while Postgres hangs, logs it and exits with 1', async () => {
    const { token } = await agentOf(person);
    const env = { DATABASE_URL: proxy.url, SHUTDOWN_SECONDS: '2' };
    const server = await serve(env, args);
    const api = client({ url: server.url, logs: [] }, { bearer: token });
    await api.ok('getMe');
    proxy.hang();
    const waiting = Promise.all([api.send('getMe'), api.send('getMe')]);
    await ask(server).get('/healthz');
    expect(await server.stop('SIGTERM')).toBe(1);
    expect((await waiting).map(({ status }) => status)).toEqual([503, 503]);
    expect(lineOf(server, 'The database did not respond')).toBe(true);
    expect(lineOf(server, 'Callboard has stopped')).toBe(false);
  });
});

testOnPostgres(
  'Commands exit with 1 and one sentence when Postgres does not respond',
  async () => {
    proxy.hang();
    const env = { DATABASE_URL: proxy.url };
    const outcomes = await Promise.all(
      [
        ['serve'],
        ['serve', '--migrate'],
        ['migrate'],
        ['demo'],
        ['export', '-'],
        ['import', '-'],
      ].map((args) => run(args, env)),
    );
    for (const { code, err } of outcomes) {
      expect(err).toMatch(/^PostgreSQL .* does not respond \(timeout expired\)\. Check .*\.\n$/);
      expect(code).toBe(1);
    }
  },
  30_000,
);

async function agentOf(owner: Person): Promise<{ readonly token: string }> {
  const app = await startApp(direct);
  try {
    return await addAgent(app, owner);
  } finally {
    await app.close();
  }
}
