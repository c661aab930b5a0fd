import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import { pino } from 'pino';
import {
  afterDeadlocks,
  isBusy,
  isLockTimeout,
  storageFault,
  violation,
} from '../../src/platform/db/faults';
import {
  arrayContains,
  arrayWithin,
  bool,
  type Condition,
} from '../../src/platform/db/statements/columns';
import { containsWords } from '../../src/platform/db/statements/text-filter';
import { keepsPrepared } from '../../src/platform/db/postgres-server';
import { connect, type Database } from '../../src/platform/db/connect';
import { createReader, withSnapshot, type Reader } from '../../src/platform/db/reader';
import { createWriteCheck } from '../../src/platform/db/health';
import { openTransaction, transact, type Transaction } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite-driver';
import { describeOnEachDatabase, describeOnDialect } from '../support/dialects';
import { typescript } from '../support/program';
import { increment } from '../support/increment';
import { actionRow, at, insertWorkspace } from '../support/rows';
import { countStatements, recordStatements } from '../support/statements';
import { runFolder } from '../../scripts/databases/test-run';
import { performBatch } from '../../src/platform/batch';
import { problem } from '../../src/platform/problems';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { aWorkspace } from '../../scripts/requests/given';

const run = promisify(execFile);

const workspaceRow = (id: string) => ({
  id,
  name: 'Stage',
  plan: 'free',
  created_at: at,
  updated_at: at,
});

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('SQLite commits with synchronous FULL, so a power cut loses nothing', async () => {
  const database = connect('sqlite::memory:');
  try {
    expect(await database.knex.raw('pragma synchronous')).toEqual([{ synchronous: 2 }]);
  } finally {
    await database.close();
  }
});

test('SQLite opens a new file after another connection has unlocked it', async () => {
  const file = join(runFolder(), 'locked.db');
  const other = openSqlite(file);
  other.exec('create table parts (id)');
  other.exec('begin exclusive');
  const database = connect(`sqlite:${file}`);
  try {
    const opened = createReader(database).rows((db) => db('parts'));
    await Promise.all([opened, pause(50).then(() => other.exec('commit'))]);
    expect(await database.knex.raw('pragma journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  } finally {
    other.close();
    await database.close();
  }
});

const silent = pino({ level: 'silent' });

test('work that a deadlock ends is repeated, and other failures are not', async () => {
  let calls = 0;
  const failing = (code: string, times: number) => async () => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error('It failed.'), { code });
    return calls;
  };
  expect(await afterDeadlocks(failing('40P01', 3))).toBe(4);
  calls = 0;
  await expect(afterDeadlocks(failing('40P01', 4))).rejects.toThrow('It failed.');
  calls = 0;
  await expect(afterDeadlocks(failing('57014', 1))).rejects.toThrow('It failed.');
  expect(calls).toBe(1);
});

