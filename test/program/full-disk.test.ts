import { freePort } from '../../scripts/servers/free-port';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import { isBusy, storageFault } from '../../src/platform/db/faults';
import { sqliteDriver } from '../../src/platform/db/sqlite/sqlite-driver';
import { DAY, addMilliseconds } from '../../src/platform/time';
import {
  addAgent,
  makeWorkspace,
  startApp,
  type Person,
  type TestApp,
} from '../../scripts/servers/app';
import { builtProgram } from '../support/built-program';
import { client, type ApiClient } from '../../scripts/requests/client';
import { testOnPostgres } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';

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
  const ended = once(server, 'exit');
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
