import { spawn } from 'node:child_process';
import { once as onceEmitted } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import {
  addAgent,
  makeWorkspace,
  startApp,
  type Person,
  type TestApp,
} from '../../scripts/servers/app';
import { client, type ApiClient, type Called } from '../../scripts/requests/client';
import { isRecord } from '../../src/platform/json';
import { describeOnEachDialect, testOnPostgres, describeOnDialect } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { serve, type Serving, run } from '../support/program';
import { quickest } from '../support/quickest';
import { generator } from '../../scripts/trials/random';
import {
  halves,
  storedResponses,
  queryDatabase,
  readAll,
  storedEvents,
  waitUntilAlone,
} from '../support/stored';
import {
  callerOf,
  eventKey,
  idOf,
  pathId,
  recordOf,
  requestIdOf,
  startJournal,
  TEMPLATE_SIZE,
  type Journal,
  type Write,
} from '../support/write-journal';
import { loopsOf, once, type LoadAgent, type LoadTarget } from '../support/write-load';
import { freePort } from '../../scripts/servers/free-port';
import { isBusy, storageFault } from '../../src/platform/db/faults';
import { sqliteDriver } from '../../src/platform/db/sqlite/sqlite-driver';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { builtProgram } from '../support/built-program';
import { connect, type ConnectOptions } from '../../src/platform/db/connect';
import { openTransaction } from '../../src/platform/db/transaction';
import { ask } from '../support/ask';
import { startProxy, type Proxy } from '../support/proxy';
import { startCollector } from '../support/collector';
import { exchange } from '../../scripts/requests/exchange';
import { startReceiver } from '../../scripts/servers/receiver';

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 3);

const seed = Number(process.env['CRASH_SEED'] ?? 1);

const AGENTS = 4;

const PERSON = 'person';

describeOnEachDialect('A server that is killed under load on %s', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(dialect);
  });
  afterAll(() => database.close());

  test(
    `loses no acknowledged write and stores no partial one, ${rounds} times from seed ${seed}`,
    async () => {
      const random = generator(seed);
      const callers = new Map<string, ApiClient>();
      const journal = startJournal(callers);
      const env = { DATABASE_URL: database.url, LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '0' };
      let server = await serve(env);
      try {
        const fixture = await createFixture(server, database.url);
        const { workspaceId } = fixture;
        const begin = (): void => {
          for (const [name, api] of fixture.callersOf(server)) callers.set(name, api);
        };
        begin();
        journal.learn((await readAll(callerOf(callers, PERSON), database.url)).values());
        const first = await queryDatabase(database.url, async (db) =>
          storedEvents(db, workspaceId, 0),
        );
        const base = first.at(-1)?.position ?? 0;
        const feed = startFeed();
        await feed.follow(callerOf(callers, PERSON), true);
        feed.seen.length = 0;

        for (let round = 1; round <= rounds; round += 1) {
          await answerOpenQuestions(journal, callerOf(callers, PERSON));
          const target: LoadTarget = { ...fixture, journal, person: PERSON, random };
          await loadAndKill(server, target, () => feed.follow(callerOf(callers, PERSON)));
          await waitUntilAlone(database.url, dialect);
          server = await serve(env);
          begin();
          await retryUnanswered(journal, callers, database.url, workspaceId);
          await repeatAnswered(journal, callers);

          const person = callerOf(callers, PERSON);
          await checkRecords(journal, await readAll(person, database.url));
          await queryDatabase(database.url, async (db) => {
            const events = await storedEvents(db, workspaceId, base);
            expect(events.map(({ position }) => position)).toEqual(
              events.map((_event, index) => base + 1 + index),
            );
            const keys = events.map((event) => eventKey(event, journal.copied));
            expect(keys.toSorted()).toEqual(journal.events.toSorted());
            await feed.follow(person, true);
            expect(feed.seen).toEqual(events.map(({ id }) => id));
            expect(await halves(db)).toEqual([]);
          });
          journal.forgetWrites();
        }
      } finally {
        await server.stop('SIGKILL');
      }
    },
    120_000 * (rounds + 1),
  );
});

