import { once } from 'node:events';
import { connect as connectTo, createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { rollbackOne } from '../../src/platform/db/schema/schema';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, makeWorkspace, type Person } from '../../scripts/servers/app';
import {
  client,
  credentialHeaders,
  type ApiClient,
  type Called,
} from '../../scripts/requests/client';
import { describeOnEachDatabase, testOnPostgres } from '../support/dialects';
import { openTestDatabase } from '../../scripts/databases/test-database';
import { openStream } from '../support/event-stream';
import { exchange, type RawResponse } from '../../scripts/requests/exchange';
import { run, serve, type Serving } from '../support/program';

const WORKERS = 3;

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
    const env = { DATABASE_URL: database().url, RATE_LIMIT_PER_MINUTE: '0' };
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
        out: '',
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
      expect(outcome).toMatchObject({ code: 1, out: '' });
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
      const server = await serve(env, ['serve', '--workers', '2']);
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
