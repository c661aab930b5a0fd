import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { idKinds } from '../../src/platform/ids';
import type { OperationId } from '../../src/platform/operation';
import { addToken, makeWorkspace, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type RawInput } from '../../scripts/requests/client';
import { describeOnEachDatabase, describeOnDialect } from '../support/dialects';
import { insertMix, nth } from '../support/mixed-workspace';
import { asObject } from '../../scripts/generate/json';
import { factsOf, idPrefixes, operationIds } from '../../scripts/requests/operations';
import { valuesFor, type Known } from '../support/every-read';
import { parameters } from '../support/parameters';
import { countStatements, recordStatements } from '../support/statements';
import { crossingsOf } from '../support/crossing-statements';
import { workspacesNotNamed, workspaceTables } from '../support/workspace-of-statement';
import { createReader } from '../../src/platform/db/reader';
import { transact } from '../../src/platform/db/transaction';
import { compiledQuery, compiledStatement } from '../../src/platform/db/statements/compiled';
import { connect, type Database } from '../../src/platform/db/connect';
import { isBusy } from '../../src/platform/db/faults';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { cacheRows, isCachedRow } from '../../src/platform/db/statements/cached-rows';

const sizesOf = (count: number) => ({
  agents: count,
  domains: count,
  projects: count,
  orders: count,
  documents: count,
  actions: count,
  questions: count,
  events: count,
});

// A batch takes 100 ids at most.
const someIds = (prefix: string, count: number): string[] =>
  Array.from({ length: Math.min(count, 100) }, (_, index) => nth(prefix, index));

/** The lists and views of the contract. */
const listed = operationIds.filter(
  (id) =>
    factsOf(id).method === 'get' &&
    /^list|^batch|^search|View$|Overview$|Attention$|Queue$|News$|Progress$/.test(id),
);

/** The lists of a response that have items, outside of items. */
function filledLists(body: unknown): string[] {
  return Object.entries(asObject(body)).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.length > 0
        ? [name]
        : []
      : filledLists(value).map((inner) => `${name}/${inner}`),
  );
}

const inWorkspace: Known = {
  ids: (kind) => [nth(idKinds[kind].prefix, 0)],
  actors: [nth('atr', 0)],
  words: ['ac'],
};

const ofQuery = (id: OperationId) =>
  parameters.filter((each) => each.id === id && each.location === 'query');

/**
 * The queries of a read: what it requires, with each other parameter once. A parameter that chooses
 * parts of the response has each of its values, or all of them where it takes several.
 */
function queriesOf(id: OperationId): object[] {
  const queries = ofQuery(id).flatMap(({ name, parameter, schema }) => {
    const values = valuesFor(id, parameter, inWorkspace);
    const takesSeveral = schema['type'] === 'array' && !Array.isArray(values[0]);
    const isChoice = 'enum' in schema && name !== 'sort';
    const chosen = takesSeveral ? [values] : isChoice ? values : values.slice(0, 1);
    return chosen.map((value) => ({ ...neededBy(id), [name]: value }));
  });
  return [neededBy(id), ...queries.filter((query) => !isDeepStrictEqual(query, neededBy(id)))];
}

/** Whether the query only chooses parts of the response, so that it excludes no rows. */
function excludesNone(id: OperationId, query: object): boolean {
  const added = Object.keys(query).filter((name) => !(name in neededBy(id)));
  return added.every((name) => {
    const { type, default: stated } = ofQuery(id).find((each) => each.name === name)?.schema ?? {};
    const isPart = type !== 'integer' && name !== 'sort' && stated !== undefined;
    return isPart || name === 'include' || (id === 'listLinks' && name === 'action_id');
  });
}

/** The query parameters that a read requires. */
function neededBy(id: OperationId): object {
  const required = ofQuery(id).filter((parameter) => parameter.required);
  return Object.fromEntries(
    required.map(({ name, parameter }) => [name, valuesFor(id, parameter, inWorkspace)[0]]),
  );
}