interface Fixture {
  readonly workspaceId: string;
  readonly agents: readonly LoadAgent[];
  readonly templateId: string;
  readonly callersOf: (server: Serving) => ReadonlyMap<string, ApiClient>;
}

/** A workspace with a person, agents with a document each, and a template. */
async function createFixture(server: Serving, url: string): Promise<Fixture> {
  const person = await queryDatabase(url, (db) => makeWorkspace({ ...db, url }, 'Crash'));
  const app = { url: server.url, logs: [] };
  const api = client(app, { cookie: person.cookie });
  const agents: (LoadAgent & { readonly token: string })[] = [];
  for (let made = 0; made < AGENTS; made += 1) {
    const { agent, token } = await addAgent(app, person);
    const document = await api.ok('createDocument', {
      body: { title: 'Cues', content: 'None yet.', access_mode: 'shared_edit', ...once() },
    });
    // Its first request activates it.
    await client(app, { bearer: token }).ok('getMe');
    agents.push({ name: agent.name, id: agent.id, documentId: document.id, token });
  }
  const template = await api.ok('createProject', {
    body: { title: 'Premiere', is_template: true, ...once() },
  });
  for (let made = 0; made < TEMPLATE_SIZE; made += 1) {
    await api.ok('createAction', {
      body: { title: `Step ${made}`, status: 'ready', project_id: template.id, ...once() },
    });
  }
  return {
    workspaceId: person.owner.workspaceId,
    agents,
    templateId: template.id,
    callersOf: ({ url }) =>
      new Map([
        [PERSON, client({ url, logs: [] }, { cookie: person.cookie })],
        ...agents.map(
          ({ name, token }) => [name, client({ url, logs: [] }, { bearer: token })] as const,
        ),
      ]),
  };
}

/** Runs the loops, kills the server at a random time, and waits until all loops have failed. */
async function loadAndKill(
  server: Serving,
  target: LoadTarget,
  follow: () => Promise<void>,
): Promise<void> {
  const { journal, random } = target;
  const enough = 30 + Math.floor(random() * 90);
  const milliseconds = random() * 20;
  const isEnough = (): boolean =>
    journal.writes.filter(({ response }) => response !== undefined).length >= enough;
  let killed = false;
  const wrong: unknown[] = [];
  const untilKilled = async (loop: () => Promise<void>): Promise<void> => {
    while (!killed && wrong.length === 0) {
      await loop().catch((error: unknown) => {
        if (!killed || !isLost(error)) wrong.push(error);
      });
    }
  };
  const kill = async (): Promise<void> => {
    while (!isEnough() && wrong.length === 0) await pause(2);
    await pause(milliseconds);
    killed = true;
    await server.stop('SIGKILL');
  };
  const follower = async (): Promise<void> => {
    await follow();
    await pause(10);
  };
  await Promise.all([...loopsOf(target), follower].map(untilKilled).concat(kill()));
  if (wrong.length > 0) throw wrong[0];
}

