import { chmodSync, copyFileSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupCommand } from '../../src/cli/files/backup';
import { restoreCommand } from '../../src/cli/restore/restore';
import { loadConfig } from '../../src/platform/config';
import { connect } from '../../src/platform/db/connect';
import { readEpoch } from '../../src/platform/db/clock-and-epoch';
import { createReader } from '../../src/platform/db/reader';
import { migrations } from '../../src/platform/db/migrations';
import { rollbackOne } from '../../src/platform/db/schema/schema';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite-driver';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDialect } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { serve } from '../support/program';
import { runFolder } from '../../scripts/databases/test-run';
import { sentence } from '../support/transfer';

const at = (url: string) => loadConfig({ DATABASE_URL: url });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(runFolder(), 'restore-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function epochOf(url: string): Promise<string> {
  const database = connect(url);
  try {
    return await readEpoch(createReader(database));
  } finally {
    await database.close();
  }
}

describe('callboard restore FILE', () => {
  let database: TestDatabase;
  let app: TestApp;
  let given: GivenWorkspace;
  let path: string;
  let copy: string;
  let hasStopped: boolean;

  beforeEach(async () => {
    database = await openTestDatabase('sqlite');
    path = database.file ?? '';
    copy = join(folder, 'copy.db');
    hasStopped = false;
    app = await startApp(database);
    given = await aWorkspace(app, database);
    await given.person.ok('createAction', { body: { title: 'Kept' } });
    await backupCommand(at(database.url), copy, {});
  });
  afterEach(async () => {
    await stop();
    await database.close();
  });

  /** Ends what uses the database in this process. */
  const stop = async (): Promise<void> => {
    if (hasStopped) return;
    hasStopped = true;
    await app.close();
    await database.connections.close();
    await database.knex.destroy();
  };
  const restored = async (file = copy) => {
    await stop();
    return restoreCommand(at(database.url), file, {});
  };

  test('replaces the database by the backup, with a new epoch', async () => {
    const before = await epochOf(database.url);
    await given.person.ok('createAction', { body: { title: 'Lost' } });
    const cursor = (await given.person.ok('readEvents')).page.next;
    chmodSync(path, 0o640);
    const lines = await restored();
    expect(lines[0]).toMatch(/^Restored .* from .*copy\.db: \d+\.\d MB in \d+\.\d s\.$/);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}.* <.*>, owner$/));
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['copy.db']);
    const after = await epochOf(database.url);
    expect([before.split('.')[0], after.split('.')[0]]).toEqual(['1', '2']);
    const again = connect(database.url);
    const second = await startApp({ ...database, ...again });
    try {
      const read = async (route: string) => {
        const headers = { Authorization: `Bearer ${given.token}` };
        const response = await fetch(new URL(route, second.url), { headers });
        return { status: response.status, body: await response.text() };
      };
      const { body } = await read('/v1/actions');
      expect([body.includes('Kept'), body.includes('Lost')]).toEqual([true, false]);
      expect(await read(`/v1/events?after=${cursor}`)).toMatchObject({ status: 410 });
    } finally {
      await second.close();
      await again.close();
    }
  });

  test('gives each restore of one backup another epoch, and leaves the backup as it is', async () => {
    const bytes = statSync(copy).size;
    await restored();
    const first = await epochOf(database.url);
    await restoreCommand(at(database.url), copy, {});
    expect(await epochOf(database.url)).not.toBe(first);
    expect(statSync(copy).size).toBe(bytes);
  });

  test('creates a database where there is none', async () => {
    const url = `sqlite:${join(folder, 'new.db')}`;
    await restoreCommand(at(url), copy, {});
    expect(readdirSync(folder).toSorted()).toEqual(['copy.db', 'new.db']);
    expect(await epochOf(url)).toMatch(/^2\./);
  });

  test('refuses while a program uses the database, and changes nothing', async () => {
    await given.person.ok('createAction', { body: { title: 'Later' } });
    expect(await sentence(restoreCommand(at(database.url), copy, {}))).toBe(
      `Another program uses ${path}. Stop the server first, then restore the backup.`,
    );
    expect((await given.person.ok('listActions')).items).toHaveLength(2);
    expect(readdirSync(folder)).toEqual(['copy.db']);
  });

  test('refuses while a server runs in another process', async () => {
    const used = join(folder, 'used.db');
    copyFileSync(copy, used);
    const server = await serve({ DATABASE_URL: `sqlite:${used}` });
    try {
      expect(await sentence(restoreCommand(at(`sqlite:${used}`), copy, {}))).toMatch(
        /^Another program uses .*used\.db\./,
      );
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    } finally {
      expect(await server.stop('SIGTERM')).toBe(0);
    }
    await restoreCommand(at(`sqlite:${used}`), copy, {});
  });

  test('refuses a file that is damaged, another kind of file, or of a newer version', async () => {
    const file = (name: string) => join(folder, name);
    await writeFile(file('text'), 'No database. '.repeat(500));
    openSqlite(file('songs')).exec('create table songs (id integer primary key)').close();
    copyFileSync(copy, file('newer'));
    const newer = openSqlite(file('newer'));
    newer.exec(
      "insert into knex_migrations (name, batch, migration_time) values ('20991231000000-x', 9, 0)",
    );
    newer.close();
    const bytes = await readFile(copy);
    await writeFile(file('damaged'), bytes.fill(0, 49 * 4096, 50 * 4096));
    await stop();
    const before = await epochOf(database.url);
    for (const [name, words] of [
      ['text', /does not pass SQLite's integrity check\. Nothing was restored\./],
      ['damaged', /does not pass SQLite's integrity check\. Nothing was restored\./],
      ['songs', /songs is no database of Callboard\.$/],
      ['newer', /was made by a newer version of Callboard\./],
      ['none', /none does not exist\.$/],
    ] as const) {
      expect(await sentence(restoreCommand(at(database.url), file(name), {}))).toMatch(words);
    }
    expect(await sentence(restoreCommand(at(database.url), path, {}))).toMatch(
      /is the database itself/,
    );
    expect(await epochOf(database.url)).toBe(before);
    const names = ['copy.db', 'damaged', 'newer', 'songs', 'text'];
    expect(readdirSync(folder).toSorted()).toEqual(names);
  });

  test('migrates a backup of an older version', async () => {
    const older = join(folder, 'older.db');
    copyFileSync(copy, older);
    const opened = connect(`sqlite:${older}`);
    await rollbackOne(opened);
    await opened.close();
    await restored(older);
    expect(await epochOf(database.url)).toMatch(/^2\./);
    const reader = connect(database.url);
    const { length } = await reader.knex('knex_migrations').select('name');
    await reader.close();
    expect(length).toBe(migrations.length);
  });

  test('replaces a damaged database', async () => {
    await stop();
    await writeFile(path, 'Damaged. '.repeat(1000));
    await restoreCommand(at(database.url), copy, {});
    expect(await epochOf(database.url)).toMatch(/^2\./);
  });

  test('is not needed for the epoch: a server notices a backup in the place of its database', async () => {
    const env = { DATABASE_URL: `sqlite:${copy}` };
    const first = await serve(env);
    expect(await first.stop('SIGTERM')).toBe(0);
    const epoch = await epochOf(env.DATABASE_URL);
    expect(epoch).toMatch(/^2\./);
    const second = await serve(env);
    expect(await second.stop('SIGTERM')).toBe(0);
    expect(await epochOf(env.DATABASE_URL)).toBe(epoch);
  });
});

