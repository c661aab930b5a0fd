import { once } from 'node:events';
import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { addStateMetrics } from '../../src/cli/serve/metrics-listener';
import { connect, type Database } from '../../src/platform/db/connect';
import { openTransaction } from '../../src/platform/db/transaction';
import { rollbackOne } from '../../src/platform/db/schema/schema';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import { replaceEventLoopMetrics, instrumentsOf } from '../../src/platform/metrics/metrics';
import { DAY, addMilliseconds } from '../../src/platform/time';
import {
  addAgent,
  makeWorkspace,
  type Person,
  startApp,
  type TestApp,
} from '../../scripts/servers/app';
import {
  client,
  credentialHeaders,
  type ApiClient,
  type Called,
} from '../../scripts/requests/client';
import { allExceptDate } from '../support/clock';
import { describeOnDatabase, describeOnEachDatabase, testOnPostgres } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { openStream } from '../support/event-stream';
import { exchange, type RawResponse } from '../../scripts/requests/exchange';
import { run, serve, type Serving, typescript } from '../support/program';
import { ask } from '../support/ask';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import {
  Browser,
  consent,
  publicUrl,
  redeem,
  redirectUri,
  refresh,
  register,
  type TokenResponse,
} from '../support/oauth';

const WORKERS = 3;
const metricsToken = 'prometheus';
const onlyTheStart = /^[^\n]*"msg":"Callboard starts"}\n$/;

/** The log lines with this message. */
function linesOf(server: Serving, msg: string): JsonRecord[] {
  return server
    .output()
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line))
    .filter(isRecord)
    .filter((line) => line['msg'] === msg);
}

/** The pids of all workers that have listened so far. */
function pidsOf(server: Serving): number[] {
  return linesOf(server, 'A worker listens').map(({ pid }) => Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(10);
}

/**
 * Retries a request without a response, as often as there may be connections to a killed worker:
 * each attempt may find another one closed.
 */
async function persistently<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; attempt < 9; attempt += 1) {
    try {
      return await send();
    } catch {
      // The next connection may be to another worker.
    }
  }
  return send();
}

/** The worker that sent the response. */
async function workerOf(server: Serving, { headers }: Pick<Called, 'headers'>): Promise<unknown> {
  const found = (): JsonRecord | undefined =>
    linesOf(server, 'request').find(({ request_id: id }) => id === headers['x-request-id']);
  await until(() => found() !== undefined);
  return found()?.['worker'];
}