// Node's own errors are instances of another realm's Error.
function isLost(error: unknown): boolean {
  return isRecord(error) && 'code' in error;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * A write without a response was committed or not. A retry must agree with the database, and a
 * second retry must find the write committed.
 */
async function retryUnanswered(
  journal: Journal,
  callers: ReadonlyMap<string, ApiClient>,
  url: string,
  workspaceId: string,
): Promise<void> {
  const records = await queryDatabase(url, (db) => storedResponses(db, workspaceId));
  for (const write of journal.writes) {
    const key = requestIdOf(write);
    const stored = key === undefined ? undefined : records.get(key);
    if (write.response !== undefined) {
      if (key !== undefined) expect(stored).toEqual(write.response);
      continue;
    }
    if (key === undefined) {
      await repeatEdit(journal, callerOf(callers, write.by), write);
      continue;
    }
    const again = await repeat(callers, write);
    expect(isReplay(again)).toBe(stored !== undefined);
    if (stored !== undefined) expect(again.body).toEqual(stored);
    journal.settle(write, again.body);
  }
}

/** Each caller's last writes, including retried ones: a retry returns the same response. */
async function repeatAnswered(
  journal: Journal,
  callers: ReadonlyMap<string, ApiClient>,
): Promise<void> {
  for (const write of journal.writes.slice(-3 * callers.size)) {
    if (requestIdOf(write) === undefined) continue;
    const again = await repeat(callers, write);
    expect(isReplay(again)).toBe(true);
    expect(again.body).toEqual(write.response);
  }
}

async function repeat(callers: ReadonlyMap<string, ApiClient>, write: Write): Promise<Called> {
  const again = await callerOf(callers, write.by).send(write.operation, write.input);
  if (again.status >= 300) throw new Error(`${write.operation}: ${JSON.stringify(again.body)}`);
  return again;
}

function isReplay({ headers }: Called): boolean {
  return headers['idempotent-replayed'] === 'true';
}

/** A PATCH has no client_request_id; its If-Match prevents a second change. */
async function repeatEdit(journal: Journal, api: ApiClient, write: Write): Promise<void> {
  const id = pathId(write.input);
  const before = await api.ok('getDocument', { path: { id } });
  const happened = before.version !== journal.known.get(id)?.fields['version'];
  const { status } = await api.send(write.operation, write.input);
  expect(status).toBe(happened ? 412 : 200);
  const after = await api.ok('getDocument', { path: { id } });
  expect(after.content).toEqual(recordOf(write.input.body)['content']);
  journal.settle(write, after);
}

/** The stored records are exactly those of the responses. */
async function checkRecords(
  journal: Journal,
  read: ReadonlyMap<string, Record<string, unknown>>,
): Promise<void> {
  const unknown = [...read.values()].filter((record) => !journal.known.has(idOf(record)));
  expect(unknown.filter(({ project_id: id }) => !journal.copied.has(String(id)))).toEqual([]);
  for (const projectId of journal.copied) {
    const copies = [...read.values()].filter(({ project_id: id }) => id === projectId);
    expect(copies).toHaveLength(TEMPLATE_SIZE);
  }
  for (const [id, { fields, whole }] of journal.known) {
    if (whole) expect(withoutReviews(read.get(id))).toEqual(withoutReviews(fields));
    else expect(read.get(id)).toMatchObject(fields);
  }
  journal.learn(read.values());
}

/** The record without what the reviews of other records decide. */
function withoutReviews(record: unknown): unknown {
  const omit = (key: string, value: unknown) => (key === 'in_review_ids' ? undefined : value);
  return JSON.parse(JSON.stringify(record ?? null, omit));
}

/** Responds to a question that was created just before the server was killed. */
async function answerOpenQuestions(journal: Journal, person: ApiClient): Promise<void> {
  const { items } = await person.ok('listQuestions', { query: { state: ['open'] } });
  for (const { id } of items) {
    await journal.write(PERSON, 'respondQuestion', {
      path: { id },
      body: { response: 'Right.', ...once() },
    });
  }
}

/** Follows the event feed with one cursor across restarts. */
function startFeed() {
  const seen: string[] = [];
  let after: string | undefined;
  return {
    seen,
    /** Reads new events; with `toTheEnd`, all pages. */
    async follow(api: ApiClient, toTheEnd = false): Promise<void> {
      let more: boolean;
      do {
        const query = { limit: 50, ...(after === undefined ? {} : { after }) };
        const { items, page } = await api.ok('readEvents', { query });
        seen.push(...items.map(({ id }) => id));
        after = page.next ?? after;
        more = page.has_more;
      } while (toTheEnd && more);
    },
  };
}

describe('When the disk of SQLite is full,', () => {
  let database: TestDatabase;
  let app: TestApp;
  let person: Person;
  let token: string;
  let api: ApiClient;

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    app = await startApp(database);
    person = await makeWorkspace(database, 'Stage');
    ({ token } = await addAgent(app, person));
    api = client(app, { cookie: person.cookie });
    await client(app, { bearer: token }).ok('getMe');
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  /** The writing connection. */
  const writer = async (): Promise<BetterSqlite3.Database> => {
    const transaction = await database.connections.begin();
    await transaction.rollback();
    if (transaction.connection instanceof sqliteDriver()) return transaction.connection;
    throw new Error('This is not SQLite.');
  };
  /** Limits the growth of the file to that many pages, like a full disk. */
  const limitGrowth = async (pages: number): Promise<void> => {
    const connection = await writer();
    const count = Number(connection.pragma('page_count', { simple: true }));
    connection.pragma(`max_page_count = ${count + pages}`);
  };
  const create = (title: string) =>
    api.call('createDocument', { body: { title, content: 'x'.repeat(50_000) } });

  test('writes are 503, also in a group commit, and exactly the successful ones are stored', async () => {
    await limitGrowth(100);
    const titles = Array.from({ length: 40 }, (_, index) => `Scene ${index}`);
    const responses = await Promise.all(titles.map(create));
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(20);
    for (const { status, headers, body } of refused) {
      expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^[15]$/)]);
      expect(body).toMatchObject({ code: 'UNAVAILABLE' });
    }
    expect(refused).toContainEqual(
      expect.objectContaining({ body: expect.objectContaining({ details: { storage: 'full' } }) }),
    );
    const { items } = await api.ok('listDocuments', { query: { limit: 50 } });
    const stored = titles.filter((_, index) => responses[index]?.status === 201);
    expect(items.map(({ title }) => title).toSorted()).toEqual(stored.toSorted());
  });

  test('or read-only, reads succeed for all callers', async () => {
    await limitGrowth(10_000);
    const past = addMilliseconds(new Date().toISOString(), -DAY);
    // Both are noted at the next request, which cannot.
    await database.knex('tokens').update({ last_used_at: past });
    await database.knex('sessions').update({ last_seen_at: past });
    const connection = await writer();
    connection.pragma('query_only = on');
    await api.ok('listDocuments');
    await client(app, { bearer: token }).ok('listDocuments');
    expect(app.logs.join('')).toContain('A session was not extended');
    expect(app.logs.join('')).toContain('The use of a token was not recorded');
    const { details } = await api.fails('getReadiness', {}, 503, 'UNAVAILABLE');
    expect(details).toEqual({ storage: 'read_only' });
    connection.pragma('query_only = off');
    await api.ok('getReadiness');
  });

  test('/readyz reports it until there is space, and then writes succeed again', async () => {
    await limitGrowth(0);
    await create('does not fit');
    const { details } = await api.fails('getReadiness', {}, 503, 'UNAVAILABLE');
    expect(details).toEqual({ storage: 'full' });
    await client(app).ok('getHealth');
    await limitGrowth(10_000);
    await api.ok('getReadiness');
    expect((await create('fits')).status).toBe(201);
    await api.ok('getReadiness');
  });
});