const reads = listed.flatMap((id): [OperationId, RawInput][] => {
  const { path } = factsOf(id);
  const prefix = idPrefixes.get(path.split('/')[2] ?? '') ?? '';
  const inPath = path.includes('{id}') ? { path: { id: nth(prefix, 0) } } : {};
  return queriesOf(id).map((query) => [id, { ...inPath, query }]);
});

describeOnEachDatabase(
  'the number of statements does not depend on the number of rows',
  (database) => {
    let app: TestApp;
    let apart: TestApp | undefined;
    const cookies = new Map<number, string>();

    beforeAll(async () => {
      app = await startApp(database());
      for (const count of [10, 1000]) {
        const person = await makeWorkspace(database(), `With ${count}`);
        await insertMix(database(), person.owner, sizesOf(count));
        await putInSequences(person.owner.workspaceId);
        for (let made = 0; made < count / 100; made += 1) {
          await addToken(app, person, nth('agt', 0), ['read']);
        }
        cookies.set(count, person.cookie);
      }
      // After a bulk insert, Postgres needs new statistics; otherwise it plans for ten rows.
      await database().knex.raw('analyze');
    });
    // Sequential projects need additional statements, so each action gets a sequential project.
    async function putInSequences(workspaceId: string): Promise<void> {
      const { knex } = database();
      const key = { workspace_id: workspaceId };
      const line = { state: 'active', work_mode: 'sequential', is_template: false };
      await knex('projects').where(key).update(line);
      await knex('actions')
        .where(key)
        .update({ project_id: knex.raw("replace(id, 'act_', 'prj_')") });
    }

    afterEach(async () => {
      await apart?.close();
      apart = undefined;
    });
    afterAll(() => app.close());

    test.each(reads)('%s %j', async (id, input) => {
      const counts: number[] = [];
      const filled: string[][] = [];
      // The row cache belongs to the object of its database: with a new one, it is empty.
      apart = await startApp({ ...database() });
      for (const count of [10, 1000]) {
        const cookie = cookies.get(count) ?? '';
        const read = {
          ...input,
          query: {
            ...input.query,
            ...(id.startsWith('list') ? { limit: 200 } : {}),
            ...(id === 'batchGetActions' ? { ids: someIds('act', count) } : {}),
            ...(id === 'getProjectProgress' ? { project_id: someIds('prj', count) } : {}),
          },
        };
        const api = client(apart, { cookie });
        counts.push(
          await countStatements(database(), async () => {
            const { status, body } = await api.send(id, read);
            expect([status, body]).toEqual([200, body]);
            filled.push(filledLists(body));
          }),
        );
      }
      const [few, many] = filled;
      if (excludesNone(id, input.query ?? {})) {
        expect(counts[1]).toBe(counts[0]);
      } else if (isDeepStrictEqual(few, many)) {
        // A list that a filter leaves empty among ten rows needs fewer statements.
        expect(counts[1]).toBeLessThanOrEqual(counts[0] ?? 0);
      }
      // Includes the statements of authentication. Two views can have ten lists.
      const most = id === 'getMineView' || id === 'getCommandView' ? 16 : 15;
      expect(counts[1]).toBeLessThanOrEqual(most);
    });
  },
);

interface Row {
  readonly id: string;
}

