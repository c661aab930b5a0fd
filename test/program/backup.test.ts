import { existsSync, mkdtempSync, readdirSync, statSync, chmodSync, copyFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupCommand } from '../../src/cli/files/backup';
import { exportCommand, importCommand } from '../../src/cli/transfer/transfer-commands';
import { freezeWorkspace } from '../../src/cli/workspaces/move';
import { writeWhole } from '../../src/cli/files/whole-file';
import { createClient, unwrap } from '../../src/client';
import { loadConfig } from '../../src/platform/config';
import { copySqlite, openSqlite } from '../../src/platform/db/sqlite/sqlite-driver';
import { transact } from '../../src/platform/db/transaction';
import { addPerson } from '../../scripts/model/participants';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { run, serve } from '../support/program';
import { testOnPostgres, describeOnEachDialect } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { actionRow, insertOneOfEach, insertWorkspace, testKeys } from '../support/rows';
import { openSession } from '../../scripts/servers/session';
import { runFolder } from '../../scripts/databases/test-run';
import { sentence } from '../support/transfer';
import { restoreCommand } from '../../src/cli/restore/restore';
import { connect } from '../../src/platform/db/connect';
import { readEpoch } from '../../src/platform/db/clock-and-epoch';
import { createReader } from '../../src/platform/db/reader';
import { nameKey } from '../../src/platform/name-key';
import { migrations } from '../../src/platform/db/migrations';
import { rollbackOne } from '../../src/platform/db/schema/schema';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

let folder: string;

let file: string;

// A real id, because tokens contain it.
const workspace = 'wsp_01JZ0000000000000000000001';

