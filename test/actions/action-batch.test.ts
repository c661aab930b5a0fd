import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

describeOnEachDatabase('Batches of actions', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let theirs: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const create = (by = given.person) => by.ok('createAction', { body: { title: 'Sew the hem' } });

  const batch = (ids: string[], by = given.person) => by.ok('batchGetActions', { query: { ids } });

  describe('batchGetActions', () => {
    test('returns each action once, in the order of the ids, as a single read does', async () => {
      const [first, second, third] = [await create(), await create(), await create()];
      await given.worker.ok('createActionNote', {
        path: { id: second.id },
        body: { body: 'Blue thread' },
      });
      const ids = [third.id, first.id, third.id, second.id];
      const expected = await Promise.all(
        [third, first, second].map(({ id }) => given.person.ok('getAction', { path: { id } })),
      );
      for (const by of [given.person, given.worker]) {
        expect(await batch(ids, by)).toEqual({ visible: expected, hidden_ids: [] });
      }
    });

    test('lists ids that are unknown or in another workspace as hidden', async () => {
      const [own, foreign] = [await create(), await create(theirs.person)];
      const response = await batch(['act_unknown', foreign.id, own.id, 'act_unknown']);
      expect(response.visible).toEqual([own]);
      expect(response.hidden_ids).toEqual(['act_unknown', foreign.id]);
    });

    test('hides actions before the history window of the plan', async () => {
      const free = await aWorkspace(app, database());
      const [old, recent] = [await create(free.person), await create(free.person)];
      for (const { id } of [old, recent]) {
        await free.person.ok('completeAction', { path: { id }, body: { result_summary: 'Sewn' } });
      }
      const { knex } = database();
      await knex('actions')
        .where({ id: old.id })
        .update({ completed_at: '2020-01-01T00:00:00.000Z' });
      await knex('workspaces').where({ id: free.workspaceId }).update({ plan: 'free' });
      const response = await batch([old.id, recent.id], free.person);
      expect(response).toMatchObject({ visible: [{ id: recent.id }], hidden_ids: [old.id] });
    });

    test.each([
      // In the database 1 MiB of text for four actions; in JSON twice as long as in the database.
      ['before their texts are read', '𝄞'.repeat(65_536), 16],
      ['when their JSON is longer', '"'.repeat(65_536), 32],
    ])('ends once the actions exceed 4 MiB, %s', async (_when, details, count) => {
      const ids: string[] = [];
      while (ids.length < count + 1) {
        const body = { title: 'Sew the hem', details };
        ids.push((await given.person.ok('createAction', { body })).id);
      }
      const { visible, hidden_ids: hidden, omitted_ids: omitted } = await batch([...ids, 'act_x']);
      expect(Buffer.byteLength(JSON.stringify(visible))).toBeLessThanOrEqual(4 * 1024 * 1024);
      expect(visible.map(({ id }) => id)).toEqual(ids.slice(0, count - 1));
      expect([hidden, omitted]).toEqual([['act_x'], ids.slice(count - 1)]);
      const [last] = ids.slice(-1);
      expect(await batch(omitted ?? [])).toMatchObject({
        visible: [{}, { id: last }],
        hidden_ids: [],
      });
    });

    test('accepts a hundred different ids, but not one more', async () => {
      const ids = Array.from({ length: 101 }, (_, index) => `act_${index}`);
      expect((await batch(ids.slice(1))).hidden_ids).toEqual(ids.slice(1));
      expect((await batch([...ids.slice(1), ...ids.slice(1)])).hidden_ids).toHaveLength(100);
      const sent = { query: { ids } };
      const { details } = await given.person.fails('batchGetActions', sent, 422, 'TOO_MANY_IDS');
      expect(details).toEqual({ limit: 100, given: 101 });
    });

    test('accepts 200 ids with repetitions, but not one more', async () => {
      const { id } = await create();
      const maxItems = 200;
      const ids = Array.from(
        { length: maxItems },
        (_, index) => [id, `${id.slice(0, -1)}~`][index % 2] ?? '',
      );
      for (const by of [given.person, given.worker]) {
        expect(await batch(ids, by)).toMatchObject({ visible: [{ id }], hidden_ids: [ids[1]] });
      }
      const sent = { query: { ids: [...ids, id] } };
      await given.person.fails('batchGetActions', sent, 400, 'VALIDATION_FAILED');
    });

    test('requires ids that are not empty', async () => {
      for (const query of [{}, { ids: '' }, { ids: ['act_1', ''] }]) {
        await given.person.fails('batchGetActions', { query }, 400, 'VALIDATION_FAILED');
      }
    });
  });
});
