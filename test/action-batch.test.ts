import { startApp, type TestApp } from './support/app';
import { describeOnEachDatabase } from './support/dialects';
import { aWorkspace, type GivenWorkspace } from './support/given';

describeOnEachDatabase('Many actions at once', (database) => {
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
    test('answers each once, in the order asked, as a single read does', async () => {
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

    test('tells which ids it shows nothing of, whatever the cause', async () => {
      const [own, foreign] = [await create(), await create(theirs.person)];
      const answer = await batch(['act_nothing', foreign.id, own.id, 'act_nothing']);
      expect(answer.visible).toEqual([own]);
      expect(answer.hidden_ids).toEqual(['act_nothing', foreign.id]);
    });

    test('hides what is out of the plan’s history', async () => {
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
      const answer = await batch([old.id, recent.id], free.person);
      expect(answer).toMatchObject({ visible: [{ id: recent.id }], hidden_ids: [old.id] });
    });

    test('takes a hundred ids, but not one more', async () => {
      const ids = Array.from({ length: 101 }, (_, index) => `act_${index}`);
      expect((await batch(ids.slice(1))).hidden_ids).toEqual(ids.slice(1));
      expect((await batch([...ids.slice(1), ...ids.slice(1)])).hidden_ids).toHaveLength(100);
      const sent = { query: { ids } };
      const { details } = await given.person.fails('batchGetActions', sent, 422, 'TOO_MANY_IDS');
      expect(details).toEqual({ limit: 100, given: 101 });
    });

    test('takes as many ids of the service as the contract says', async () => {
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

    test('wants ids that are some', async () => {
      for (const query of [{}, { ids: '' }, { ids: ['act_1', ''] }]) {
        await given.person.fails('batchGetActions', { query }, 400, 'VALIDATION_FAILED');
      }
    });
  });
});