describeOnEachDatabase('Several workers', (database) => {
  let server: Serving;
  let app: { readonly url: string; readonly logs: readonly string[] };
  let person: Person;
  let api: ApiClient;

  beforeAll(async () => {
    person = await makeWorkspace(database(), 'Stage');
    const { owner } = person;
    const past = addMilliseconds(new Date().toISOString(), -DAY);
    await database().knex('idempotency_records').insert({
      workspace_id: owner.workspaceId,
      actor_id: owner.id,
      operation_id: 'createAction',
      client_request_id: 'old',
      request_hash: 'x',
      created_at: past,
      expires_at: past,
    });
    const env = {
      DATABASE_URL: database().url,
      RATE_LIMIT_PER_MINUTE: '0',
      METRICS_PORT: '0',
      METRICS_TOKEN: metricsToken,
    };
    server = await serve(env, ['serve', '--workers', String(WORKERS)]);
    app = {
      url: server.url,
      get logs() {
        return server.output().split('\n');
      },
    };
    api = client(app, { cookie: person.cookie });
  });
  afterAll(() => server.stop('SIGKILL'));

  const anAgent = async () => {
    const { agent, token } = await addAgent(app, person);
    return { agent, api: client(app, { bearer: token }) };
  };
  /** Reads over a new connection. */
  const readAnew = (path: string): Promise<RawResponse> =>
    exchange(server, 'GET', path, { headers: credentialHeaders({ cookie: person.cookie }) });
  const createAnew = (body: JsonRecord): Promise<RawResponse> =>
    exchange(server, 'POST', '/v1/actions', {
      headers: {
        ...credentialHeaders({ cookie: person.cookie }),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  const getRecord = (token: string, id: string) =>
    exchange(server, 'POST', '/mcp', {
      headers: {
        ...credentialHeaders({ bearer: token }),
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_record', arguments: { id } },
      }),
    });
  const workersOfMany = async (): Promise<ReadonlySet<unknown>> => {
    const responses = await Promise.all(Array.from({ length: 9 }, () => readAnew('/v1/me')));
    return new Set(await Promise.all(responses.map((response) => workerOf(server, response))));
  };
  const ready = (title: string) => api.ok('createAction', { body: { title, status: 'ready' } });

  test('share a port and the work, and one process runs housekeeping', async () => {
    expect(await workersOfMany()).toEqual(new Set([1, 2, 3]));
    expect(linesOf(server, 'Callboard listens')).toEqual([
      expect.objectContaining({ url: server.url }),
    ]);
    await until(() => linesOf(server, 'Deleted expired rows').length > 0);
    const [removed, ...others] = linesOf(server, 'Deleted expired rows');
    expect(removed).toMatchObject({ table: 'idempotency_records', removed: 1 });
    expect(removed).not.toHaveProperty('worker');
    expect(others).toEqual([]);
  });

  test('read what another worker has written', async () => {
    const pairs: unknown[][] = [];
    for (let made = 0; made < 12; made += 1) {
      const title = `Lamp ${made}`;
      const written = await api.call('createAction', { body: { title } });
      const { id } = isRecord(written.body) ? written.body : {};
      const read = await readAnew(`/v1/actions/${String(id)}`);
      expect(JSON.parse(read.text)).toMatchObject({ id, title });
      pairs.push([await workerOf(server, written), await workerOf(server, read)]);
    }
    expect(pairs.filter(([writer, reader]) => writer !== reader)).not.toEqual([]);
  });

  test('stream what any worker has written, once and in order', async () => {
    const credential = { cookie: (await makeWorkspace(database(), 'Stream')).cookie };
    const own = client(app, credential);
    const { next } = (await own.ok('readEvents', { query: { after: 'now' } })).page;
    const query = { after: next, kind: 'action.created' };
    const streams = await Promise.all([1, 2, 3].map(() => openStream(app, credential, query)));
    try {
      const writes = Array.from({ length: 24 }, (_, index) =>
        own.ok('createAction', { body: { title: `Rope ladder ${index}` } }),
      );
      await Promise.all(writes);
      const { items } = await own.ok('readEvents', {
        query: { ...query, kind: ['action.created'] },
      });
      expect(items).toHaveLength(writes.length);
      for (const stream of streams) {
        await stream.received(writes.length);
        expect(stream.events()).toEqual(items);
      }
    } finally {
      for (const stream of streams) stream.close();
    }
  });

  test('never give one action to two agents', async () => {
    const pool = await Promise.all(['Hang', 'Sweep', 'Paint', 'Sew'].map(ready));
    const agents = await Promise.all(Array.from({ length: 9 }, anAgent));
    const taken = await Promise.all(
      agents.map((one) => one.api.ok('claimNextAction', { path: { id: one.agent.id }, body: {} })),
    );
    const ids = taken.flatMap(({ action }) => action?.id ?? []);
    expect(ids.toSorted()).toEqual(pool.map(({ id }) => id).toSorted());
    const reasons = taken.map(({ reason }) => reason).toSorted();
    expect(reasons).toEqual([
      ...pool.map(() => 'claimed'),
      ...agents.slice(pool.length).map(() => 'none_ready'),
    ]);
  });

  test('execute concurrent retries once, even in different workers', async () => {
    const workers = new Set<unknown>();
    // One worker may happen to receive all requests of a round. Each has a connection of its own:
    // an agent would go on with the connections of the round before.
    for (let round = 0; workers.size < 2; round += 1) {
      const body = { title: `Once ${round}`, client_request_id: `raced ${round}` };
      const responses = await Promise.all(Array.from({ length: 9 }, () => createAnew(body)));
      const [first] = responses;
      expect(responses.map(({ status, text }) => [status, text])).toEqual(
        responses.map(() => [201, first?.text]),
      );
      expect(responses.filter(({ headers }) => !('idempotent-replayed' in headers))).toHaveLength(
        1,
      );
      workers.clear();
      for (const response of responses) workers.add(await workerOf(server, response));
    }
  });

  test('count failed sign-ins together', async () => {
    const wrong = () =>
      exchange(server, 'POST', '/v1/session', {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'guessed@example.com', password: 'it is a guess' }),
      });
    const responses = await Promise.all(Array.from({ length: 7 }, wrong));
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('are replaced when they are killed, and no request is lost or executed twice', async () => {
    const titles = Array.from({ length: 30 }, (_, index) => `Rope ${index}`);
    const left = [...titles];
    // A connection that the killed worker has not accepted yet is neither served nor closed.
    const withTimeout = (sent: Promise<unknown>): Promise<unknown> =>
      Promise.race([sent, pause(3_000).then(() => Promise.reject(new Error('No response.')))]);
    const writeAll = async (): Promise<void> => {
      for (let title = left.pop(); title !== undefined; title = left.pop()) {
        const body = { title, client_request_id: title };
        await persistently(() => withTimeout(api.ok('createAction', { body })));
      }
    };
    const [pid = 0] = pidsOf(server);
    const kill = async (): Promise<void> => {
      await until(() => left.length < 20);
      process.kill(pid, 'SIGKILL');
    };
    await Promise.all([writeAll(), writeAll(), writeAll(), kill()]);
    const { items } = await persistently(() =>
      api.ok('listActions', { query: { q: 'Rope', limit: 50 } }),
    );
    expect(items.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());

    await until(() => pidsOf(server).length > WORKERS);
    expect(linesOf(server, 'Replacing a worker that has exited')).toEqual([
      expect.objectContaining({ pid, reason: 'A worker has ended (SIGKILL).' }),
    ]);
    expect(await workersOfMany()).toContain(WORKERS + 1);
  });

  test('emit every event once', async () => {
    const { items } = await api.ok('readEvents', { query: { limit: 200 } });
    const created = items.filter(({ kind }) => kind === 'action.created');
    const { total } = await api.ok('listActions');
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(created).toHaveLength(total ?? 0);
    expect(created.length).toBeGreaterThan(12 + 4 + 30);
  });

  test('add up their metrics, and keep what a killed one has counted', async () => {
    const count = 'http_server_request_duration_seconds_count';
    const reads = async (): Promise<number> =>
      valueOf((await metricsOf(server)).text, count, 'operation="getMe"', '="200"');
    const { agent, token } = await addAgent(app, person);
    for (const id of [agent.id, 'act_01JAAAAAAAAAAAAAAAAAAAAAAA']) await getRecord(token, id);
    const before = await reads();
    expect((await workersOfMany()).size).toBe(WORKERS);
    const { text } = await metricsOf(server);
    expect(valueOf(text, count, 'operation="getMe"', '="200"')).toBe(before + 9);
    expect(valueOf(text, 'callboard_workers')).toBe(WORKERS);
    expect(valueOf(text, 'callboard_database_up')).toBe(1);
    const calls = 'mcp_server_operation_duration_seconds_count';
    const named = ['mcp_method_name="tools/call"', 'gen_ai_tool_name="get_record"'];
    expect(valueOf(text, calls, ...named, 'error_type="NOT_FOUND"')).toBe(1);
    expect(valueOf(text, calls, ...named, 'error_type=""')).toBe(1);
    expect(valueOf(text, 'db_client_operation_duration_seconds_count')).toBeGreaterThan(9);
    const exits = valueOf(text, 'callboard_worker_exits_total');
    const started = valueOf(text, 'process_start_time_seconds');
    expect(Math.abs(started - Date.now() / 1000)).toBeLessThan(3600);
    const [pid = 0] = pidsOf(server).filter(isAlive);
    process.kill(pid, 'SIGKILL');
    await until(() => pidsOf(server).filter(isAlive).length === WORKERS && !isAlive(pid));
    const after = (await metricsOf(server)).text;
    expect(valueOf(after, 'callboard_worker_exits_total')).toBe(exits + 1);
    expect(valueOf(after, 'callboard_workers')).toBe(WORKERS);
    expect(valueOf(after, 'process_start_time_seconds')).toBe(started);
    expect(await reads()).toBe(before + 9);
  });

  test('show their metrics only with the token, and nothing else', async () => {
    expect(await metricsOf(server, { token: '' })).toMatchObject({ status: 401 });
    expect(await metricsOf(server, { token: 'prometheu' })).toMatchObject({ status: 401 });
    expect(await metricsOf(server, { path: '/more' })).toMatchObject({ status: 404 });
    expect(await metricsOf(server, { method: 'POST' })).toMatchObject({ status: 405 });
    expect(await metricsOf(server, { method: 'HEAD' })).toEqual({ status: 200, text: '' });
    expect(server.output()).not.toContain(metricsToken);
    // A second scraper sees the same delays of the event loop.
    const delaysOf = ({ text }: { readonly text: string }) =>
      [...text.matchAll(/^nodejs_eventloop_lag_(?:max|p99)_seconds \S+$/gm)].map(([line]) => line);
    const [one, two] = [await metricsOf(server), await metricsOf(server)];
    const p99 = (scraped: { readonly text: string }) =>
      valueOf(scraped.text, 'nodejs_eventloop_lag_p99_seconds');
    expect(delaysOf(one)).toHaveLength(2);
    expect(p99(two)).toBeGreaterThan(0);
  });

  test('finish running requests before they stop, and no process remains', async () => {
    const slow = exchange(server, 'POST', '/v1/session', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'takes a while to hash' }),
    });
    await pause(100);
    const code = server.stop('SIGTERM');
    expect((await slow).status).toBe(401);
    expect(await code).toBe(0);
    expect(pidsOf(server).filter(isAlive)).toEqual([]);
    expect(linesOf(server, 'Callboard stops')).toEqual([
      expect.objectContaining({ signal: 'SIGTERM' }),
    ]);
    expect(linesOf(server, 'Callboard has stopped')).toHaveLength(1);
  });
});