testOnPostgres.each([
  ['53100', 'full'],
  ['58030', 'failing'],
  ['25006', 'read_only'],
  ['53200', undefined],
  ['53400', undefined],
])('What Postgres refuses with %s is 503', async (code, storage) => {
  const database = await openTestDatabase('postgres');
  const app = await startApp(database);
  try {
    const { cookie } = await makeWorkspace(database, 'Stage');
    await database.knex.raw(
      `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$;
       create trigger refusal before insert on documents execute function refuse();`,
    );
    const body = { title: 'Scene', content: '' };
    const api = client(app, { cookie });
    const { details } = await api.fails('createDocument', { body }, 503, 'UNAVAILABLE');
    expect(details).toEqual(storage === undefined ? {} : { storage });
    // The check of /readyz writes, so it notices the free space.
    await api.ok('getReadiness');
  } finally {
    await app.close();
    await database.close();
  }
});

test.each([
  ['SQLITE_FULL', 'full', true],
  ['SQLITE_READONLY_DBMOVED', 'read_only', true],
  ['SQLITE_IOERR_WRITE', 'failing', true],
  ['SQLITE_CANTOPEN', 'failing', true],
  ['SQLITE_IOERR_NOMEM', undefined, true],
  ['SQLITE_NOMEM', undefined, true],
  ['SQLITE_IOERR_CORRUPTFS', undefined, false],
  ['SQLITE_CORRUPT', undefined, false],
  ['SQLITE_ERROR', undefined, false],
])('%s is a fault of the storage: %s', (code, fault, busy) => {
  const error = Object.assign(new Error('x'), { code });
  expect([storageFault(error), isBusy(error)]).toEqual([fault, busy]);
});

