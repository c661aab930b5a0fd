import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { demoCommand } from '../../src/cli/demo';
import { ensureServeSchema } from '../../src/cli/serve/serve';
import { exportCommand } from '../../src/cli/transfer/transfer-commands';
import { loadConfig } from '../../src/platform/config';
import { connect } from '../../src/platform/db/connect';
import { transact } from '../../src/platform/db/transaction';
import { migrations } from '../../src/platform/db/migrations';
import { migrate, rollbackOne, schemaState } from '../../src/platform/db/schema/schema';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite-driver';
import { describeOnEachDialect } from '../support/dialects';
import { openTestDatabase } from '../../scripts/databases/test-database';
import { addAgent, makeWorkspace } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { laterProgram } from '../support/built-program';
import { run, serve, type Serving } from '../support/program';
import { insertWorkspace } from '../support/rows';
import { runFolder } from '../../scripts/databases/test-run';
import { sentence } from '../support/transfer';

const at = (url: string) => loadConfig({ DATABASE_URL: url });
const modeOf = (file: string): number => statSync(file).mode & 0o777;
const silent = pino({ level: 'silent' });

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(runFolder(), 'upgrade-'));
  file = join(folder, 'callboard.db');
});
afterEach(() => rm(folder, { recursive: true }));

describeOnEachDialect('a command on %s', (dialect) => {
  test('gives an empty database its schema', async () => {
    const database = await openTestDatabase(dialect, 'empty');
    try {
      expect((await demoCommand(at(database.url))).join('\n')).toContain(
        'The sample workspace is ready',
      );
      expect((await schemaState(database)).state).toBe('current');
    } finally {
      await database.close();
    }
  });

  test('does not migrate an older schema, unlike migrate and serve', async () => {
    const database = await openTestDatabase(dialect);
    try {
      await rollbackOne(database);
      const refused = /^The database schema lacks 1 migration\(s\)\. Run callboard migrate, or /;
      expect(await sentence(demoCommand(at(database.url)))).toMatch(refused);
      const file = join(folder, 'export');
      expect(await sentence(exportCommand(at(database.url), file, {}))).toMatch(
        /Run callboard migrate/,
      );
      expect((await schemaState(database)).state).toBe('outdated');
    } finally {
      await database.close();
    }
  });

  test('does not change a newer schema or the tables of another program', async () => {
    const newer = await openTestDatabase(dialect);
    const foreign = await openTestDatabase(dialect, 'empty');
    try {
      const step = { name: '20991231000000-later', batch: 9, migration_time: new Date() };
      await newer.knex('knex_migrations').insert(step);
      expect(await sentence(demoCommand(at(newer.url)))).toMatch(/migrated by a newer version/);
      await foreign.knex.schema.createTable('songs', (table) => table.text('title'));
      expect(await sentence(demoCommand(at(foreign.url)))).toMatch(
        /has tables of another program\. Check DATABASE_URL/,
      );
      expect(await foreign.knex.schema.hasTable('knex_migrations')).toBe(false);
    } finally {
      await newer.close();
      await foreign.close();
    }
  });
});

describeOnEachDialect('a rolling upgrade over two compatible steps on %s', (dialect) => {
  test('fails no request, while the old and the new program serve side by side', async () => {
    const database = await openTestDatabase(dialect);
    const env = {
      DATABASE_URL: database.url,
      RATE_LIMIT_PER_MINUTE: '0',
      CALLBOARD_CONSOLE: 'off',
    };
    const later = await laterProgram();
    const servers: Serving[] = [await serve(env)];
    let serving = servers;
    let isOver = false;
    const served = new Map<Serving, number>();
    try {
      const [old] = servers;
      if (old === undefined) throw new Error('No server has started.');
      const person = await makeWorkspace(database, 'Stage');
      const { agent, token } = await addAgent({ url: old.url, logs: [] }, person);
      const work = async (server: Serving, id: number): Promise<void> => {
        const api = client({ url: server.url, logs: [] }, { bearer: token });
        const body = { title: `Cue ${id}`, status: 'ready', assigned_agent_id: agent.id } as const;
        const action = await api.ok('createAction', { body });
        const path = { id: action.id };
        await api.ok('claimAction', { path });
        await api.ok('heartbeatAction', { path });
        await api.ok('createActionNote', { path, body: { body: 'It runs.' } });
        await api.ok('listActions', { query: { limit: 5 } });
        await api.ok('searchWorkspace', { query: { q: 'Cue' } });
        await api.ok('completeAction', { path, body: { result_summary: 'Done.' } });
        served.set(server, (served.get(server) ?? 0) + 1);
      };
      const loop = async (first: number): Promise<void> => {
        for (let id = first; !isOver; id += 4) {
          const server = serving[(id >> 2) % serving.length];
          if (server !== undefined) await work(server, id);
        }
      };
      const loops = Promise.all([0, 1, 2, 3].map(loop));
      const upgrade = async (): Promise<void> => {
        try {
          await until(() => (served.get(old) ?? 0) > 5);
          expect(await run(['migrate'], env, '', later)).toMatchObject({ code: 0, err: '' });
          const ready = await client({ url: old.url, logs: [] }).ok('getReadiness');
          expect(ready).toMatchObject({ status: 'degraded', reasons: [{ code: 'schema_newer' }] });
          const next = await serve(env, ['serve'], later);
          servers.push(next);
          serving = [old, next];
          await until(() => (served.get(next) ?? 0) > 5);
          serving = [next];
          await pause(300);
          expect(await client({ url: next.url, logs: [] }).ok('getReadiness')).toMatchObject({
            status: 'ready',
          });
        } finally {
          isOver = true;
        }
      };
      await Promise.all([upgrade(), loops]);
      expect(servers.map((server) => (served.get(server) ?? 0) > 5)).toEqual([true, true]);
      for (const server of servers) expect(await server.stop('SIGTERM')).toBe(0);
      const failures = servers.flatMap((server) =>
        server.output().match(/^.*"level":(50|60).*$/gm),
      );
      expect(failures.filter((line) => line !== null)).toEqual([]);
    } finally {
      isOver = true;
      for (const server of servers) await server.stop('SIGKILL');
      await database.close();
    }
  });
});