/** Sends `GET /metrics`, with the token unless another is given. */
async function metricsOf(
  server: Serving,
  { path = '', token = metricsToken, method = 'GET' } = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const [line] = linesOf(server, 'Metrics are served');
  const response = await fetch(`${String(line?.['metrics'])}${path}`, {
    method,
    headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
  });
  return { status: response.status, text: await response.text() };
}

/** The sum of the lines of a metric whose labels contain all of these. */
function valueOf(text: string, name: string, ...labels: readonly string[]): number {
  const values = text
    .split('\n')
    .filter((line) => new RegExp(`^${name}[{ ]`).test(line))
    .filter((line) => labels.every((label) => line.includes(label)))
    .map((line) => Number(line.split(' ').at(-1)));
  return values.reduce((sum, value) => sum + value, 0);
}

describeOnDatabase('postgres', 'The metrics of the database', (given) => {
  test('use the connections of requests while it has none left for them', async () => {
    const role = `metrics_${process.pid}`;
    const { rows } = await given().knex.raw('select current_user as owner');
    await given().knex.raw(
      `create role ${role} login password 'limited' connection limit 1 in role ${rows[0].owner}`,
    );
    const url = new URL(given().url);
    url.username = role;
    url.password = 'limited';
    const database = connect(url.href, { poolSize: 2 });
    const { transaction, rollback } = openTransaction(database);
    const metrics = async (of: Database = database): Promise<string> => {
      const registry = new Registry();
      await addStateMetrics(registry, { database: of, log: pino({ enabled: false }) })();
      return registry.metrics();
    };
    const down = connect('postgres://127.0.0.1:1/none');
    try {
      await transaction.rows((db) => db.raw('select 1'));
      const full = await metrics();
      expect(full).toContain('\ncallboard_database_up 0');
      expect(full).not.toContain('\ncallboard_timers_lag_seconds ');
      await rollback();
      const withRoom = await metrics();
      expect(valueOf(withRoom, 'callboard_database_up')).toBe(1);
      expect(withRoom).toContain('\ncallboard_timers_lag_seconds 0');
      expect(await metrics(down)).toContain('\ncallboard_database_up 0');
    } finally {
      await rollback();
      await Promise.all([database.close(), down.close()]);
      await given().knex.raw(`drop role ${role}`);
    }
  });
});