// Other systems than Linux have no /dev/full: only the stop of the server is tested.
const fullDisk = existsSync('/dev/full') ? '/dev/full' : '/dev/null';

test('A log on a full disk neither crashes a server nor prevents its stop', async () => {
  const port = await freePort();
  const server = spawn(process.execPath, [await builtProgram(), 'serve'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: 'sqlite::memory:', PORT: String(port) },
    stdio: ['ignore', openSync(fullDisk, 'w'), 'inherit'],
  });
  const ended = onceEmitted(server, 'exit');
  const app = { url: `http://127.0.0.1:${port}`, logs: [] };
  try {
    while (!(await isUp(app))) await new Promise((resolve) => setTimeout(resolve, 50));
    for (let sent = 0; sent < 20; sent += 1) await client(app).ok('getHealth');
  } finally {
    server.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
});

async function isUp(app: Pick<TestApp, 'url' | 'logs'>): Promise<boolean> {
  return client(app)
    .ok('getHealth')
    .then(
      () => true,
      () => false,
    );
}

const CONNECTIONS = 3;

let direct: TestDatabase;

let proxy: Proxy;

let person: Person;

describe('A hanging database', () => {
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

  describeOnDialect(
    'postgres',
    'While Postgres neither responds nor closes its connections,',
    () => {
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
          ['a', 'b', 'c', 'd', 'e', 'f'].map((title) =>
            api.ok('createAction', { body: { title } }),
          ),
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
    },
  );

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

  testOnPostgres('/readyz names a database without a connection left', async () => {
    const role = `readiness_${process.pid}`;
    const { rows } = await direct.knex.raw('select current_user as owner');
    await direct.knex.raw(
      `create role ${role} login password 'limited' connection limit 1 in role ${rows[0].owner}`,
    );
    const url = new URL(direct.url);
    url.username = role;
    url.password = 'limited';
    const database = connect(url.href, { poolSize: 1 });
    const app = await startApp({ ...database, url: url.href });
    const api = client(app);
    const { transaction, rollback } = openTransaction(database);
    try {
      await transaction.rows((db) => db.raw('select 1'));
      const failure = await api.fails('getReadiness', {}, 503, 'UNAVAILABLE');
      expect(failure.details).toEqual({ database: 'no_connection_left' });
      expect(app.logs.join()).toContain('The database has no connection left');
      expect(app.logs.join()).not.toContain('does not respond');
      await rollback();
      expect(await api.ok('getReadiness')).toMatchObject({
        status: 'degraded',
        reasons: [{ code: 'no_connection_left' }],
      });
      await direct.knex.raw(`alter role ${role} connection limit 2`);
      expect(await api.ok('getReadiness')).toMatchObject({ status: 'ready', reasons: [] });
    } finally {
      await rollback();
      await app.close();
      await database.close();
      await direct.knex.raw(`drop role ${role}`);
    }
  });

  testOnPostgres('/readyz names a database that does not confirm writes', async () => {
    const app = await startApp(direct);
    const api = client(app);
    const { transaction, rollback } = openTransaction(direct);
    const now = performance.now.bind(performance);
    const later = jest.spyOn(performance, 'now');
    try {
      // As without a synchronous standby, the write of the check waits.
      await transaction.write((db) => db('database_epoch').update({ is_copy: false }));
      await api.ok('getReadiness');
      later.mockImplementation(() => now() + 31_000);
      const failure = await api.fails('getReadiness', {}, 503, 'UNAVAILABLE');
      expect(failure.details).toEqual({ storage: 'unconfirmed' });
      expect(failure.message).toContain('synchronous standby');
    } finally {
      later.mockRestore();
      await rollback();
      await app.close();
    }
  });

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
  );
});