describeOnEachDatabase('a compiled statement', (open) => {
  const workspace = (id: string) => ({
    id,
    name: `Of ${id}`,
    plan: 'unlimited',
    created_at: '2026-11-21T00:00:00.000Z',
    updated_at: '2026-11-21T00:00:00.000Z',
  });
  beforeAll(async () => {
    await transact(open(), (transaction) =>
      transaction.write((db) =>
        db('workspaces').insert(['wsp_1', 'wsp_2', 'wsp_3'].map(workspace)),
      ),
    );
  });

  it('is compiled once, and binds the values of each run', async () => {
    let made = 0;
    const named = compiledStatement<'id' | 'name'>((db, given) => {
      made += 1;
      return db('workspaces')
        .where('name', given('name'))
        .whereNot('id', given('id'))
        .where('plan', 'unlimited')
        .select('id');
    });
    const find = (id: string, name: string) => createReader(open()).rows<Row>(named({ id, name }));
    expect(await find('wsp_1', 'Of wsp_2')).toEqual([{ id: 'wsp_2' }]);
    expect(await find('wsp_2', 'Of wsp_3')).toEqual([{ id: 'wsp_3' }]);
    expect(await find('wsp_3', 'Of wsp_3')).toEqual([]);
    expect(made).toBe(1);
  });

  it('has a text for each number of ids', async () => {
    const among = compiledStatement<never>((db, _given, ids) =>
      db('workspaces')
        .whereIn('id', [...ids])
        .orderBy('id')
        .select('id'),
    );
    const find = (...ids: string[]) => createReader(open()).rows<Row>(among({}, ids));
    expect(await find('wsp_3', 'wsp_1')).toEqual([{ id: 'wsp_1' }, { id: 'wsp_3' }]);
    expect(await find('wsp_2')).toEqual([{ id: 'wsp_2' }]);
    expect(await find('wsp_2', 'wsp_4')).toEqual([{ id: 'wsp_2' }]);
    expect(await find()).toEqual([]);
  });

  it('writes', async () => {
    const rename = compiledStatement<'id' | 'name' | 'version'>((db, given) =>
      db('workspaces')
        .where({ id: given('id') })
        .update({ name: given('name'), version: given('version') }),
    );
    const write = (id: string) =>
      transact(open(), (transaction) =>
        transaction.write(rename({ id, name: 'Other', version: 7 })),
      );
    expect(await write('wsp_1')).toBe(1);
    expect(await write('wsp_9')).toBe(0);
    const { result, ran } = await recordStatements(open(), () =>
      createReader(open()).first((db) => db('workspaces').where({ id: 'wsp_1' }).select('version')),
    );
    expect(result).toEqual({ version: 7 });
    expect(ran).toHaveLength(1);
  });

  const odd: [string, (db: Knex, value: string) => Knex.QueryBuilder][] = [
    ['as a name', (db, value) => db('workspaces').where(value, 1)],
    ['in a text', (db, value) => db('workspaces').where('name', `%${value}%`)],
    ['in a JSON text', (db, value) => db('workspaces').where('name', JSON.stringify([value]))],
    ['as a number of rows', (db, value) => db('workspaces').limit(Number(value))],
  ];
  it.each(odd)('accepts no parameter %s', async (_where, make) => {
    const statement = compiledStatement<'value'>((db, given) => make(db, given('value')));
    await expect(createReader(open()).rows(statement({ value: 'x' }))).rejects.toThrow(
      /is not in the position of a value/,
    );
  });
});