describe('The delays of the event loop', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test('are those of the last 15 seconds for each scraper', async () => {
    jest.useFakeTimers({ doNotFake: allExceptDate.filter((name) => name !== 'setInterval') });
    const registry = new Registry();
    replaceEventLoopMetrics(registry, instrumentsOf(registry));
    const maximum = async (): Promise<number> =>
      valueOf(await registry.metrics(), 'nodejs_eventloop_lag_max_seconds');
    const block = async (ms: number): Promise<void> => {
      // The histogram samples every 10 ms, and counts from one sample to the next.
      await pause(30);
      for (const end = performance.now() + ms; performance.now() < end;);
      await pause(30);
    };
    await block(200);
    // Before the first window ends, the time since the start counts.
    expect(await maximum()).toBeGreaterThan(0.15);
    jest.advanceTimersByTime(14_999);
    await block(400);
    jest.advanceTimersByTime(1);
    for (const scraped of [await maximum(), await maximum()]) expect(scraped).toBeGreaterThan(0.35);
    // A window that has not ended is not shown.
    await block(1000);
    for (const scraped of [await maximum(), await maximum()]) expect(scraped).toBeLessThan(0.9);
    jest.advanceTimersByTime(15_000);
    expect(await maximum()).toBeGreaterThan(0.9);
    await pause(30);
    jest.advanceTimersByTime(15_000);
    expect(await maximum()).toBeLessThan(0.9);
  });
});

