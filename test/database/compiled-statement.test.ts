import type { Knex } from 'knex';
import { createReader } from '../../src/platform/db/reader';
import { transact } from '../../src/platform/db/transaction';
import { compiledQuery, compiledStatement } from '../../src/platform/db/statements/compiled';
import { describeOnEachDatabase } from '../support/dialects';
import { recordStatements } from '../support/statements';

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