describeOnEachDatabase('a compiled query', (open) => {
  interface Filters {
    readonly plan: string;
    readonly name: string | undefined;
    readonly archived: boolean;
    readonly limit: number;
  }
  const everything: Filters = { plan: 'unlimited', name: undefined, archived: false, limit: 10 };

  beforeAll(async () => {
    const at = '2026-11-21T00:00:00.000Z';
    await transact(open(), (transaction) =>
      transaction.write((db) =>
        db('workspaces').insert(
          ['wsp_a', 'wsp_b', 'wsp_c'].map((id) => ({
            id,
            name: id === 'wsp_c' ? 'Last' : 'First',
            plan: 'unlimited',
            created_at: at,
            updated_at: at,
          })),
        ),
      ),
    );
  });

  it('is compiled once for each shape of its parameters', async () => {
    const made: string[] = [];
    const list = compiledQuery<Filters>((db, filters, { dialect }) => {
      made.push(dialect);
      const query = db('workspaces').where('plan', filters.plan).orderBy('id').limit(filters.limit);
      if (filters.archived) void query.whereNull('id');
      return (filters.name === undefined ? query : query.where('name', filters.name)).select<Row[]>(
        'id',
      );
    });
    const find = async (filters: Partial<Filters>) => {
      const rows = await createReader(open()).rows<Row>(
        list(createReader(open()), { ...everything, ...filters }),
      );
      return rows.map(({ id }) => id);
    };
    expect(await find({})).toEqual(['wsp_a', 'wsp_b', 'wsp_c']);
    expect(await find({ plan: 'free' })).toEqual([]);
    expect(made).toHaveLength(1);
    expect(await find({ name: 'First' })).toEqual(['wsp_a', 'wsp_b']);
    expect(await find({ name: 'Last' })).toEqual(['wsp_c']);
    expect(made).toHaveLength(2);
    expect(await find({ limit: 1 })).toEqual(['wsp_a']);
    expect(await find({ archived: true })).toEqual([]);
    expect(await find({})).toEqual(['wsp_a', 'wsp_b', 'wsp_c']);
    expect(made).toEqual(Array.from({ length: 4 }, () => createReader(open()).dialect));
  });

  it('accepts ids', async () => {
    const among = compiledQuery<Pick<Filters, 'name'>>((db, { name = 'First' }, { ids }) =>
      db('workspaces')
        .whereIn('id', [...ids])
        .where('name', name)
        .select('id'),
    );
    const find = (name: string | undefined, ...ids: string[]) =>
      createReader(open()).rows<Row>(among(createReader(open()), { name }, ids));
    expect(await find('Last', 'wsp_b', 'wsp_c')).toEqual([{ id: 'wsp_c' }]);
    expect(await find(undefined, 'wsp_b', 'wsp_c')).toEqual([{ id: 'wsp_b' }]);
    expect(await find('Last', 'wsp_c')).toEqual([{ id: 'wsp_c' }]);
  });

  it('accepts plain values only', async () => {
    const list = compiledQuery<{ readonly since: Date }>((db) => db('workspaces').select('id'));
    expect(() => list(createReader(open()), { since: new Date() })).toThrow(
      /since is not a plain value/,
    );
  });
});

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

describeOnEachDatabase('a cache of rows', (database) => {
  interface Row {
    readonly version: number;
    readonly name: string;
  }

  const row = (version: number): Row => ({ version, name: `Version ${version}` });
  const open = (most = 2) => {
    const cache = cacheRows<Row>({ version: 'things.version', name: 'versioned' }, most);
    const reader = createReader(database());
    return {
      cache,
      add: (id: string, version: number) => cache.add(reader, id, row(version)),
      find: (id: string, version: number) => cache.find(reader, id, { version }),
    };
  };

  it('returns a row, frozen and marked, while its compared columns are unchanged', () => {
    const { add, find } = open();
    add('a', 1);
    expect(find('a', 1)).toEqual(row(1));
    expect(Object.isFrozen(find('a', 1))).toBe(true);
    expect(isCachedRow(find('a', 1) ?? {})).toBe(true);
    expect(isCachedRow(row(1))).toBe(false);
    expect([find('a', 2), find('b', 1)]).toEqual([undefined, undefined]);
    add('a', 2);
    expect([find('a', 1), find('a', 2)]).toEqual([undefined, row(2)]);
  });

  it('removes the least recently used row when it is full', () => {
    const { add, find } = open(2);
    add('a', 1);
    add('b', 1);
    find('a', 1);
    add('c', 1);
    expect([find('a', 1), find('b', 1), find('c', 1)]).toEqual([row(1), undefined, row(1)]);
  });

  it('does not cache long rows', () => {
    const { cache, find } = open();
    const reader = createReader(database());
    cache.add(reader, 'a', { version: 1, name: 'a'.repeat(4_000) });
    cache.add(reader, 'b', { version: 1, name: 'b'.repeat(4_001) });
    expect([find('a', 1)?.name.length, find('b', 1)]).toEqual([4_000, undefined]);
  });

  it('is not used within a transaction', async () => {
    const { cache, add, find } = open();
    add('a', 1);
    await transact(database(), async (transaction) => {
      expect(cache.find(transaction, 'a', { version: 1 })).toBeUndefined();
      cache.add(transaction, 'b', row(1));
    });
    expect([find('a', 1), find('b', 1)]).toEqual([row(1), undefined]);
  });
});