describe('Workers', () => {
  test.each([
    ['an invalid number', ['--workers', 'many'], /^--workers must be a whole number from 1/],
    ['a database in memory', ['--workers', '2'], /^A database in memory has one process\./],
  ])('with %s are refused with one sentence and exit code 2', async (_, args, sentence) => {
    const outcome = await run(['serve', ...args], { DATABASE_URL: 'sqlite::memory:' });
    expect(outcome).toMatchObject({ code: 2, out: '', err: expect.stringMatching(sentence) });
    expect(outcome.err.trim().split('\n')).toHaveLength(1);
  });

  test('report a port in use once, and exit with 1', async () => {
    const database = await openTestDatabase('sqlite');
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const { port } = addressOf(other.address());
      const env = { DATABASE_URL: database.url, PORT: String(port) };
      expect(await run(['serve', '--workers', '2'], env)).toEqual({
        code: 1,
        out: expect.stringMatching(onlyTheStart),
        err: `Cannot listen on 127.0.0.1:${port} (EADDRINUSE). Set HOST and PORT to a free address.\n`,
      });
    } finally {
      other.close();
      await database.close();
    }
  });

  testOnPostgres('do not start on an older schema', async () => {
    const database = await openTestDatabase('postgres');
    try {
      await rollbackOne(database);
      const outcome = await run(['serve', '--workers', '2'], { DATABASE_URL: database.url });
      expect(outcome).toMatchObject({ code: 1, out: expect.stringMatching(onlyTheStart) });
      expect(outcome.err).toMatch(/^The database schema lacks \d+ migration\(s\)\..*\n$/);
    } finally {
      await database.close();
    }
  });

  test.each([
    [
      'a second signal',
      async (server: Serving) => {
        void server.stop('SIGINT');
        await until(() => linesOf(server, 'Callboard stops').length > 0);
        return server.stop('SIGTERM');
      },
    ],
    ['the end of the process that started them', (server: Serving) => server.stop('SIGKILL')],
  ])('end with %s, even during a request', async (_, end) => {
    const database = await openTestDatabase('sqlite', 'empty');
    try {
      const env = { DATABASE_URL: database.url };
      const server = await serve(env, ['serve', '--create', '--workers', '2']);
      const { hostname, port } = new URL(server.url);
      const unfinished = connectTo(Number(port), hostname);
      unfinished.on('error', () => undefined);
      unfinished.write('POST /v1/session HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
      await once(unfinished, 'connect');
      await pause(100);
      expect(await end(server)).toBeNull();
      await until(() => !pidsOf(server).some(isAlive));
      unfinished.destroy();
    } finally {
      await database.close();
    }
  });
});

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address;
}

let database: TestDatabase;

