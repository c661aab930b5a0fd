import type { Knex } from 'knex';
import { readHand, transact } from '../src/platform/db/hands';
import { keepStatement } from '../src/platform/db/kept-statement';
import { describeOnEachDatabase } from './support/dialects';
import { recordStatements } from './support/statements';

interface Row {
  readonly id: string;
}

describeOnEachDatabase('a statement that is kept', (open) => {
  const workspace = (id: string) => ({
    id,
    name: `Of ${id}`,
    plan: 'unlimited',
    created_at: '2026-11-21T00:00:00.000Z',
    updated_at: '2026-11-21T00:00:00.000Z',
  });
  beforeAll(async () => {
    await transact(open(), (hand) =>
      hand.write((db) => db('workspaces').insert(['wsp_1', 'wsp_2', 'wsp_3'].map(workspace))),
    );
  });

  it('is made once, and finds by the values of each run', async () => {
    let made = 0;
    const named = keepStatement<'id' | 'name'>((db, given) => {
      made += 1;
      return db('workspaces')
        .where('name', given('name'))
        .whereNot('id', given('id'))
        .where('plan', 'unlimited')
        .select('id');
    });
    const find = (id: string, name: string) => readHand(open()).rows<Row>(named({ id, name }));
    expect(await find('wsp_1', 'Of wsp_2')).toEqual([{ id: 'wsp_2' }]);
    expect(await find('wsp_2', 'Of wsp_3')).toEqual([{ id: 'wsp_3' }]);
    expect(await find('wsp_3', 'Of wsp_3')).toEqual([]);
    expect(made).toBe(1);
  });

  it('has a text for each number of ids', async () => {
    const among = keepStatement<never>((db, _given, ids) =>
      db('workspaces')
        .whereIn('id', [...ids])
        .orderBy('id')
        .select('id'),
    );
    const find = (...ids: string[]) => readHand(open()).rows<Row>(among({}, ids));
    expect(await find('wsp_3', 'wsp_1')).toEqual([{ id: 'wsp_1' }, { id: 'wsp_3' }]);
    expect(await find('wsp_2')).toEqual([{ id: 'wsp_2' }]);
    expect(await find('wsp_2', 'wsp_4')).toEqual([{ id: 'wsp_2' }]);
    expect(await find()).toEqual([]);
  });

  it('writes', async () => {
    const rename = keepStatement<'id' | 'name' | 'version'>((db, given) =>
      db('workspaces')
        .where({ id: given('id') })
        .update({ name: given('name'), version: given('version') }),
    );
    const write = (id: string) =>
      transact(open(), (hand) => hand.write(rename({ id, name: 'Other', version: 7 })));
    expect(await write('wsp_1')).toBe(1);
    expect(await write('wsp_9')).toBe(0);
    const { result, ran } = await recordStatements(open(), () =>
      readHand(open()).first((db) => db('workspaces').where({ id: 'wsp_1' }).select('version')),
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
  it.each(odd)('takes no parameter %s', async (_where, make) => {
    const statement = keepStatement<'value'>((db, given) => make(db, given('value')));
    await expect(readHand(open()).rows(statement({ value: 'x' }))).rejects.toThrow(
      /does not stand where a value stands/,
    );
  });
});
