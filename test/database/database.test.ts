import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import { isBusy, isLockTimeout, violation } from '../../src/platform/db/faults';
import {
  arrayContains,
  arrayWithin,
  bool,
  containsWords,
  type Condition,
} from '../../src/platform/db/statements/columns';
import { connect } from '../../src/platform/db/connect';
import { createReader } from '../../src/platform/db/reader';
import { openTransaction, transact, type Transaction } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite-driver';
import { describeOnEachDatabase } from '../support/dialects';
import { typescript } from '../support/program';
import { increment } from '../support/increment';
import { actionRow, at, insertWorkspace } from '../support/rows';
import { countStatements, recordStatements } from '../support/statements';
import { runFolder } from '../../scripts/databases/test-run';

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
  }, 20_000);

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