describe('Stopping', () => {
  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
  });

  afterAll(() => database.close());

  describe.each([
    ['one process', ['serve'], 1],
    ['workers', ['serve', '--workers', '2'], 2],
  ])('A server of %s that receives SIGTERM', (_, args, processes) => {
    test('responds for a while with Connection: close, and then ends each connection', async () => {
      const env = {
        DATABASE_URL: database.url,
        SHUTDOWN_DELAY_SECONDS: '2',
        SHUTDOWN_SECONDS: '1',
      };
      const server = await serve(env, args);
      const openAll = () => Promise.all([open(server), open(server), open(server)]);
      const [[used, idle, unused], [running, piped, never]] = [await openAll(), await openAll()];
      used.socket.write(get('/healthz'));
      idle.socket.write(get('/healthz'));
      await Promise.all([once(used.socket, 'readable'), once(idle.socket, 'readable')]);
      // The server waits for the bodies of these requests.
      for (const { socket } of [running, piped, never]) socket.write(post);

      const code = server.stop('SIGTERM');
      await untilAnnounced(server, processes);
      expect(await readiness(server)).toMatchObject({
        status: 503,
        connection: 'close',
        body: { code: 'UNAVAILABLE', details: { server: 'stopping' } },
      });
      // A proxy may still use an open connection, or open a new one.
      used.socket.write(get('/healthz'));
      unused.socket.write(get('/healthz'));
      running.socket.write('{}');
      piped.socket.write(`{}${get('/healthz')}${get('/healthz')}`);
      expect(responsesIn(await used.received)).toEqual(['200 keep-alive', '200 close']);
      expect(responsesIn(await unused.received)).toEqual(['200 close']);
      expect(responsesIn(await running.received)).toEqual(['400 close']);
      expect(responsesIn(await piped.received)).toEqual([
        '400 keep-alive',
        '200 keep-alive',
        '200 close',
      ]);
      const late = await ask(server).get('/healthz');
      expect([late.status, late.headers['connection']]).toEqual([200, 'close']);
      expect(idle.socket.readableEnded).toBe(false);

      expect(responsesIn(await idle.received)).toEqual(['200 keep-alive']);
      await expect(open(server)).rejects.toThrow(/ECONNREFUSED/);
      expect(await never.received).toBe('');
      expect(await code).toBe(0);
      expect(problems(server)).toEqual([]);
      expect(server.output()).toContain('Requests that outlast SHUTDOWN_SECONDS are cut');
    });

    test('logs no error for a request that it cuts off', async () => {
      const server = await serve({ DATABASE_URL: database.url, SHUTDOWN_SECONDS: '0' }, args);
      const body = JSON.stringify({
        email: 'nobody@example.com',
        password: 'takes a while to hash',
      });
      const head = post.replace('Content-Length: 2', `Content-Length: ${body.length}`);
      const slow = await Promise.all(Array.from({ length: 9 }, () => open(server)));
      for (const { socket } of slow) socket.write(head + body);
      await ask(server).get('/healthz');
      expect(await server.stop('SIGTERM')).toBe(0);
      await Promise.allSettled(slow.map(({ received }) => received));
      expect(problems(server)).toEqual([]);
    });
  });

  test('a signal to npm start stops the server', async () => {
    const { PATH, HOME } = process.env;
    const npm = spawn('npm', ['start'], {
      cwd: join(__dirname, '..', '..'),
      env: { PATH, HOME, PORT: '0', DATABASE_URL: 'sqlite::memory:' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      // The greeting comes last.
      if (part.includes('/app in a browser')) npm.kill('SIGTERM');
    });
    try {
      // The server has the other end of the pipe too.
      await once(npm.stdout, 'end', { signal: AbortSignal.timeout(60_000) });
      expect(output).toContain('Callboard has stopped');
    } finally {
      killGroup(npm.pid);
    }
  });
});

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

// The response waits for the body.
const post = [
  'POST /v1/session HTTP/1.1',
  'Host: x',
  'Content-Type: application/json',
  'Content-Length: 2\r\n\r\n',
].join('\r\n');

/** A raw connection, with all data that it receives. */
async function open({ url }: Serving): Promise<{ socket: Socket; received: Promise<string> }> {
  const { hostname, port } = new URL(url);
  const socket = connectTo(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, received: text(socket) };
}

/** Status and Connection header of each response. */
function responsesIn(received: string): string[] {
  return received
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((response) => response !== '')
    .map((response) => {
      const connection = /^connection: (.*)$/im.exec(response)?.[1] ?? 'none';
      return `${response.slice(9, 12)} ${connection}`;
    });
}

/** Warnings and errors in the log. */
function problems(server: Serving): string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => {
      const entry: unknown = line === '' ? undefined : JSON.parse(line);
      return isRecord(entry) && Number(entry['level']) >= 40;
    });
}

/**
 * Waits until that many processes end connections: each worker receives the announcement at its
 * own time. The log has no requests to `/readyz`, so these requests are to another path.
 */