const lineOf = (server: Serving, begin: string): boolean =>
  server.output().includes(`"msg":"${begin}`);

async function agentOf(owner: Person): Promise<{ readonly token: string }> {
  const app = await startApp(direct);
  try {
    return await addAgent(app, owner);
  } finally {
    await app.close();
  }
}

describeOnEachDialect('Traces on %s', (dialect) => {
  let database: TestDatabase;
  let owner: Person;

  beforeAll(async () => {
    database = await openTestDatabase(dialect);
    owner = await makeWorkspace(database, 'Stage');
  });
  afterAll(() => database.close());

  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  const collect = async (options?: Parameters<typeof startCollector>[0]) => {
    const collector = await startCollector(options);
    opened.push(collector);
    return collector;
  };

  test('have spans of requests, transactions, statements and webhooks, without secrets', async () => {
    const [traceId, callerId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    const collector = await collect();
    const receiver = await startReceiver();
    opened.push(receiver);
    const server = await serve({
      DATABASE_URL: database.url,
      WEBHOOK_ALLOW: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/collect/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=my%20key, x-tenant=other',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-tenant=stage',
      OTEL_SERVICE_NAME: 'stage',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,app/team=B%C3%BChne',
      OTEL_EXPORTER_OTLP_TIMEOUT: '1',
    });
    const app = { url: server.url, logs: [] };
    const api = client(app, { cookie: owner.cookie });
    const { secret } = await api.ok('createWebhook', {
      body: { url: `${receiver.url}/hidden-path?hidden=query` },
    });
    const { token } = await addAgent(app, owner);
    const bearer = { Authorization: `Bearer ${token}` };
    const created = await exchange(server, 'POST', '/v1/actions', {
      headers: {
        ...bearer,
        'Content-Type': 'application/json',
        traceparent: `00-${traceId}-${callerId}-01`,
      },
      body: JSON.stringify({ title: 'hidden-title' }),
    });
    expect(created.status).toBe(201);
    const asked = { headers: { ...bearer, traceparent: `00-${traceId}-${callerId}-00` } };
    expect(await exchange(server, 'GET', `/v1/me`, asked)).toMatchObject({ status: 200 });
    await exchange(server, 'GET', `/v1/search?q=hidden-words`, { headers: bearer });
    await exchange(server, 'GET', `/v1/actions/${token}`, { headers: bearer });
    await exchange(server, 'GET', '/healthz', {});
    await receiver.until(() => receiver.received.length > 0);
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(server.output()).toContain('"variables":["OTEL_EXPORTER_OTLP_TIMEOUT"]');

    const { spans, requests } = collector;
    expect(requests[0]).toMatchObject({
      path: '/collect/v1/traces',
      headers: { 'api-key': 'my key', 'x-tenant': 'stage' },
    });
    const inTrace = spans.filter((span) => span.traceId === traceId);
    const [request, ...more] = inTrace.filter(({ kind }) => kind === 2);
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      name: 'POST /v1/actions',
      parentSpanId: callerId,
      status: 0,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/actions',
        'http.response.status_code': 201,
        'url.path': '/v1/actions',
        'callboard.operation': 'createAction',
      },
      resource: {
        'service.name': 'stage',
        'service.version': expect.any(String),
        'app/team': 'Bühne',
      },
    });
    const [transaction] = inTrace.filter(({ name }) => name === 'TRANSACTION');
    expect(transaction).toMatchObject({
      kind: 3,
      parentSpanId: request?.spanId,
      attributes: { 'callboard.transaction.outcome': 'commit' },
    });
    const within = inTrace.filter(({ parentSpanId }) => parentSpanId === transaction?.spanId);
    const system = dialect === 'sqlite' ? 'sqlite' : 'postgresql';
    expect(within.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['INSERT actions', 'COMMIT']),
    );
    expect(within.find(({ name }) => name === 'INSERT actions')).toMatchObject({
      kind: 3,
      attributes: {
        'db.system.name': system,
        'db.operation.name': 'INSERT',
        'db.query.summary': 'INSERT actions',
        'db.query.text': expect.stringMatching(/insert into ["`]actions/),
      },
    });
    // The search for the token comes before the transaction.
    expect(
      inTrace.filter(({ parentSpanId }) => parentSpanId === request?.spanId).length,
    ).toBeGreaterThan(1);
    expect(inTrace.every(({ milliseconds }) => milliseconds >= 0 && milliseconds < 20_000)).toBe(
      true,
    );

    const [message] = receiver.received;
    const sent = spans.find(({ attributes }) => attributes['server.address'] === '127.0.0.1');
    expect(sent).toMatchObject({
      name: 'POST',
      kind: 3,
      attributes: { 'http.response.status_code': 204, 'url.scheme': 'http' },
    });
    expect(message?.headers['traceparent']).toBe(`00-${sent?.traceId}-${sent?.spanId}-01`);

    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes(traceId) && text.includes('createAction'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      trace_id: traceId,
      parent_id: callerId,
      span_id: request?.spanId,
    });
    const failed = spans.find(
      ({ attributes }) => attributes['callboard.operation'] === 'getAction',
    );
    expect(failed).toMatchObject({
      status: 0,
      attributes: { 'callboard.code': 'NOT_FOUND' },
    });
    expect(spans.some(({ name }) => name.includes('healthz'))).toBe(false);
    const [hidden = ''] = token.split('_').slice(-1);
    for (const word of ['hidden-', hidden, secret, owner.cookie, 'my key', owner.email]) {
      expect(collector.bodies()).not.toContain(word);
    }
  });

  test.each([
    ['is down', false],
    ['does not respond', true],
  ])('delay neither requests nor the stop when the collector %s', async (_, hangs) => {
    const collector = await collect({ hangs });
    if (!hangs) await opened.pop()?.close();
    const limit = 5_000;
    const stopsAfter = await quickest(limit, async () => {
      const server = await serve({
        DATABASE_URL: database.url,
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hidden-key',
      });
      const api = client({ url: server.url, logs: [] }, { cookie: owner.cookie });
      for (let sent = 0; sent < 100; sent += 1) await api.ok('getMe');
      const started = performance.now();
      expect(await server.stop('SIGTERM')).toBe(0);
      const duration = performance.now() - started;
      expect(server.output()).not.toContain('hidden-key');
      return duration;
    });
    expect(stopsAfter).toBeLessThan(limit);
  });

  test('are sent neither when they are disabled nor of callers who are not sampled', async () => {
    const collector = await collect();
    for (const more of [
      { OTEL_SDK_DISABLED: 'true' },
      { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
    ]) {
      const server = await serve({
        DATABASE_URL: database.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        ...more,
      });
      await client({ url: server.url, logs: [] }, { cookie: owner.cookie }).ok('getMe');
      expect(await server.stop('SIGTERM')).toBe(0);
    }
    expect(collector.requests).toEqual([]);
  });
});