describeOnDialect('postgres', 'connections to Postgres', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase('postgres');
  });
  afterAll(() => database.close());

  const first = async (reader: Reader, sql: string): Promise<unknown> =>
    reader.first((db) => db.raw(sql));

  it('behind a pooler of transactions prepare nothing and set up each transaction', async () => {
    const url = new URL(database.url);
    url.searchParams.set('lock_timeout', '1234');
    const pooled = connect(url.href, { pooler: 'transaction', poolSize: 1 });
    const settings = `select current_setting('TimeZone') as zone, current_setting('lock_timeout') as lock,
      current_setting('statement_timeout') as statement`;
    const set = { zone: 'UTC', lock: '1234ms', statement: '30s' };
    try {
      const reader = createReader(pooled);
      // The server of the tests has it off too, so ask who did that.
      const jit = "select setting, source from pg_settings where name = 'jit'";
      expect(await first(reader, jit)).toEqual({ setting: 'off', source: 'session' });
      expect(await first(reader, settings)).toEqual(set);
      expect(await transact(pooled, (transaction) => first(transaction, settings))).toEqual(set);
      expect(await withSnapshot(pooled, (snapshot) => first(snapshot, settings))).toEqual(set);
      const rows = (id: string) => reader.rows((db) => db('workspaces').where({ id }));
      expect(await Promise.all(['a', 'b', 'c'].map(rows))).toEqual([[], [], []]);
      expect(await first(reader, 'select count(*) as count from pg_prepared_statements')).toEqual({
        count: 0,
      });
      const refused = caught(reader.rows((db) => db('no_such_table')));
      expect(String(await refused)).toMatch(/no_such_table/);
      expect(await first(reader, settings)).toEqual(set);
      // The session keeps the settings of the server.
      const { rows: zones } = await pooled.knex.raw('show TimeZone');
      expect(zones).not.toEqual([{ TimeZone: 'UTC' }]);
    } finally {
      await pooled.close();
    }
  });

  it('behind a pooler that keeps prepared statements name them by their texts', async () => {
    const pooled = connect(database.url, { pooler: 'transaction-prepared', poolSize: 1 });
    await pooled.knex.raw('create table prepared_parts (id text)');
    try {
      const reader = createReader(pooled);
      const parts = () => reader.rows((db) => db('prepared_parts').whereNot({ id: 'a' }));
      const names = () =>
        reader.rows((db) =>
          db('pg_prepared_statements')
            .whereLike('statement', 'select%prepared_parts%')
            .select('name'),
        );
      await parts();
      await parts();
      expect(await names()).toEqual([
        { name: expect.stringMatching(/^callboard_\d+_[0-9a-f]{24}$/) },
      ]);
      // Statements that a migration has made invalid are prepared by another text and name.
      await pooled.knex.raw('alter table prepared_parts add column more text');
      await pooled.knex('prepared_parts').insert({ id: 'b' });
      for (let times = 0; times < 2; times += 1) {
        expect(await parts()).toEqual([{ id: 'b', more: null }]);
      }
      const texts = new Set((await names()).map((row) => JSON.stringify(row)));
      expect(texts.size).toBe(2);
      expect(await keepsPrepared(pooled, 1)).toBe(true);
    } finally {
      await pooled.knex.raw('drop table prepared_parts');
      await pooled.close();
    }
  });

  it('wait while the server has none left, instead of failing', async () => {
    const role = `limited_${process.pid}`;
    await database.knex.raw(`create role ${role} login password 'limited' connection limit 2`);
    const url = new URL(database.url);
    url.username = role;
    url.password = 'limited';
    const limited = connect(url.href, { poolSize: 4 });
    const other = connect(url.href, { poolSize: 1 });
    try {
      const reader = createReader(limited);
      const sleeps = Array.from({ length: 12 }, () => first(reader, 'select pg_sleep(0.05)'));
      expect(await Promise.all(sleeps)).toHaveLength(12);
      // Those that a process does not use are soon for the others.
      expect(await first(createReader(other), 'select 1 as one')).toEqual({ one: 1 });
    } finally {
      await Promise.all([limited.close(), other.close()]);
      await database.knex.raw(`drop role ${role}`);
    }
  });

  it('go to the host that accepts writes, and leave one that does not any more', async () => {
    const at = (url: string) => {
      const hosts = url.replace('@', '@127.0.0.1:1,');
      return `${hosts}${url.includes('?') ? '&' : '?'}target_session_attrs=read-write`;
    };
    const several = connect(at(database.url), { poolSize: 1 });
    const write = () =>
      transact(several, (transaction) =>
        transaction.write((db) => db('workspaces').where({ id: 'none' }).update({ name: 'X' })),
      );
    try {
      expect(await write()).toBe(0);
      await several.knex.raw('set session characteristics as transaction read only');
      expect(storageFault(await caught(write()))).toBe('read_only');
      expect(await write()).toBe(0);
      const name = new URL(database.url).pathname.slice(1);
      await database.knex.raw(`alter database ${name} set default_transaction_read_only = on`);
      await several.knex.raw('set session characteristics as transaction read only');
      await caught(write());
      expect(String(await caught(write()))).toMatch(/No host accepts writes/);
      await database.knex.raw(`alter database ${name} reset default_transaction_read_only`);
      expect(await write()).toBe(0);
    } finally {
      await several.close();
    }
  });
});

describeOnEachDatabase('the write of the health check', (database, dialect) => {
  it('is tried once in 30 s, and two failures are a fault until one succeeds', async () => {
    const other = connect(database().url);
    const own = connect(database().url);
    let now = 0;
    const check = createWriteCheck(() => now);
    const after = async (seconds: number) => {
      now += seconds * 1_000;
      return check(own.probe(), silent);
    };
    const blocking = openTransaction(other);
    try {
      expect(await after(0)).toBeUndefined();
      await blocking.transaction.write((db) => db('database_epoch').update({ is_copy: false }));
      // Another writer of SQLite is no failure.
      const fault = dialect === 'postgres' ? 'unconfirmed' : undefined;
      expect(await after(29)).toBeUndefined();
      expect(await after(1)).toBeUndefined();
      expect(await after(29)).toBeUndefined();
      expect(await after(1)).toBe(fault);
      expect(await check(undefined, silent)).toBe(fault);
      await blocking.rollback();
      // The end of a fault shows sooner.
      expect(await after(4)).toBe(fault);
      expect(await after(1)).toBeUndefined();
    } finally {
      await blocking.rollback();
      await own.close();
      await other.close();
    }
  });
});