async function until(condition: () => boolean): Promise<void> {
  for (let attempts = 0; !condition(); attempts += 1) {
    if (attempts > 400) throw new Error('The condition did not come true.');
    await pause(50);
  }
}

/** An SQLite file of an older schema, with a workspace in it. */
async function makeOlder(): Promise<void> {
  const database = connect(`sqlite:${file}`);
  try {
    await migrate(database);
    await transact(database, (transaction) => insertWorkspace(transaction, 'wsp_1'));
    await rollbackOne(database);
  } finally {
    await database.close();
  }
}

/** The number of migrations of the file, and the ids of its workspaces. */
function queryDatabase(path: string): unknown[] {
  const database = openSqlite(path, { readonly: true });
  try {
    return [
      database.prepare('select count(*) from knex_migrations').pluck().get(),
      ...database.prepare('select id from workspaces').pluck().all(),
    ];
  } finally {
    database.close();
  }
}

describe('serve on an older SQLite file', () => {
  const copy = (): string => `${file}.before-migration`;

  test('copies and migrates it, only once when two processes start together', async () => {
    await makeOlder();
    chmodSync(file, 0o644);
    const env = { DATABASE_URL: `sqlite:${file}` };
    const servers = await Promise.all([serve(env), serve(env)]);
    for (const server of servers) expect(await server.stop('SIGTERM')).toBe(0);
    expect(queryDatabase(file)).toEqual([migrations.length, 'wsp_1']);
    expect(queryDatabase(copy())).toEqual([migrations.length - 1, 'wsp_1']);
    const logs = servers.map(({ output }) => output());
    expect(logs.filter((log) => log.includes('was copied before its migration'))).toHaveLength(1);
    // The mode of an existing file does not change, but there is a warning; the copy is private.
    expect(logs.every((log) => log.includes('Run chmod 600'))).toBe(true);
    expect([modeOf(file), modeOf(copy())]).toEqual([0o644, 0o600]);
    const parts = readdirSync(folder).filter((name) => !name.startsWith('callboard.db'));
    expect(parts).toEqual([]);
  });

  test('replaces the previous copy, and makes none where nothing is migrated', async () => {
    const database = connect(`sqlite:${file}`);
    try {
      await ensureServeSchema(database, silent);
      await ensureServeSchema(database, silent);
      expect(readdirSync(folder)).not.toContain('callboard.db.before-migration');
      for (const id of ['wsp_1', 'wsp_2']) {
        await transact(database, (transaction) => insertWorkspace(transaction, id));
        await rollbackOne(database);
        await ensureServeSchema(database, silent);
      }
    } finally {
      await database.close();
    }
    expect(queryDatabase(copy())).toEqual([migrations.length - 1, 'wsp_1', 'wsp_2']);
  });

  test('does not migrate without the copy, and deletes a partial one', async () => {
    await makeOlder();
    const database = connect(`sqlite:${file}`);
    try {
      mkdirSync(copy());
      expect(await sentence(ensureServeSchema(database, silent))).toBe(
        `${copy()} exists and is not a regular file.`,
      );
      await rm(copy(), { recursive: true });
      await database.knex.raw('pragma ignore_check_constraints = on');
      await database.knex('workspaces').update({ plan: 'gold' });
      expect(await sentence(ensureServeSchema(database, silent))).toMatch(
        /was not migrated, .* integrity check\. CHECK constraint failed in workspaces$/,
      );
      const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      await expect(migrate(database, () => Promise.reject(full))).rejects.toBe(full);
      expect((await schemaState(database)).state).toBe('outdated');
    } finally {
      await database.close();
    }
    expect(queryDatabase(file)).toEqual([migrations.length - 1, 'wsp_1']);
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });
});

test('a new SQLite file and its log are readable by their owner only', async () => {
  const before = process.umask(0);
  const database = connect(`sqlite:${file}`);
  try {
    await migrate(database);
    expect(['', '-wal', '-shm'].map((end) => modeOf(`${file}${end}`))).toEqual([
      0o600, 0o600, 0o600,
    ]);
  } finally {
    process.umask(before);
    await database.close();
  }
});
