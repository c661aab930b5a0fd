import { connect, type Database } from '../../src/platform/db/connect';
import { createReader } from '../../src/platform/db/reader';
import { transact } from '../../src/platform/db/transaction';
import { isBusy } from '../../src/platform/db/faults';
import { describeOnDialect } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';

interface Workspace {
  readonly id: string;
  readonly later?: string;
}

describeOnDialect('postgres', 'on Postgres, a statement', () => {
  let made: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    made = await openTestDatabase('postgres');
    // All statements on the same connection.
    database = connect(made.url, { poolSize: 1 });
    const now = new Date().toISOString();
    await transact(database, (transaction) =>
      transaction.write((db) =>
        db('workspaces').insert({
          id: 'wsp_1',
          name: 'W',
          plan: 'unlimited',
          created_at: now,
          updated_at: now,
        }),
      ),
    );
  });
  afterEach(async () => {
    await database.close();
    await made.close();
  });

  const read = (id = 'wsp_1') =>
    createReader(database).first<Workspace>((db) => db('workspaces').where({ id }));
  const prepared = async (): Promise<string[]> => {
    const rows = await createReader(database).rows<{ statement: string }>((db) =>
      db.raw("select statement from pg_prepared_statements where name like 'callboard_%'"),
    );
    return rows.map(({ statement }) => statement);
  };
  const rowsAmong = (many: number) =>
    createReader(database).rows((db) =>
      db('workspaces')
        .select('id')
        .whereIn(
          'id',
          Array.from({ length: many }, () => 'wsp_1'),
        ),
    );
  const addColumn = () => made.knex.raw("alter table workspaces add column later text default 'x'");

  it('is prepared once', async () => {
    for (const id of ['wsp_1', 'wsp_2', 'wsp_1']) {
      expect((await read(id))?.id).toBe(id === 'wsp_1' ? id : undefined);
    }
    const reads = (await prepared()).filter((sql) => sql.startsWith('select'));
    expect(reads).toEqual(['select * from "workspaces" where "id" = $1']);
  });

  it('is prepared again after a migration', async () => {
    for (const _ of [1, 2, 3]) expect((await read())?.later).toBeUndefined();
    await addColumn();
    for (const _ of [1, 2, 3]) expect((await read())?.later).toBe('x');
  });

  it('fails within a transaction after a migration, and the next transaction succeeds', async () => {
    for (const _ of [1, 2, 3]) await read();
    await addColumn();
    const within = () =>
      transact(database, (transaction) =>
        transaction.first<Workspace>((db) => db('workspaces').where({ id: 'wsp_1' })),
      );
    const error: unknown = await within().catch((reason: unknown) => reason);
    expect(isBusy(error)).toBe(true);
    expect((await within())?.later).toBe('x');
  });

  it('is not prepared when the connection has 500 of them', async () => {
    for (const _ of [1, 2]) {
      for (let many = 1; many <= 510; many += 1) expect(await rowsAmong(many)).toHaveLength(1);
    }
    expect((await prepared()).length).toBeLessThanOrEqual(500);
    expect(await read()).toMatchObject({ id: 'wsp_1' });
  });

  it('is not prepared when its text is very long', async () => {
    for (const _ of [1, 2]) expect(await rowsAmong(5_000)).toHaveLength(1);
    expect(await prepared()).not.toContainEqual(expect.stringContaining('in ('));
    for (const _ of [1, 2]) expect(await rowsAmong(5)).toHaveLength(1);
    expect(await prepared()).toContainEqual(expect.stringContaining('in ('));
  });
});

describe('on SQLite, a prepared statement', () => {
  let made: TestDatabase;
  let other: Database;

  beforeEach(async () => {
    made = await openTestDatabase('sqlite');
    other = connect(made.url);
  });
  afterEach(async () => {
    await other.close();
    await made.close();
  });

  const read = () => createReader(made).rows((db) => db('things').orderBy('id'));
  const things = async (database: Database, change: string) => {
    await database.knex.raw(change);
  };

  it('returns the current columns after a change of the schema', async () => {
    await things(made, 'create table things (id text, name text)');
    await things(made, "insert into things values ('a', 'A'), ('b', null)");
    const first = [
      { id: 'a', name: 'A' },
      { id: 'b', name: null },
    ];
    expect(await read()).toEqual(first);
    expect(await read()).toEqual(first);
    await things(other, 'alter table things add column later integer not null default 7');
    const second = first.map((row) => ({ ...row, later: 7 }));
    expect(await read()).toEqual(second);
    await things(other, 'alter table things drop column name');
    expect(await read()).toEqual([
      { id: 'a', later: 7 },
      { id: 'b', later: 7 },
    ]);
  });

  it('returns the last of several columns of the same name', async () => {
    const rows = await createReader(made).rows((db) =>
      db.raw('select 1 as one, 2 as two, 3 as one'),
    );
    expect(rows).toEqual([{ one: 3, two: 2 }]);
  });

  it('is prepared again after its connection has changed the schema', async () => {
    const onPool = () => made.knex('things').first();
    await things(made, 'create table things (id text, name text)');
    await things(made, "insert into things values ('a', 'A')");
    expect(await onPool()).toEqual({ id: 'a', name: 'A' });
    await things(made, 'alter table things rename column name to title');
    expect(await onPool()).toEqual({ id: 'a', title: 'A' });
  });
});
