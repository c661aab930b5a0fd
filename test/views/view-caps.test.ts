import { startApp, type TestApp } from '../../scripts/servers/app';
import { cappedLists, type List } from '../support/capped-lists';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { nth } from '../support/mixed-workspace';
import { rowsInOrder, type OrderedRow } from '../support/ordered-rows';

describeOnEachDatabase('A capped list', (database) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());

  /** The rows of a list, one more than its cap, of which the first is in the database. */
  async function begin(given: GivenWorkspace, list: List, made: string): Promise<OrderedRow[]> {
    const { knex } = database();
    const { workspaceId: workspace_id } = given;
    const named = list.table === 'events' ? { subject_id: made } : { id: made };
    const row = await knex(list.table)
      .where({ workspace_id, ...named })
      .orderBy('id')
      .first();
    const [first, ...rest] = rowsInOrder(list.prefix, list.cap + 1, list.order);
    const terms = Object.fromEntries(
      list.order.terms.map(({ column }) => [column, first?.[column]]),
    );
    await knex(list.table).where({ workspace_id, id: row.id }).update(terms);
    return [row, ...rest.map((one) => ({ ...row, ...one, ...list.own?.(one) }))];
  }

  async function insert(given: GivenWorkspace, list: List, rows: readonly OrderedRow[]) {
    const { knex, dialect } = database();
    if (list.insert === undefined) await knex.batchInsert(list.table, [...rows], 50);
    else await list.insert(knex, given, rows);
    // Postgres reads a table that it knows to be small without an index, so in no order.
    if (dialect === 'postgres') await knex.raw('analyze ??', [list.table]);
  }

  describe.each(Object.entries(cappedLists))('in %s', (_view, lists) => {
    test.each(Object.entries(lists))(
      '%s: complete at the cap, without its last row beyond it',
      async (_, list) => {
        const given = await aWorkspace(app, database());
        const made = await list.make(given);
        const rows = await begin(given, list, made);
        const { cap, see, seeFull, isCounted = true, shown = ({ id }) => id } = list;
        const seen = (some: readonly OrderedRow[], beyond: number) => ({
          ids: some.map(shown),
          beyond: isCounted ? beyond : undefined,
        });
        const middle = Math.floor(cap / 2);
        const [first, ...others] = rows.filter((_row, index) => index !== middle);
        if (first === undefined) throw new Error('The list has no rows.');

        // Inserted last row first, so that they are not in order by chance.
        await insert(given, list, others.toReversed());
        expect(await see(given, made)).toEqual(seen([first, ...others], 0));

        await insert(given, list, rows.slice(middle, middle + 1));
        expect(await see(given, made)).toEqual(seen(rows.slice(0, cap), 1));
        if (seeFull === undefined) return;
        expect(await seeFull(given)).toEqual(seen(rows, 0));
      },
    );
  });

  test('counts up to 10,000 rows', async () => {
    const given = await aWorkspace(app, database());
    const list = cappedLists['the overview of an agent']?.['its notes'];
    if (list === undefined) throw new Error('The overview has lost its notes.');
    const { knex } = database();
    const id = await list.make(given);
    const note = await knex('notes').where({ workspace_id: given.workspaceId, id }).first();
    const copies = Array.from({ length: 10_000 }, (_, n) => ({ ...note, id: nth('not', n) }));
    await knex.batchInsert('notes', copies.slice(1), 400);
    const beyond = async () => (await list.see(given, id)).beyond;
    expect(await beyond()).toBe(10_000 - list.cap);
    await knex('notes').insert(copies[0]);
    expect(await beyond()).toBe(10_000 - list.cap);
  });
});