describe('a database URL', () => {
  it.each([
    ['sqlite:./a.db', `SQLite file ${join(process.cwd(), 'a.db')}`],
    ['sqlite:/tmp/a.db', 'SQLite file /tmp/a.db'],
    ['sqlite:///tmp/a.db', 'SQLite file /tmp/a.db'],
    ['sqlite::memory:', 'SQLite in memory'],
    [
      'postgres://me:secret@db.example:6543/calls?sslmode=disable',
      'PostgreSQL me@db.example:6543/calls',
    ],
    ['postgresql://db.example/calls', 'PostgreSQL db.example:5432/calls'],
    [
      'postgres://me:secret@db1,db2:6543/calls?target_session_attrs=read-write',
      'PostgreSQL me@db1:5432,db2:6543/calls',
    ],
    ['postgres://me@%2Frun%2Fpostgresql/calls', 'PostgreSQL me@/run/postgresql:5432/calls'],
  ])('%s opens %s', async (url, description) => {
    const database = connect(url);
    expect(database.description).toBe(description);
    await database.close();
  });

  it.each([
    '',
    'mysql://me:secret@h/d',
    'sqlite:',
    'sqlite://a.db',
    'postgres://me:secret@h',
    'postgres://me:sec ret@[h/d',
    'postgres://me:secret@%zz/d',
    'postgres://%zz:secret@h/d',
  ])('%j is refused in a sentence without the password', (url) => {
    expect(() => connect(url)).toThrow(/database URL (must be|is) .*\.$/);
    expect(() => connect(url)).not.toThrow(/sec/);
  });

  it('has a known value of target_session_attrs', () => {
    expect(() => connect('postgres://h1,h2/calls?target_session_attrs=any')).not.toThrow();
    expect(() => connect('postgres://me:secret@h/calls?target_session_attrs=standby')).toThrow(
      /^target_session_attrs must be any, read-write or primary\.$/,
    );
  });

  it('of an unreachable server causes an unavailable error', async () => {
    const database = connect('postgres://me:secret@127.0.0.1:1/calls');
    const error = await caught(createReader(database).rows((db) => db('actions')));
    expect(isBusy(error)).toBe(true);
    expect(String(error)).not.toMatch(/secret/);
    await database.close();
  });
});