describeOnEachDialect('callboard restore on %s', (dialect) => {
  let database: TestDatabase;
  let app: TestApp;
  let given: GivenWorkspace;

  beforeEach(async () => {
    database = await openTestDatabase(dialect);
    app = await startApp(database);
    given = await aWorkspace(app, database);
  });
  afterEach(async () => {
    await app.close();
    await database.close();
  });

  test('without a file begins a new epoch, and says who can enter', async () => {
    const cursor = (await given.person.ok('readEvents')).page.next;
    const lines = await restoreCommand(at(database.url), undefined, {});
    const query = { after: cursor };
    await given.person.fails('readEvents', { query }, 410, 'CURSOR_EXPIRED');
    const { items } = await given.person.ok('listTokens', { path: { id: given.agent.id } });
    const text = lines.join('\n');
    expect(text).toContain(`\n  ${items[0]?.id} of ${given.agent.name}: ${items[0]?.name}\n`);
    expect(text).toMatch(/\nSessions:\n {2}.* <.*>: 1\n/);
    expect(text).toMatch(/\nPeople:\n {2}.* <.*>, owner\n/);
    expect(text).toContain('\nOAuth connections: none\n');
    expect(text).toContain('callboard restore --end-sessions');
    expect(text).toContain('callboard restore --revoke-tokens');
    await given.worker.ok('getMe');
  });

  test('ends sessions and revokes tokens if asked to, with their events', async () => {
    const options = { endSessions: true, revokeTokens: true };
    const lines = await restoreCommand(at(database.url), undefined, options);
    expect(lines).toEqual(
      expect.arrayContaining([
        'Ended the sessions of 1 people.',
        'Revoked 1 tokens.',
        'Sessions: none',
        'Tokens: none',
      ]),
    );
    await given.person.fails('getMe', {}, 401, 'UNAUTHENTICATED');
    await given.worker.fails('getMe', {}, 401, 'UNAUTHENTICATED');
    const kinds: string[] = await database
      .knex('events')
      .where({ workspace_id: given.workspaceId })
      .pluck('kind');
    expect(kinds).toEqual(expect.arrayContaining(['session.deleted', 'token.revoked']));
  });

  if (dialect === 'sqlite') return;

  test('with a file refers to pg_restore', async () => {
    expect(await sentence(restoreCommand(at(database.url), join(folder, 'x'), {}))).toMatch(
      /^callboard restore FILE replaces SQLite databases\. On Postgres use pg_restore/,
    );
  });
});