async function untilAnnounced(server: Serving, processes: number): Promise<void> {
  const stopping = new Set<unknown>();
  while (stopping.size < processes) {
    const { headers } = await ask(server).get('/v1/me');
    if (headers['connection'] === 'close') {
      stopping.add(await processOf(server, String(headers['x-request-id'])));
    }
    await pause(10);
  }
}

async function readiness(server: Serving): Promise<unknown> {
  const { status, headers, text: body } = await ask(server).get('/readyz');
  return { status, connection: headers['connection'], body: JSON.parse(body) };
}

/** The number of the worker that logged the request; undefined for a single process. */
async function processOf(server: Serving, requestId: string): Promise<unknown> {
  for (;;) {
    const line = server
      .output()
      .split('\n')
      .slice(0, -1)
      .find((one) => one.includes(requestId));
    const entry: unknown = line === undefined ? undefined : JSON.parse(line);
    if (isRecord(entry)) return entry['worker'];
    await pause(10);
  }
}

/** Kills the processes that a detached one has left, if there are any. */
function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // They have ended.
  }
}

/** A process that redeems codes and refresh tokens on the database of the test. */
class Redeemer {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;

  constructor(url: string) {
    const script = join(__dirname, '..', 'support', 'oauth-process.ts');
    this.child = spawn(process.execPath, [...typescript, script, url, publicUrl]);
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    const { value } = await this.lines.next();
    return String(value);
  }

  ask(clientId: string, fields: Readonly<Record<string, string>>): void {
    this.child.stdin.write(`${clientId}\t${new URLSearchParams(fields).toString()}\n`);
  }

  async answers(count: number): Promise<TokenResponse[]> {
    const found: TokenResponse[] = [];
    for (let at = 0; at < count; at += 1) found.push(JSON.parse(await this.line()));
    return found;
  }

  end(): void {
    this.child.stdin.end();
  }
}

describeOnEachDatabase('races of OAuth between two processes', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let browser: Browser;
  let clientId: string;
  let redeemers: readonly Redeemer[];

  beforeAll(async () => {
    app = await startApp(database(), { publicUrl });
    given = await aWorkspace(app, database());
    browser = new Browser(app, given.owner.cookie);
    clientId = (await register(app)).client_id;
    redeemers = [new Redeemer(database().url), new Redeemer(database().url)];
    await Promise.all(redeemers.map((redeemer) => redeemer.line()));
  });
  afterAll(async () => {
    for (const redeemer of redeemers) redeemer.end();
    await app.close();
  });

  /** The results of sending one form three times to each process at once. */
  const race = async (fields: Readonly<Record<string, string>>) => {
    for (let times = 0; times < 3; times += 1) {
      for (const redeemer of redeemers) redeemer.ask(clientId, fields);
    }
    const results = await Promise.all(redeemers.map((redeemer) => redeemer.answers(3)));
    return results.flat();
  };

  test('one redemption of a code wins, and the others end what it gave', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { redirect, verifier } = await consent(browser, clientId, given.agent.id);
      const results = await race({
        code: redirect.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      const won = results.filter(({ error }) => error === undefined);
      expect(won).toHaveLength(1);
      expect(results.filter(({ error }) => error === 'invalid_grant')).toHaveLength(5);
      expect(await refresh(app, clientId, won[0]?.refresh_token)).toMatchObject({
        error: 'invalid_grant',
      });
      const { items } = await given.person.ok('listOauthGrants');
      expect(items).toEqual([]);
      const query = { kind: ['oauth_grant.revoked' as const], limit: 200 };
      const ended = await given.person.ok('readEvents', { query });
      expect(ended.items).toHaveLength(round + 1);
    }
  });

  test('all uses of a refresh token have one successor', async () => {
    let { refresh_token: token } = await redeem(
      app,
      clientId,
      await consent(browser, clientId, given.agent.id),
    );
    for (let round = 0; round < 5; round += 1) {
      const results = await race({ refresh_token: token ?? '' });
      expect(new Set(results.map(({ refresh_token: successor }) => successor)).size).toBe(1);
      expect(new Set(results.map(({ access_token: access }) => access)).size).toBe(6);
      token = results[0]?.refresh_token;
    }
    const { refresh_token: last } = await refresh(app, clientId, token);
    expect(last).toMatch(/^cbf_/);
  });
});