describe('a statement', () => {
  const tablesWithout = (sql: string): string[] =>
    workspacesNotNamed(sql).map(({ table }) => table);

  test.each([
    'select * from `actions` where `workspace_id` = ? and `id` = ?',
    'select a.id from "actions" as "a" join notes as n on n.workspace_id = a.workspace_id where "a"."workspace_id" = $1',
    'select * from actions, notes where actions.workspace_id = notes.workspace_id and ? = notes.workspace_id',
    'with found as (select * from actions where workspace_id = ?) select * from found join notes on notes.workspace_id = found.workspace_id',
    'select * from notes join (select workspace_id from actions where workspace_id = ?) as a on a.workspace_id = notes.workspace_id',
    'select * from users join workspaces on workspaces.id = users.workspace_id where users.workspace_id = ?',
    'select * from actions where (workspace_id, id) = (?, ?)',
    'insert into actions (id, workspace_id) values (?, ?) on conflict (workspace_id, id) do nothing',
    'insert into events (workspace_id, position) select workspace_id, last from event_positions where workspace_id = ?',
    "update actions set title = 'from notes where' where workspace_id = ?",
    'select * from database_epoch',
    'create index some on actions (workspace_id)',
  ])('names its workspace: %s', (sql) => {
    expect(workspacesNotNamed(sql)).toEqual([]);
  });

  test.each([
    ['select * from actions', ['actions']],
    ['select * from `actions` where `id` = ?', ['actions']],
    ['select * from actions where workspace_id in (?, ?)', ['actions']],
    ['select * from actions where workspace_id > ?', ['actions']],
    ['delete from notes where updated_workspace_id = ?', ['notes']],
    [
      'select * from actions as a join notes as n on n.id = a.note_id where a.workspace_id = ?',
      ['notes'],
    ],
    [
      'select * from actions as a where a.workspace_id = ? and exists (select 1 from notes where notes.workspace_id = a.workspace_id)',
      ['notes'],
    ],
    [
      'select * from actions where workspace_id = ? union all select * from actions where id = ?',
      ['actions'],
    ],
    [
      'insert into events (workspace_id, position) select workspace_id, last from event_positions',
      ['event_positions'],
    ],
    [
      'select * from users join workspaces on workspaces.id = users.workspace_id',
      ['users', 'workspaces'],
    ],
    ['with found as (select * from actions) select * from found', ['actions']],
  ])('does not name its workspace: %s', (sql, tables) => {
    expect(tablesWithout(sql)).toEqual(tables);
  });

  it('that names none is a fault, unless it is in the list', () => {
    expect(crossingsOf('select `id` from `actions` where `id` = ?', 'a.test.ts')).toEqual([
      { table: 'actions', query: 'select id from actions where id = ?', test: 'a.test.ts' },
    ]);
    expect(crossingsOf('delete from "sessions" where "expires_at" < $1', 'a.test.ts')).toEqual([
      { used: expect.stringMatching(/^\d+\/\d+$/) },
    ]);
  });
});

describeOnEachDatabase('the tables of workspaces', (database) => {
  it('are those with a workspace_id, and workspaces', async () => {
    const text = {
      postgres:
        "select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'workspace_id'",
      sqlite:
        "select m.name from sqlite_master as m, pragma_table_info(m.name) as c where m.type = 'table' and c.name = 'workspace_id'",
    }[database().dialect];
    const found = await createReader(database()).rows<{ name: string }>((db) => db.raw(text));
    const names = new Set(['workspaces', ...found.map(({ name }) => name)]);
    const list = 'workspaceTables of test/support/workspace-of-statement.ts';
    expect({ [list]: workspaceTables }).toEqual({ [list]: names });
  });
});
