import { DAY, addMilliseconds } from '../../src/platform/time';
import {
  addAgent,
  type AgentWithToken,
  makeWorkspace,
  type Person,
  startApp,
  type TestApp,
} from '../../scripts/servers/app';
import { type ApiClient, client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';

describeOnEachDatabase('getWaitingView', (database) => {
  let app: TestApp;
  let person: Person;
  let api: ApiClient;
  let scribe: AgentWithToken;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    person = await makeWorkspace(database(), 'Waiting');
    api = client(app, { cookie: person.cookie });
    scribe = await addAgent(app, person);
  });

  /** Creates waiting actions one by one, so that the first has the oldest activity. */
  async function wait(...titles: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const title of titles) {
      const action = await api.ok('createAction', { body: { title } });
      const update = { status: 'waiting', delegate_label: 'The printer' } as const;
      await api.ok('updateAction', { path: { id: action.id }, body: update });
      const activity = addMilliseconds(new Date().toISOString(), (ids.length - 100) * 1000);
      await database()
        .knex('actions')
        .where({ workspace_id: person.owner.workspaceId, id: action.id })
        .update({ last_activity_at: activity });
      ids.push(action.id);
    }
    return ids;
  }

  test('returns a page of full actions, oldest activity first', async () => {
    const ids = await wait('Posters', 'Tickets', 'Costumes');
    const view = await api.ok('getWaitingView');
    expect(view.items.map(({ id }) => id)).toEqual(ids);
    expect(view).toMatchObject({
      total: 3,
      page: { offset: 0, limit: 50, has_more: false, next: null },
      sort: 'last_activity_at',
      filters: {},
      hidden_count: 0,
    });
    const [first] = ids;
    expect(view.items[0]).toEqual(await api.ok('getAction', { path: { id: first ?? '' } }));
    expect(view.items[0]).toMatchObject({ status: 'waiting', delegate_label: 'The printer' });
  });

  test('shows only waiting actions, without templates and deferred ones', async () => {
    const [waiting, deferred, template, ready] = await wait(
      'Waiting',
      'Deferred',
      'Template',
      'Ready',
    );
    const later = addMilliseconds(new Date().toISOString(), DAY);
    const change = (id: string | undefined, body: object) =>
      api.ok('updateAction', { path: { id: id ?? '' }, body });
    await change(deferred, { defer_until: later });
    await change(ready, { status: 'ready' });
    await database().knex('actions').where({ id: template }).update({ is_template: true });
    const project = await api.ok('createProject', { body: { title: 'Sample', is_template: true } });
    await api.ok('createAction', {
      body: { title: 'In a template', project_id: project.id, status: 'waiting' },
    });

    expect((await api.ok('getWaitingView')).items.map(({ id }) => id)).toEqual([waiting]);
    await change(deferred, { defer_until: null });
    expect((await api.ok('getWaitingView')).total).toBe(2);
  });

  test('pages by offset and by cursor in every sort order', async () => {
    const ids = await wait('One', 'Two', 'Three', 'Four', 'Five');
    for (const [sort, expected] of [
      ['last_activity_at', ids],
      ['-last_activity_at', ids.toReversed()],
      ['created_at', ids],
      ['-created_at', ids.toReversed()],
    ] as const) {
      const first = await api.ok('getWaitingView', { query: { sort, limit: 2 } });
      expect(first).toMatchObject({
        total: 5,
        sort,
        page: { offset: 0, limit: 2, has_more: true },
      });
      const after = first.page.next ?? '';
      const second = await api.ok('getWaitingView', { query: { sort, limit: 2, after } });
      const third = await api.ok('getWaitingView', { query: { sort, limit: 2, offset: 4 } });
      const got = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
      if (sort.endsWith('last_activity_at')) expect(got).toEqual(expected);
      else expect(got.toSorted()).toEqual([...expected].toSorted());
      expect(third.page).toEqual({ offset: 4, limit: 2, has_more: false, next: null });
    }
  });

  test('filters by assignee and echoes the filter', async () => {
    const [mine, agents, unassigned] = await wait('Mine', 'Of the agent', 'Unassigned');
    const assign = (id: string | undefined, to: string) =>
      api.ok('updateAction', { path: { id: id ?? '' }, body: { assigned_actor_id: to } });
    await assign(mine, person.owner.id);
    await assign(agents, scribe.agent.actor_id);

    const of = async (caller: ApiClient, assigned_actor_id: string) => {
      const { items, filters } = await caller.ok('getWaitingView', {
        query: { assigned_actor_id },
      });
      return [items.map(({ id }) => id), filters];
    };
    expect(await of(api, 'me')).toEqual([[mine], { assigned_actor_id: person.owner.id }]);
    expect(await of(api, 'none')).toEqual([[unassigned], { assigned_actor_id: 'none' }]);
    const agent = client(app, { bearer: scribe.token });
    expect(await of(agent, 'me')).toEqual([[agents], { assigned_actor_id: scribe.agent.actor_id }]);
    expect(await of(api, 'atr_unknown')).toEqual([[], { assigned_actor_id: 'atr_unknown' }]);
  });

  test('rejects undocumented parameters and requests without credentials', async () => {
    await api.fails('getWaitingView', { query: { status: 'ready' } }, 400, 'UNKNOWN_PARAMETER');
    await api.fails('getWaitingView', { query: { limit: 201 } }, 400, 'VALIDATION_FAILED');
    await api.fails('getWaitingView', { query: { sort: 'title' } }, 400, 'VALIDATION_FAILED');
    await api.fails('getWaitingView', { query: { after: 'nonsense' } }, 400, 'VALIDATION_FAILED');
    await client(app).fails('getWaitingView', {}, 401, 'UNAUTHENTICATED');
  });

  test('shows no records of other workspaces', async () => {
    await wait('Ours');
    const neighbour = await makeWorkspace(database(), 'Next door');
    const view = await client(app, { cookie: neighbour.cookie }).ok('getWaitingView');
    expect(view).toMatchObject({ items: [], total: 0 });
  });
});