describe('Backups', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(runFolder(), 'files-'));
    file = join(folder, 'copy.db');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  describe('callboard backup', () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await openTestDatabase('sqlite');
      await transact(database, (transaction) => insertOneOfEach(transaction, workspace));
    });
    afterEach(async () => {
      await database.close();
    });

    it('copies the database of a running server; a server on the copy returns the same', async () => {
      const env = { DATABASE_URL: database.url };
      const { out } = await run(['token', 'create', '--agent', 'Bo'], env);
      const titles = async (url: string): Promise<unknown> => {
        return unwrap(createClient({ baseUrl: url, token: out.trim() }).GET('/v1/actions'));
      };
      const server = await serve(env);
      const before = await titles(server.url);
      const { code, out: message } = await run(['backup', file], env);
      expect(message).toMatch(/^Backed up .*\.db to .*copy\.db: \d+\.\d MB in \d+\.\d s\.\n$/);
      expect(code).toBe(0);
      expect(await server.stop('SIGTERM')).toBe(0);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(['copy.db']);
      const second = await serve({ DATABASE_URL: `sqlite:${file}` });
      expect(await titles(second.url)).toEqual(before);
      expect(await second.stop('SIGTERM')).toBe(0);
    });

    it('names the fault of a damaged database, and leaves no copy', async () => {
      const damaged = join(folder, 'damaged.db');
      const source = openSqlite(damaged);
      source.exec('create table songs (id integer primary key, title text)');
      const insert = source.prepare('insert into songs (title) values (?)');
      for (let index = 0; index < 2_000; index += 1) insert.run(`Song ${index}`.padEnd(200));
      source.close();
      const bytes = await readFile(damaged);
      const [pageSize, page] = [4096, 50];
      await writeFile(damaged, bytes.fill(0, (page - 1) * pageSize, page * pageSize));
      expect(await sentence(backupCommand(at(`sqlite:${damaged}`), file, {}))).toMatch(
        /integrity check and was removed; the database may be damaged\. Tree 2 page 50: .+$/,
      );
      expect(readdirSync(folder)).toEqual(['damaged.db']);
    });

    it('is a snapshot and finishes despite concurrent writes', async () => {
      const filler = 'x'.repeat(4000);
      const rows = Array.from({ length: 6000 }, (_, n) =>
        actionRow(workspace, `act_x${n}`, { details: filler }),
      );
      for (let n = 0; n < rows.length; n += 500) {
        await database.knex('actions').insert(rows.slice(n, n + 500));
      }
      const path = database.url.slice('sqlite:'.length);
      await writeFile(file, '');
      const writer = openSqlite(path);
      let writes = 0;
      try {
        const fault = await copySqlite(path, file, () => {
          writes += 1;
          writer.exec(
            `update actions set version = version + 1, input_payload = '"Later ${writes}"'`,
          );
        });
        expect(fault).toBeUndefined();
      } finally {
        writer.close();
      }
      expect(writes).toBeGreaterThan(1);
      expect(
        valuesOf(file, "select count(*) from actions where input_payload like '%Later%'"),
      ).toEqual([0]);
      expect(valuesOf(file, 'select count(*) from actions')).toEqual([6002]);
      expect(valuesOf(file, 'pragma journal_mode')).toEqual(['delete']);
    });

    it('replaces an existing file only with --force, but never the database', async () => {
      const config = at(database.url);
      const path = database.url.slice('sqlite:'.length);
      await writeFile(file, 'precious');
      expect(await sentence(backupCommand(config, file, {}))).toBe(
        `${file} already exists. Choose another name, or use --force.`,
      );
      expect(await readFile(file, 'utf8')).toBe('precious');
      expect(await backupCommand(config, file, { force: true })).toMatch(/^Backed up/);
      expect(valuesOf(file, 'select id from workspaces')).toEqual([workspace]);
      expect(await sentence(backupCommand(config, path, { force: true }))).toMatch(
        /is the database itself/,
      );
    });

    it('explains what to do on Postgres and without a database', async () => {
      const elsewhere = join(folder, 'none.db');
      for (const [url, words] of [
        ['postgres://nobody@127.0.0.1:1/none', /On Postgres use pg_dump, or callboard export/],
        ['sqlite::memory:', /Other processes cannot open an in-memory database/],
        [`sqlite:${elsewhere}`, /The database .*none\.db does not exist/],
      ] as const) {
        expect(await sentence(backupCommand(at(url), file, {}))).toMatch(words);
      }
      const lost = backupCommand(at(database.url), join(folder, 'no', 'copy.db'), {});
      expect(await sentence(lost)).toMatch(
        /^The folder of .*copy\.db does not exist\. Create it, or name another one\.$/,
      );
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  describe('writeWhole', () => {
    it('creates a complete file, readable by its owner only, or none if the work fails', async () => {
      const failed = writeWhole(file, {}, async (temporary) => {
        await writeFile(temporary, 'half');
        expect(existsSync(file)).toBe(false);
        throw new Error('It broke.');
      });
      expect(await sentence(failed)).toBe('It broke.');
      expect(readdirSync(folder)).toEqual([]);
      await writeWhole(file, {}, (temporary) => writeFile(temporary, 'whole'));
      expect(await readFile(file, 'utf8')).toBe('whole');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(['copy.db']);
    });

    it('removes the incomplete file when a signal ends the process', async () => {
      const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
      const told = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
      const listeners = process.listenerCount('SIGTERM');
      const stopped = writeWhole(file, {}, async (temporary) => {
        await writeFile(temporary, 'half');
        process.emit('SIGTERM', 'SIGTERM');
        expect(readdirSync(folder)).toEqual([]);
        expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTERM');
        expect(told).toHaveBeenCalledWith(`Interrupted. ${file} was not written.\n`);
        // The signal that is sent again ends the process.
        expect(process.listenerCount('SIGTERM')).toBe(listeners);
        throw new Error('The process would have ended.');
      });
      expect(await sentence(stopped)).toBe('The process would have ended.');
      kill.mockRestore();
      told.mockRestore();
    });

    it('does not replace a file that appeared meanwhile, or a device', async () => {
      const raced = writeWhole(file, {}, () => writeFile(file, 'theirs'));
      expect(await sentence(raced)).toMatch(/already exists/);
      expect(await readFile(file, 'utf8')).toBe('theirs');
      const device = writeWhole('/dev/null', { force: true }, () => Promise.resolve());
      expect(await sentence(device)).toMatch(/exists and is not a regular file/);
    });
  });

  describe('callboard export and import', () => {
    /** The lines of an export without the feed's position and the trailer. */
    async function recordsOf(path: string): Promise<string[]> {
      const lines = (await readFile(path, 'utf8')).trimEnd().split('\n').slice(0, -1);
      return lines.filter((line) => !line.startsWith('{"table":"event_positions"'));
    }

    it('leaves entries of the audit, also of an export to move, and carries viewers', async () => {
      const source = await openTestDatabase('sqlite');
      const target = await openTestDatabase('sqlite');
      try {
        await transact(source, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
        const { password_hash: hash } = await source.knex('users').first();
        const { userId } = await addPerson(source, 'wsp_1', 'viewer', hash);
        await exportCommand(at(source.url), `${file}2`, {});
        await importCommand(at(target.url), `${file}2`);
        const viewer = await target.knex('users').where({ id: userId }).first();
        expect(viewer).toMatchObject({ role: 'viewer' });
        await freezeWorkspace(source, 'wsp_1');
        const move = { workspace: 'wsp_1', move: true };
        const without = { ...at(source.url), secretKeys: [] };
        expect(await sentence(exportCommand(without, file, move))).toMatch(
          /^The webhook \w+ has a secret that cannot be read\. SECRETS_KEY_FILE is not set.*Nothing was changed\.$/,
        );
        expect(
          await sentence(exportCommand(without, file, { ...move, withoutSecrets: true })),
        ).toMatch(/^Give either --move or --without-secrets/);
        await exportCommand(at(source.url), file, move);
        const lines = (await readFile(file, 'utf8')).split('\n');
        const entries = lines.filter((line) => line.includes('"workspace.exported"'));
        const row = { kind: 'workspace.exported', actor_id: 'atr_system', subject_title: 'Stage' };
        expect(entries.map((line): unknown => JSON.parse(line))).toMatchObject(
          ['events', 'audit_entries', 'audit_entries'].map((table) => ({ table, row })),
        );
      } finally {
        await source.close();
        await target.close();
      }
    });

    testOnPostgres('move a workspace through a file', async () => {
      const source = await openTestDatabase('postgres');
      const target = await openTestDatabase('sqlite');
      try {
        await transact(source, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
        expect(await exportCommand(at(source.url), file, {})).toEqual([
          expect.stringMatching(/^Exported the workspace wsp_1: \d+ rows in \d+\.\d s\.$/),
          'The file contains the secrets of its webhooks (1), encrypted. The import needs the keys of SECRETS_KEY_FILE, which are not in the file.',
        ]);
        expect(statSync(file).mode & 0o777).toBe(0o600);
        expect(await sentence(exportCommand(at(source.url), file, {}))).toMatch(/already exists/);
        expect(await importCommand(at(target.url), file)).toEqual([
          expect.stringMatching(/^Imported the workspace wsp_1: \d+ rows in \d+\.\d s\.$/),
        ]);
        expect(await sentence(importCommand(at(target.url), file))).toBe(
          'Line 1: this database already has the workspace wsp_1. Import it into another database. Nothing was imported.',
        );
        await exportCommand(at(target.url), `${file}2`, {});
        // The planner of Postgres knows the imported rows at once.
        const again = await openTestDatabase('postgres');
        try {
          await importCommand(at(again.url), `${file}2`);
          const { rows } = await again.knex.raw(
            "select relname from pg_class where relname in ('actions', 'events', 'search_entries') and reltuples > 0",
          );
          expect(rows).toHaveLength(3);
        } finally {
          await again.close();
        }
        const [before, after] = [await recordsOf(file), await recordsOf(`${file}2`)];
        const isMore = (line: string): boolean => !before.includes(line);
        expect(before.filter((line) => !after.includes(line))).toEqual([]);
        const rows = ['imported', 'exported'].map((verb) => ({
          kind: `workspace.${verb}`,
          actor_id: 'atr_system',
          subject_title: 'Stage',
        }));
        expect(after.filter(isMore).map((line): unknown => JSON.parse(line))).toMatchObject(
          ['events', 'audit_entries'].flatMap((table) => rows.map((row) => ({ table, row }))),
        );
        const app = await startApp(target);
        const person = { workspaceId: 'wsp_1', userId: 'usr_1' };
        const api = client(app, { cookie: await openSession(target, person) });
        const query = { kind: ['workspace.imported' as const] };
        expect((await api.ok('readEvents', { query })).items).toHaveLength(1);
        const { items } = await api.ok('listAuditEntries', { query: { limit: 200 } });
        const kinds = new Set(items.map(({ kind }) => kind));
        for (const { kind } of rows) expect(kinds).toContain(kind);
        await app.close();
      } finally {
        await source.close();
        await target.close();
      }
    });

    testOnPostgres('use the standard streams', async () => {
      const source = await openTestDatabase('sqlite');
      const target = await openTestDatabase('postgres');
      try {
        await transact(source, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
        const { out, err } = await run(['export', '-'], { DATABASE_URL: source.url });
        expect(err).toMatch(/^Exported the workspace wsp_1/);
        expect(out.trimEnd().split('\n').at(-1)).toContain('"sha256"');
        const second = await run(['import', '-'], { DATABASE_URL: target.url }, out);
        expect(second.out).toMatch(/^Imported the workspace wsp_1/);
        expect(second.code).toBe(0);
      } finally {
        await source.close();
        await target.close();
      }
    });

    it('require --workspace if there are several, and fail if there is none', async () => {
      const database = await openTestDatabase('sqlite');
      const config = at(database.url);
      try {
        expect(await sentence(exportCommand(config, file, {}))).toBe(
          'There is no workspace in this database.',
        );
        await transact(database, (transaction) => insertWorkspace(transaction, 'wsp_1'));
        await transact(database, (transaction) => insertWorkspace(transaction, 'wsp_2'));
        expect(await sentence(exportCommand(config, file, {}))).toBe(
          'There are several workspaces. Choose one with --workspace ID: wsp_1, wsp_2.',
        );
        expect(await sentence(exportCommand(config, file, { workspace: 'wsp_9' }))).toBe(
          'There is no workspace wsp_9, but: wsp_1, wsp_2.',
        );
        const { name } = await database.knex('workspaces').where({ id: 'wsp_1' }).first('name');
        const named = (id: string, to: string) =>
          database.knex('workspaces').where({ id }).update({ name: to });
        await named('wsp_2', 'Twin');
        expect(await sentence(exportCommand(config, file, { workspace: 'Twin' }))).toBe(
          'The workspace wsp_2 has no system actor.',
        );
        await named('wsp_1', 'Twin');
        expect(await sentence(exportCommand(config, file, { workspace: 'Twin' }))).toBe(
          'Several workspaces are called Twin. Name one by its id: wsp_1, wsp_2.',
        );
        await named('wsp_1', name);
        const row = await database.knex('workspaces').where({ id: 'wsp_1' }).first();
        const copies = Array.from({ length: 98 }, (_, n) => ({ ...row, id: `wsp_${n + 10}` }));
        await database.knex.batchInsert('workspaces', copies, 20);
        const hundred = await sentence(exportCommand(config, file, {}));
        expect(hundred).toMatch(/: wsp_1, .*wsp_99\.$/);
        await database.knex('workspaces').insert({ ...row, id: 'wsp_a' });
        expect(await sentence(exportCommand(config, file, {}))).toMatch(/ and more\.$/);
        await database.knex('actors').insert({
          workspace_id: 'wsp_2',
          id: 'atr_system',
          kind: 'system',
          name: 'System',
          name_key: nameKey('System'),
          created_at: '2026-01-01T00:00:00.000Z',
        });
        await exportCommand(config, file, { workspace: 'wsp_2' });
        // The first and the last line, the workspace, its person and system, the position of its
        // events, and the event and the entry of this export.
        expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(8);
        expect(await sentence(exportCommand(config, file, { workspace: 'wsp_2' }))).toMatch(
          /exists/,
        );
        expect(await database.knex('audit_entries')).toHaveLength(1);
      } finally {
        await database.close();
      }
    });

    it('refuse missing files and databases, and create none', async () => {
      const nowhere = at(`sqlite:${join(folder, 'none.db')}`);
      expect(await sentence(exportCommand(nowhere, file, {}))).toMatch(
        /^The database .* does not exist/,
      );
      expect(await sentence(importCommand(nowhere, join(folder, 'none')))).toMatch(
        /does not exist/,
      );
      expect(await sentence(importCommand(at('sqlite::memory:'), '-'))).toMatch(
        /ends with this command/,
      );
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});

const at = (url: string) => ({ ...loadConfig({ DATABASE_URL: url }), secretKeys: testKeys });

/** The values of the only column of a query. */
function valuesOf(path: string, sql: string): unknown[] {
  const copy = openSqlite(path, { readonly: true, fileMustExist: true });
  try {
    return copy.prepare(sql).pluck().all();
  } finally {
    copy.close();
  }
}

describe('Restores', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(runFolder(), 'restore-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

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
});

async function epochOf(url: string): Promise<string> {
  const database = connect(url);
  try {
    return await readEpoch(createReader(database));
  } finally {
    await database.close();
  }
}