describeOnEachDatabase('readers and transactions', (database) => {
  const names = (): Promise<string[]> =>
    createReader(database())
      .rows<{ id: string }>((db) => db('workspaces').select('id').orderBy('id'))
      .then((rows) => rows.map(({ id }) => id));

  afterEach(async () => {
    // Stored rows are counted in event_positions, which refers to the workspace.
    for (const table of ['actions', 'actors', 'event_positions', 'workspaces']) {
      await database().knex(table).delete();
    }
  });

  it('a transaction begins with its first statement, once for concurrent ones', async () => {
    const { transaction, commit } = openTransaction(database());
    expect(await countStatements(database(), commit)).toBe(0);
    await expect(transaction.rows((db) => db('workspaces'))).rejects.toThrow(/after the end/);

    const second = openTransaction(database());
    const { statements } = await recordStatements(database(), async () => {
      await Promise.all(
        ['wsp_1', 'wsp_2', 'wsp_3'].map((id) =>
          second.transaction.write((db) => db('workspaces').insert(workspaceRow(id))),
        ),
      );
      await second.commit();
    });
    expect(statements.map((sql) => sql.split(' ')[0])).toEqual([
      expect.stringMatching(/^BEGIN/),
      'insert',
      'insert',
      'insert',
      'COMMIT;',
    ]);
    expect(await names()).toEqual(['wsp_1', 'wsp_2', 'wsp_3']);
  });

  it('a commit waits for statements that were not awaited', async () => {
    const { transaction, commit } = openTransaction(database());
    const written = transaction.write((db) => db('workspaces').insert(workspaceRow('wsp_1')));
    await commit();
    expect(await written).toBe(1);
    expect(await names()).toEqual(['wsp_1']);
  });

  it('writeLast runs a statement at the end of the transaction, and fails with it', async () => {
    const add = (id: string) => (db: Knex) => db('workspaces').insert(workspaceRow(id));
    await transact(database(), async (transaction) => {
      transaction.writeLast(add('wsp_2'));
      await transaction.write(add('wsp_1'));
    });
    expect(await names()).toEqual(['wsp_1', 'wsp_2']);
    const broken = transact(database(), async (transaction) => {
      transaction.writeLast(add('wsp_3'));
      transaction.writeLast(add('wsp_1'));
      transaction.writeLast(add('wsp_4'));
      await transaction.write(add('wsp_5'));
    });
    expect(violation(await caught(broken))?.kind).toBe('unique');
    expect(await names()).toEqual(['wsp_1', 'wsp_2']);
  });

  it('a transaction stores nothing if its work throws', async () => {
    const work = transact(database(), async (transaction) => {
      await insertWorkspace(transaction, 'wsp_1');
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await names()).toEqual([]);
  });

  it('a transaction stores nothing after a failed statement, caught or not', async () => {
    const work = transact(database(), async (transaction) => {
      await insertWorkspace(transaction, 'wsp_1');
      await caught(transaction.write((db) => db('workspaces').insert(workspaceRow('wsp_1'))));
    });
    await expect(work).rejects.toThrow(/has failed/);
    const continuing = transact(database(), async (transaction) => {
      await caught(transaction.write((db) => db('workspaces').insert({ id: 'wsp_1' })));
      await transaction.rows((db) => db('workspaces'));
    });
    await expect(continuing).rejects.toThrow(/earlier statement/);
    expect(await names()).toEqual([]);
  });

  it('a refused commit does not undo later transactions of the connection', async () => {
    const knex = database().knex;
    await knex.raw(
      'create table parts (id varchar(9) primary key, whole varchar(9) references parts (id) deferrable initially deferred)',
    );
    const part = (id: string, whole: string | null = null) => [{ id, whole }];
    const works = Array.from({ length: 60 }, (_, n) =>
      transact(database(), async (transaction) => {
        const refused = n % 4 === 0;
        await insertRows(transaction, 'parts', part(`a${n}`, refused ? 'none' : null));
        if (refused) return;
        await nextTurn();
        await insertRows(transaction, 'parts', part(`b${n}`));
        if (n % 4 === 1) throw new Error('changed my mind');
      }),
    );
    const outcomes = await Promise.allSettled(works);
    const ids = await knex('parts').orderBy('id').pluck<string[]>('id');
    await knex.raw('drop table parts');
    const done = outcomes.flatMap(({ status }, n) =>
      status === 'fulfilled' ? [`a${n}`, `b${n}`] : [],
    );
    expect(ids).toEqual(done.toSorted());
    const refused = outcomes.filter((_, n) => n % 4 === 0);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 'rejected'));
  });

  it('a write returns the number of affected rows', async () => {
    await transact(database(), async (transaction) => {
      const rows = ['wsp_1', 'wsp_2'].map(workspaceRow);
      expect(await transaction.write((db) => db('workspaces').insert(rows))).toBe(2);
      expect(
        await transaction.write((db) => db('workspaces').insert(rows).onConflict('id').ignore()),
      ).toBe(0);
      expect(
        await transaction.write((db) =>
          db('workspaces').insert(workspaceRow('wsp_1')).onConflict('id').merge(['name']),
        ),
      ).toBe(1);
      expect(await transaction.write((db) => db('workspaces').update({ name: 'New' }))).toBe(2);
      expect(
        await transaction.write((db) =>
          db('workspaces').where({ id: 'none' }).update({ name: 'New' }),
        ),
      ).toBe(0);
      expect(
        await transaction.write((db) =>
          db.raw('update workspaces set name = ? where id = ?', ['x', 'wsp_1']),
        ),
      ).toBe(1);
      expect(
        await transaction.rows((db) =>
          db('workspaces').where({ id: 'wsp_1' }).update({ version: 7 }).returning('version'),
        ),
      ).toEqual([{ version: 7 }]);
      expect(await transaction.write((db) => db('workspaces').delete())).toBe(2);
    });
  });

  it('insertRows inserts more rows than one statement takes', async () => {
    await transact(database(), async (transaction) => {
      await insertWorkspace(transaction, 'wsp_1');
      const rows = Array.from({ length: 2_345 }, (_, n) => actionRow('wsp_1', `act_${n}`));
      expect(await insertRows(transaction, 'actions', rows)).toBe(2_345);
      expect(await insertRows(transaction, 'actions', [])).toBe(0);
    });
    const counted = await createReader(database()).first<{ n: number }>((db) =>
      db('actions').count({ n: '*' }),
    );
    expect(counted).toEqual({ n: 2_345 });
  });

  it('values have the same form on both databases', async () => {
    await transact(database(), async (transaction) => {
      await insertWorkspace(transaction, 'wsp_1');
      await insertRows(transaction, 'actions', [
        actionRow('wsp_1', 'act_1', {
          is_template: true,
          input_payload: '{"b":1,"a":[2]}',
          position: 3_000_000_000,
          due_at: '2026-11-21T06:17:00.000Z',
        }),
      ]);
    });
    const row = await createReader(database()).first<Record<string, unknown>>((db) =>
      db('actions'),
    );
    expect(row).toMatchObject({
      created_at: at,
      due_at: '2026-11-21T06:17:00.000Z',
      defer_until: null,
      input_payload: '{"b":1,"a":[2]}',
      position: 3_000_000_000,
      version: 1,
    });
    expect([bool(row?.['is_template']), bool(row?.['requires_review'])]).toEqual([true, false]);
  });

  it('a reader cannot write', async () => {
    const reader = createReader(database());
    await expect(reader.rows((db) => db('workspaces').delete())).rejects.toThrow(
      /needs a transaction/,
    );
    await expect(reader.rows((db) => db.raw('delete from workspaces'))).rejects.toThrow(
      /needs a transaction/,
    );
    expect(await reader.first((db) => db.raw('select 1 as one'))).toEqual({ one: 1 });
    expect(await reader.first((db) => db('workspaces').first())).toBeUndefined();
  });

  it('one transaction writes at a time, in one process and in two', async () => {
    await transact(database(), (transaction) => insertWorkspace(transaction, 'wsp_1'));
    await Promise.all(Array.from({ length: 20 }, () => increment(database())));
    const script = join(__dirname, '..', 'support', 'increment-process.ts');
    const other = run(process.execPath, [...typescript, script, database().url, '200']);
    let own = 0;
    let running = true;
    const finished = other.finally(() => (running = false));
    while (running) {
      await increment(database());
      own += 1;
    }
    await finished;
    const found = await createReader(database()).first<{ version: number }>((db) =>
      db('workspaces').select('version'),
    );
    expect(found?.version).toBe(1 + 20 + 200 + own);
  });

  it('a lock timeout differs from other errors', async () => {
    await transact(database(), (transaction) => insertWorkspace(transaction, 'wsp_1'));
    const other = connect(database().url);
    const first = openTransaction(database());
    await first.transaction.write((db) => db('workspaces').update({ name: 'first' }));
    const waiting = async (transaction: Transaction): Promise<unknown> => {
      await transaction.write((db) => db.raw("set local lock_timeout = '50ms'"));
      return transaction.write((db) => db('workspaces').update({ name: 'late' }));
    };
    if (other.dialect === 'sqlite') await other.knex.raw('pragma busy_timeout = 50');
    const error = await caught(
      other.dialect === 'sqlite'
        ? other.knex.transaction((trx) => trx('workspaces').update({ name: 'late' }))
        : transact(other, waiting),
    );
    await first.rollback();
    await other.close();
    expect([isLockTimeout(error), isBusy(error), violation(error)]).toEqual([
      true,
      true,
      undefined,
    ]);
  });

  it('violation() reports the constraint that a write broke', async () => {
    const broken = async (...rows: Record<string, unknown>[]) =>
      violation(
        await caught(
          transact(database(), (transaction) => insertRows(transaction, 'actors', rows)),
        ),
      );
    const actor = { workspace_id: 'wsp_1', id: 'atr_9', kind: 'user', name: 'Bo', created_at: at };
    await transact(database(), (transaction) => insertWorkspace(transaction, 'wsp_1'));
    expect(await broken(actor, actor)).toMatchObject({
      kind: 'unique',
      columns: ['workspace_id', 'id'],
    });
    expect(await broken({ ...actor, name: null })).toMatchObject({
      kind: 'not_null',
      columns: ['name'],
    });
    expect(await broken({ ...actor, kind: 'god' })).toMatchObject({
      kind: 'check',
      constraint: 'actors_kind_check',
    });
    expect(await broken({ ...actor, workspace_id: 'wsp_0' })).toMatchObject({
      kind: 'foreign_key',
    });
    const unknown = await caught(createReader(database()).rows((db) => db('nothing')));
    expect([isBusy(unknown), violation(unknown)]).toEqual([false, undefined]);
  });

  it('both databases search words and JSON arrays alike', async () => {
    await transact(database(), async (transaction) => {
      await insertWorkspace(transaction, 'wsp_1');
      await insertRows(transaction, 'actions', [
        actionRow('wsp_1', 'act_1', {
          title: 'Grüße NÄHEN',
          details: '100%_sure!',
          requirements: '["sew","iron"]',
        }),
        actionRow('wsp_1', 'act_2', { title: 'grüße', details: null, requirements: '["sew"]' }),
        actionRow('wsp_1', 'act_3', { title: 'other', details: '1000 sure', requirements: '[]' }),
      ]);
    });
    const found = async (condition: Condition): Promise<string> => {
      const rows = await createReader(database()).rows<{ id: string }>((db) =>
        db('actions').where(condition).orderBy('id').select('id'),
      );
      return rows.map(({ id }) => id.slice(-1)).join('');
    };
    const { dialect } = database();
    const words = (text: string): Promise<string> =>
      found(containsWords(dialect, ['actions.title', 'actions.details'], text));
    expect(await words('GRÜSSE')).toBe('');
    expect(await words('GRÜßE')).toBe('12');
    expect(await words(' sure  nähen ')).toBe('1');
    expect(await words('0%_s')).toBe('1');
    expect(await words('e!')).toBe('1');
    expect(await words("' or")).toBe('');
    expect(await words('')).toBe('123');
    expect(await found(arrayWithin(dialect, 'actions.requirements', '["sew","dye"]'))).toBe('23');
    expect(await found(arrayWithin(dialect, 'actions.requirements', '["iron","sew"]'))).toBe('123');
    expect(await found(arrayWithin(dialect, 'actions.requirements', '[]'))).toBe('3');
    expect(await found(arrayContains(dialect, 'actions.requirements', 'iron'))).toBe('1');
  });
});

describeOnEachDatabase('A savepoint', (database) => {
  let before = 0;
  const id = (name: string): string => `wsp_${before}_${name}`;

  beforeEach(() => {
    before += 1;
  });

  const stored = async (): Promise<string[]> => {
    const rows = await createReader(database()).rows<{ id: string }>((db) =>
      db('workspaces').where('id', 'like', `wsp_${before}_%`).select('id').orderBy('id'),
    );
    return rows.map((row) => row.id);
  };

  const add = (transaction: Transaction, name: string): Promise<void> =>
    insertWorkspace(transaction, id(name));

  const refused = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    return 'not refused';
  };

  test('returns the result of its work, which the transaction commits', async () => {
    const result = await transact(database(), (transaction) =>
      transaction.savepoint(async () => {
        await add(transaction, 'a');
        return 'done';
      }),
    );
    expect(result).toBe('done');
    expect(await stored()).toEqual([id('a')]);
  });

  test('is rolled back alone when its work rejects', async () => {
    await transact(database(), async (transaction) => {
      await add(transaction, 'a');
      const work = transaction.savepoint(async () => {
        await add(transaction, 'b');
        throw new Error('refused');
      });
      expect(await refused(work)).toBe('refused');
      await transaction.savepoint(() => add(transaction, 'c'));
    });
    expect(await stored()).toEqual([id('a'), id('c')]);
  });

  test('makes a failed statement harmless, also while others are under way', async () => {
    await transact(database(), async (transaction) => {
      await add(transaction, 'a');
      for (const name of ['b', 'c']) {
        const work = transaction.savepoint(async () => {
          await Promise.all([add(transaction, name), add(transaction, 'a'), add(transaction, 'd')]);
        });
        expect(await refused(work)).toMatch(/unique|has failed/i);
      }
      await add(transaction, 'e');
    });
    expect(await stored()).toEqual([id('a'), id('e')]);
  });

  test('waits for what is still under way when its work rejects', async () => {
    await transact(database(), async (transaction) => {
      await add(transaction, 'a');
      const several = async () => {
        for (const name of ['b', 'c', 'd']) await add(transaction, name);
      };
      const work = transaction.savepoint(() =>
        Promise.all([several(), Promise.reject(new Error('refused'))]),
      );
      expect(await refused(work)).toBe('refused');
      await add(transaction, 'e');
    });
    expect(await stored()).toEqual([id('a'), id('e')]);
  });

  test('waits for a slow statement when a later one is refused before it is sent', async () => {
    const { dialect } = database();
    await transact(database(), async (transaction) => {
      await add(transaction, 'a');
      const slowly = async () => {
        await transaction.rows((db) =>
          db.select(db.raw(dialect === 'postgres' ? 'pg_sleep(0.3)' : '1')),
        );
        await add(transaction, 'b');
      };
      const broken = () =>
        transaction.write(() => {
          throw new Error('refused');
        });
      const work = transaction.savepoint(() => Promise.all([slowly(), broken()]));
      expect(await refused(work)).toBe('refused');
      await add(transaction, 'c');
    });
    expect(await stored()).toEqual([id('a'), id('c')]);
  });

  test('commits nothing when its work hides a failed statement', async () => {
    const { transaction, commit, rollback } = openTransaction(database());
    await add(transaction, 'a');
    const work = transaction.savepoint(async () => {
      await refused(add(transaction, 'a'));
    });
    expect(await refused(work)).toMatch(/has failed/);
    await add(transaction, 'b');
    await commit();
    await rollback();
    expect(await stored()).toEqual([id('a'), id('b')]);
  });

  test('does not repair a transaction that has failed before', async () => {
    const { transaction, commit, rollback } = openTransaction(database());
    await add(transaction, 'a');
    await refused(add(transaction, 'a'));
    const work = transaction.savepoint(() => add(transaction, 'b'));
    expect(await refused(work)).toMatch(/has failed/);
    expect(await refused(commit())).toMatch(/cannot be committed/);
    await rollback();
    expect(await stored()).toEqual([]);
  });

  test('drops the work that it queued for the commit, and no other', async () => {
    const ran: string[] = [];
    const queue = (transaction: Transaction, name: string): void => {
      transaction.beforeCommit(async () => {
        ran.push(`before ${name}`);
      });
      transaction.writeLast((db) =>
        db('workspaces')
          .where({ id: id(name) })
          .update({ name: 'last' }),
      );
      transaction.afterCommit(() => void ran.push(`after ${name}`));
    };
    await transact(database(), async (transaction) => {
      await add(transaction, 'a');
      await add(transaction, 'b');
      queue(transaction, 'a');
      const work = transaction.savepoint(async () => {
        queue(transaction, 'b');
        throw new Error('refused');
      });
      expect(await refused(work)).toBe('refused');
      await transaction.savepoint(async () => queue(transaction, 'c'));
    });
    expect(ran).toEqual(['before a', 'before c', 'after a', 'after c']);
    const rows: { id: string }[] = await database()
      .knex('workspaces')
      .where('id', 'like', `wsp_${before}_%`)
      .where({ name: 'last' })
      .select('id');
    expect(rows.map((row) => row.id)).toEqual([id('a')]);
  });

  test('of a batch is rolled back for a problem, and with the others for any other error', async () => {
    const perform = (failure: Error | undefined) =>
      transact(database(), (transaction) =>
        performBatch(transaction, [{ id: 'a' }, { id: 'b' }, { id: 'c' }], async (item) => {
          await add(transaction, item.id);
          if (item.id === 'b' && failure !== undefined) throw failure;
          return item.id;
        }),
      );
    expect(await refused(perform(new Error('broken')))).toBe('broken');
    expect(await stored()).toEqual([]);
    expect(await perform(problem('FORBIDDEN'))).toMatchObject([
      { id: 'a', status: 200, record: 'a' },
      { id: 'b', status: 403, error: { code: 'FORBIDDEN' } },
      { id: 'c', status: 200, record: 'c' },
    ]);
    expect(await stored()).toEqual([id('a'), id('c')]);
  });

  test('can be the first statement of a transaction', async () => {
    await transact(database(), async (transaction) => {
      const work = transaction.savepoint(() => Promise.reject(new Error('refused')));
      expect(await refused(work)).toBe('refused');
      await add(transaction, 'a');
    });
    expect(await stored()).toEqual([id('a')]);
  });
});

// SQLite has one writer at a time, so it has no deadlocks.
describeOnDialect('postgres', 'On Postgres, two deadlocked transactions', () => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    app = await startApp(database);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const waits = async (): Promise<void> => {
    const waiting = (): Promise<object | undefined> =>
      createReader(database).first((db) =>
        db('pg_stat_activity')
          .where({ wait_event_type: 'Lock' })
          .whereRaw('datname = current_database()')
          .select('pid'),
      );
    while ((await waiting()) === undefined) await pause(10);
  };

  /** Deadlocks a claim with another transaction. Returns whether Postgres cancelled the claim's. */
  async function deadlock(): Promise<boolean> {
    const { agent, worker, person } = await aWorkspace(app, database);
    const { id } = await person.ok('createAction', { body: { title: 'Hang', status: 'ready' } });
    const other = openTransaction(database);
    await other.transaction.rows((db) => db('actions').where({ id }).select('id').forUpdate());
    const retries = (): number => app.logs.filter((line) => line.includes('retrying it')).length;
    const before = retries();
    const claiming = worker.ok('claimNextAction', { path: { id: agent.id }, body: {} });
    await waits();
    // The request has locked its agent and waits for the action.
    try {
      await other.transaction.rows((db) =>
        db('agents').where({ id: agent.id }).select('id').forUpdate(),
      );
    } catch (error) {
      expect(error).toMatchObject({ code: '40P01' });
      await other.rollback();
      await claiming;
      return false;
    }
    await other.transaction.write((db) => db('actions').where({ id }).update({ title: 'Hang it' }));
    await other.commit();
    const { action, reason } = await claiming;
    expect([reason, action?.id, action?.title]).toEqual(['claimed', id, 'Hang it']);
    expect(retries() - before).toBe(1);
    const claims = await createReader(database).rows((db) =>
      db('events').where({ action_id: id, kind: 'action.claimed' }),
    );
    expect(claims).toHaveLength(1);
    return true;
  }

  test('are retried, and both requests succeed', async () => {
    // The one that has waited for a second is cancelled. On a busy machine it may be the other one.
    for (let attempt = 1; attempt <= 5; attempt += 1) if (await deadlock()) return;
    throw new Error('Postgres cancelled the other transaction each time.');
  });
});

let database: TestDatabase;

const ids = Array.from({ length: 20 }, (_, index) => `wsp_${String(index).padStart(2, '0')}`);

const stored = async (of: Database = database): Promise<string[]> => {
  const rows = await createReader(of).rows<{ id: string }>((db) =>
    db('workspaces').select('id').orderBy('id'),
  );
  return rows.map(({ id }) => id);
};

const add = (id: string): Promise<void> =>
  transact(database, (transaction) => insertWorkspace(transaction, id));

const isRefusedCommit = (outcome: PromiseSettledResult<void>): boolean =>
  outcome.status === 'rejected' && /FOREIGN KEY/.test(String(outcome.reason));

const count = (statements: readonly string[], begin: string): number =>
  statements.filter((sql) => sql.startsWith(begin)).length;

describe('On SQLite, transactions that arrive together', () => {
  beforeEach(async () => {
    database = await openTestDatabase('sqlite');
  });

  afterEach(() => database.close());

  test('share one commit', async () => {
    const { statements } = await recordStatements(database, () => Promise.all(ids.map(add)));
    expect(count(statements, 'COMMIT')).toBeLessThan(ids.length);
    expect(await stored()).toEqual(ids);
  });

  test('resolve when other connections can see their writes', async () => {
    const other = connect(database.url);
    try {
      await Promise.all(
        ids.map(async (id) => {
          await add(id);
          expect(await stored(other)).toContain(id);
        }),
      );
    } finally {
      await other.close();
    }
  });

  test('fail separately', async () => {
    const outcomes = await Promise.allSettled(
      ids.map((id, index) =>
        transact(database, async (transaction) => {
          await insertWorkspace(transaction, id);
          if (index % 3 === 0) throw new Error('changed my mind');
          if (index % 3 === 1) await insertWorkspace(transaction, id);
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      ids.map((_, index) => index % 3 === 2),
    );
    expect(await stored()).toEqual(ids.filter((_, index) => index % 3 === 2));
  });

  test('are all rolled back when the database refuses their commit, and later ones are not', async () => {
    const breakCommit = async (transaction: Transaction): Promise<void> => {
      await transaction.rows((db) => db.raw('pragma defer_foreign_keys = on'));
      await transaction.write((db) =>
        db.raw(
          `insert into domains (workspace_id, id, name, created_by_actor_id, updated_by_actor_id, created_at, updated_at)
           values ('wsp_none', 'dom_1', 'x', 'atr_none', 'atr_none', '', '')`,
        ),
      );
    };
    const failAfterReading = async (transaction: Transaction): Promise<void> => {
      const [found] = await transaction.rows((db) => db('workspaces').where({ id: 'wsp_01' }));
      throw new Error(found === undefined ? 'It is not there.' : 'It is there already.');
    };
    const send = (one: string, other: string) =>
      Promise.allSettled([
        add(one),
        transact(database, failAfterReading),
        transact(database, breakCommit),
        add(other),
      ]);
    // A group ends after 25 ms, which statements may take on a slow machine: then it is sent again.
    let before: string[] = [];
    let outcomes: readonly PromiseSettledResult<void>[] = [];
    for (let count = 10; count < 30; count += 1) {
      before = await stored();
      outcomes = await send(`wsp_${count}a`, `wsp_${count}b`);
      if (outcomes.every(isRefusedCommit)) break;
    }
    expect(outcomes.map(isRefusedCommit)).toEqual([true, true, true, true]);
    expect(await stored()).toEqual(before);
    await add('wsp_new');
    expect(await stored()).toEqual([...before, 'wsp_new']);
  });

  test('wait for a slow one, and are not affected by its rollback', async () => {
    const slow = openTransaction(database);
    await insertWorkspace(slow.transaction, 'wsp_slow');
    const others = Promise.all(ids.map(add));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await stored()).toEqual([]);
    await slow.rollback();
    await others;
    expect(await stored()).toEqual(ids);
  });

  test('wait for another process without blocking readers', async () => {
    const other = connect(database.url);
    try {
      const { transaction, commit } = openTransaction(other);
      await insertWorkspace(transaction, 'wsp_other');
      const others = Promise.all(ids.map(add));
      for (let read = 0; read < 20; read += 1) {
        expect(await stored()).toEqual([]);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      await commit();
      await others;
      expect(await stored()).toEqual(['wsp_other', ...ids].toSorted());
    } finally {
      await other.close();
    }
  });

  test('let another process write between full groups', async () => {
    await add('wsp_busy');
    const other = connect(database.url, { durable: false, takesTurns: true });
    let isBusy = true;
    const touch = (transaction: Transaction): Promise<number> =>
      transaction.write((db) => db('workspaces').where({ id: 'wsp_busy' }).increment('version'));
    const loops = Array.from({ length: 100 }, async () => {
      while (isBusy) await transact(other, touch);
    });
    for (const id of ids) await add(id);
    isBusy = false;
    await Promise.all(loops);
    await other.close();
    expect(await stored()).toEqual([...ids, 'wsp_busy']);
  });

  test('see the writes of earlier ones', async () => {
    const seen: number[] = [];
    await Promise.all(
      ids.map((id) =>
        transact(database, async (transaction) => {
          seen.push((await transaction.rows((db) => db('workspaces').select('id'))).length);
          await insertWorkspace(transaction, id);
        }),
      ),
    );
    expect(seen).toEqual(ids.map((_, index) => index));
  });
});
