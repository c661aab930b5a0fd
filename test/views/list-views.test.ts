import type { components } from '../../generated/types';
import published from '../../generated/openapi.json';
import { DAY, addMilliseconds } from '../../src/platform/time';
import {
  startApp,
  type TestApp,
  addAgent,
  makeWorkspace,
  type Person,
  type AgentWithToken,
} from '../../scripts/servers/app';
import { type ApiClient, client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { transact } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { addPerson } from '../../scripts/model/participants';
import { openSession } from '../../scripts/servers/session';
import { nth } from '../support/mixed-workspace';
import { actionRow } from '../support/rows';

type ActionCreate = components['schemas']['ActionCreate'];

type ListView =
  | 'getInboxView'
  | 'getReviewView'
  | 'getReadyView'
  | 'getWorkingView'
  | 'getStalledView'
  | 'getDeferredView';

describeOnEachDatabase('List views', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let person: ApiClient;
  const now = (): string => new Date().toISOString();

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    person = given.person;
  });

  const add = async (title: string, body: Partial<ActionCreate> = {}): Promise<string> =>
    (await person.ok('createAction', { body: { title, ...body } })).id;
  const set = (id: string, columns: object): Promise<unknown> =>
    database().knex('actions').where({ id }).update(columns);
  const titles = async (id: ListView, query: object = {}): Promise<string[]> => {
    const { items } = await person.ok(id, { query });
    return items.map(({ title }) => title);
  };

  /** Creates a template and an action of a template project, which no view shows. */
  async function addTemplates(status: 'inbox' | 'ready', columns: object = {}): Promise<void> {
    const project = await person.ok('createProject', {
      body: { title: 'Sample', is_template: true },
    });
    const inside = await add('In a template', { project_id: project.id, status });
    await set(inside, { is_template: false, ...columns });
    await set(await add('Template', { status }), { ...columns, is_template: true });
  }

  describe('getInboxView', () => {
    test('shows inbox actions, newest first, unless they are deferred', async () => {
      await addTemplates('inbox');
      const first = await add('First');
      const second = await add('Second');
      await add('Ready', { status: 'ready' });
      await add('Later', { defer_until: addMilliseconds(now(), DAY) });
      expect(await titles('getInboxView')).toEqual(['Second', 'First']);
      expect(await titles('getInboxView', { sort: 'created_at' })).toEqual(['First', 'Second']);
      expect((await person.ok('getCommandView')).metrics.inbox_count).toBe(2);
      await person.ok('updateAction', { path: { id: second }, body: { status: 'waiting' } });
      const view = await person.ok('getInboxView');
      expect(view).toMatchObject({ total: 1, sort: '-created_at', filters: {}, hidden_count: 0 });
      expect(view.items[0]).toEqual(await person.ok('getAction', { path: { id: first } }));
    });
  });

  describe('getReviewView', () => {
    const complete = async (title: string, completedAt: string): Promise<string> => {
      const id = await add(title, { status: 'ready', assigned_agent_id: given.agent.id });
      await given.worker.ok('completeAction', { path: { id }, body: { result_summary: 'Done' } });
      await set(id, { completed_at: completedAt });
      return id;
    };

    test('shows actions that agents completed, oldest first, and counts those that the plan hides', async () => {
      await complete('New', addMilliseconds(now(), -DAY));
      await complete('Old', addMilliseconds(now(), -40 * DAY));
      await person.ok('completeAction', {
        path: { id: await add('By a person') },
        body: { result_summary: 'Done' },
      });
      expect(await titles('getReviewView')).toEqual(['Old', 'New']);
      expect((await person.ok('getCommandView')).metrics.review_count).toBe(2);

      await database().knex('workspaces').where({ id: given.workspaceId }).update({ plan: 'free' });
      const view = await person.ok('getReviewView');
      expect(view).toMatchObject({ total: 1, hidden_count: 1, sort: 'completed_at' });
      expect((await person.ok('getCommandView')).metrics.review_count).toBe(1);
    });
  });

  describe('getReadyView', () => {
    test('shows actionable actions in queue order', async () => {
      await addTemplates('ready');
      const ready = (title: string, body: Partial<ActionCreate> = {}) =>
        add(title, { status: 'ready', ...body });
      await ready('Any time');
      await ready('Tomorrow', { due_at: addMilliseconds(now(), DAY), position: 9 });
      await ready('Placed', { position: 1 });
      await ready('Overdue', { due_at: addMilliseconds(now(), -DAY) });
      await ready('Later', { defer_until: addMilliseconds(now(), DAY) });
      await add('Captured');
      const project = async (title: string, body: object) =>
        (await person.ok('createProject', { body: { title, ...body } })).id;
      const line = await project('In line', { work_mode: 'sequential' });
      await ready('Second in line', { project_id: line, position: 3 });
      await ready('First in line', { project_id: line, position: 2 });
      const paused = await project('Paused', { state: 'paused' });
      await ready('Of a paused project', { project_id: paused });

      const inOrder = ['Overdue', 'Tomorrow', 'Placed', 'First in line', 'Any time'];
      expect(await titles('getReadyView')).toEqual(inOrder);
      const seen: string[] = [];
      for (let after: string | undefined; seen.length < inOrder.length;) {
        const page = await person.ok('getReadyView', {
          query: { limit: 1, ...(after === undefined ? {} : { after }) },
        });
        expect(page.total).toBe(5);
        seen.push(...page.items.map(({ title }) => title));
        after = page.page.next ?? undefined;
        expect(after === undefined).toBe(seen.length === inOrder.length);
      }
      expect(seen).toEqual(inOrder);
    });
  });

  describe('getWorkingView', () => {
    test('shows actions with recent activity of their assignee, latest first', async () => {
      const work = async (title: string): Promise<string> => {
        const id = await add(title, { status: 'ready', assigned_agent_id: given.agent.id });
        await given.worker.ok('heartbeatAction', { path: { id } });
        return id;
      };
      await work('First');
      await work('Second');
      await set(await work('Long ago'), { assignee_active_at: addMilliseconds(now(), -DAY) });
      await add('Untouched', { status: 'ready', assigned_agent_id: given.agent.id });
      await addTemplates('ready', {
        assigned_actor_id: given.agent.actor_id,
        assignee_active_at: now(),
      });
      expect(await titles('getWorkingView')).toEqual(['Second', 'First']);
      expect(await titles('getWorkingView', { assigned_actor_id: 'me' })).toEqual([]);
      expect((await person.ok('getCommandView')).metrics.active_count).toBe(2);
    });
  });

  describe('getStalledView', () => {
    test('shows assigned actions without recent activity, oldest first', async () => {
      const left = async (title: string, days: number, body: Partial<ActionCreate> = {}) => {
        const assigned = { status: 'ready', assigned_actor_id: given.owner.owner.id } as const;
        const id = await add(title, { ...assigned, ...body });
        await set(id, { last_activity_at: addMilliseconds(now(), -days * DAY) });
      };
      await left('Two days', 2);
      await left('Three days', 3, { status: 'waiting' });
      await left('Fresh', 0.5);
      await left('Nobody’s', 2, { assigned_actor_id: null });
      await left('Captured', 2, { status: 'inbox' });
      await addTemplates('ready', {
        assigned_actor_id: given.owner.owner.id,
        last_activity_at: addMilliseconds(now(), -9 * DAY),
      });
      expect(await titles('getStalledView')).toEqual(['Three days', 'Two days']);
      expect((await person.ok('getCommandView')).metrics.stalled_count).toBe(2);
    });
  });

  describe('getDeferredView', () => {
    test('shows deferred open actions, the soonest first', async () => {
      await add('Next week', { defer_until: addMilliseconds(now(), 7 * DAY) });
      await add('Tomorrow', { defer_until: addMilliseconds(now(), DAY), status: 'waiting' });
      await add('Yesterday', { defer_until: addMilliseconds(now(), -DAY) });
      const done = await add('Done', { defer_until: addMilliseconds(now(), DAY) });
      await person.ok('completeAction', { path: { id: done }, body: { result_summary: 'x' } });
      await addTemplates('ready', { defer_until: addMilliseconds(now(), DAY) });
      expect(await titles('getDeferredView')).toEqual(['Tomorrow', 'Next week']);
      expect(await titles('getDeferredView', { sort: '-defer_until', limit: 1 })).toEqual([
        'Next week',
      ]);
    });
  });

  test.each([
    ['getInboxView', 'queue'],
    ['getReviewView', 'title'],
    ['getReadyView', '-queue'],
    ['getWorkingView', 'position'],
    ['getStalledView', 'defer_until'],
    ['getDeferredView', 'completed_at'],
  ] as const)('%s cannot be sorted by %s', async (id, sort) => {
    await person.fails(id, { query: { sort } }, 400, 'VALIDATION_FAILED');
  });
});

describeOnEachDatabase('getTasksView', (database) => {
  let app: TestApp;
  let person: Person;
  let api: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    person = await makeWorkspace(database(), 'Tasks');
    api = client(app, { cookie: person.cookie });
  });

  const inDays = (days: number): string => addMilliseconds(new Date().toISOString(), days * DAY);
  const add = async (title: string, body: object = {}): Promise<string> =>
    (await api.ok('createAction', { body: { title, ...body } })).id;

  test('returns the documented shape: domains by name, tasks without a domain last', async () => {
    const stage = await api.ok('createDomain', {
      body: { name: 'Stage', description: 'Behind the curtain.' },
    });
    const house = await api.ok('createDomain', { body: { name: 'House' } });
    const project = await api.ok('createProject', { body: { title: 'Gala', domain_id: stage.id } });
    const { agent } = await addAgent(app, person, { name: 'Rigger' });
    const order = await api.ok('createOrder', { body: { agent_id: agent.id, name: 'Lights' } });
    const lit = await api.ok('createAction', {
      body: {
        title: 'Hang the lights',
        status: 'ready',
        project_id: project.id,
        order_id: order.id,
        assigned_actor_id: agent.actor_id,
        due_at: inDays(1),
      },
    });
    const loose = await api.ok('createAction', { body: { title: 'Loose end' } });

    expect(await api.ok('getTasksView')).toEqual({
      domains: [
        {
          id: house.id,
          name: 'House',
          description: null,
          project_count: 0,
          action_count: 0,
          rows: [],
        },
        {
          id: stage.id,
          name: 'Stage',
          description: 'Behind the curtain.',
          project_count: 1,
          action_count: 1,
          rows: [
            {
              action_id: lit.id,
              key: lit.key,
              title: 'Hang the lights',
              project_id: project.id,
              project_title: 'Gala',
              assigned_actor_id: agent.actor_id,
              assigned_actor_name: 'Rigger',
              assigned_agent_id: agent.id,
              assigned_agent_name: 'Rigger',
              touched_at: lit.last_activity_at,
              due_at: lit.due_at,
              priority: 0,
              domain_id: stage.id,
              domain_name: 'Stage',
              order_id: order.id,
            },
          ],
        },
        {
          id: 'none',
          name: 'No domain',
          description: null,
          project_count: 0,
          action_count: 1,
          rows: [
            {
              action_id: loose.id,
              key: loose.key,
              title: 'Loose end',
              project_id: null,
              project_title: null,
              assigned_actor_id: null,
              assigned_actor_name: null,
              assigned_agent_id: null,
              assigned_agent_name: null,
              touched_at: loose.last_activity_at,
              due_at: null,
              priority: 0,
              domain_id: null,
              domain_name: null,
              order_id: null,
            },
          ],
        },
      ],
      truncated: { domains: 0, rows: 0 },
    });
  });

  test('has no entry for tasks without a domain if there are none', async () => {
    expect(await api.ok('getTasksView')).toEqual({
      domains: [],
      truncated: { domains: 0, rows: 0 },
    });
    await api.ok('createProject', { body: { title: 'Without' } });
    expect((await api.ok('getTasksView')).domains).toEqual([
      expect.objectContaining({ id: 'none', project_count: 1, action_count: 0, rows: [] }),
    ]);
  });

  test('shows the tasks of each slice', async () => {
    const paused = await api.ok('createProject', { body: { title: 'Paused', state: 'paused' } });
    const template = await api.ok('createProject', { body: { title: 'T', is_template: true } });
    await add('Plain');
    await add('Deferred', { defer_until: inDays(1) });
    await add('Paused', { project_id: paused.id });
    await add('Template', { is_template: true });
    await add('In a template', { project_id: template.id });
    const done = await add('Done');
    await api.ok('completeAction', { path: { id: done }, body: { result_summary: 'It is.' } });
    const old = await add('Old', { status: 'ready', assigned_actor_id: person.owner.id });
    const touched = await add('Touched', { status: 'ready', assigned_actor_id: person.owner.id });
    const oldAndPaused = await add('Old and paused', {
      status: 'waiting',
      assigned_actor_id: person.owner.id,
      project_id: paused.id,
    });
    expect(touched).not.toBe(old);
    await database()
      .knex('actions')
      .where({ workspace_id: person.owner.workspaceId })
      .whereIn('id', [old, oldAndPaused])
      .update({ last_activity_at: inDays(-2) });

    const titles = async (slice?: 'active' | 'stalled' | 'templates' | 'all') => {
      const { domains } = await api.ok(
        'getTasksView',
        slice === undefined ? {} : { query: { slice } },
      );
      return domains.flatMap(({ rows }) => rows.map(({ title }) => title)).toSorted();
    };
    expect(await titles()).toEqual(['Old', 'Plain', 'Touched']);
    expect(await titles('active')).toEqual(['Old', 'Plain', 'Touched']);
    expect(await titles('stalled')).toEqual(['Old']);
    expect(await titles('templates')).toEqual(['In a template', 'Template']);
    expect(await titles('all')).toEqual([
      'Deferred',
      'Old',
      'Old and paused',
      'Paused',
      'Plain',
      'Touched',
    ]);
    const { domains } = await api.ok('getTasksView', { query: { slice: 'templates' } });
    expect(domains.map(({ project_count: count }) => count)).toEqual([1]);
  });

  test('shows the 100 most urgent tasks of a domain and counts all', async () => {
    const { workspaceId, id: owner } = person.owner;
    const domain = await api.ok('createDomain', { body: { name: 'Busy' } });
    const rows = Array.from({ length: 130 }, (_, index) =>
      actionRow(workspaceId, nth('act', index), {
        domain_id: index < 120 ? domain.id : null,
        created_by_actor_id: owner,
        updated_by_actor_id: owner,
        due_at: index === 70 ? inDays(1) : index === 71 ? inDays(2) : null,
        last_activity_at: addMilliseconds(inDays(-2), -index * 1000),
      }),
    );
    await transact(database(), (transaction) => insertRows(transaction, 'actions', rows));

    const { domains } = await api.ok('getTasksView');
    expect(
      domains.map(({ id, action_count: count, rows: shown }) => [id, count, shown.length]),
    ).toEqual([
      [domain.id, 120, 100],
      ['none', 10, 10],
    ]);
    const [busy] = domains;
    expect(busy?.rows.slice(0, 4).map((row) => row.action_id)).toEqual([
      nth('act', 70),
      nth('act', 71),
      nth('act', 119),
      nth('act', 118),
    ]);
  });

  test('shows one domain, or fewer rows, on request', async () => {
    const [stage, house] = [
      await api.ok('createDomain', { body: { name: 'Stage' } }),
      await api.ok('createDomain', { body: { name: 'House' } }),
    ];
    for (const domain_id of [stage.id, stage.id, house.id, null, null]) {
      await api.ok('createAction', { body: { title: 'Sweep', domain_id } });
    }
    const shown = async (query: { domain_id?: string; rows_per_domain?: number }) => {
      const { domains, truncated } = await api.ok('getTasksView', { query });
      return [...domains.map(({ id, rows }) => [id, rows.length]), truncated];
    };
    const [whole, cut] = [
      { domains: 0, rows: 0 },
      { domains: 0, rows: 1 },
    ];
    expect(await shown({})).toEqual([[house.id, 1], [stage.id, 2], ['none', 2], whole]);
    expect(await shown({ domain_id: stage.id })).toEqual([[stage.id, 2], whole]);
    expect(await shown({ domain_id: 'none', rows_per_domain: 1 })).toEqual([['none', 1], cut]);
    expect(await shown({ domain_id: 'dom_unknown' })).toEqual([whole]);
  });

  test('shows at most 500 tasks, the most urgent one of each domain first', async () => {
    const { workspaceId, id: owner } = person.owner;
    const authored = { created_by_actor_id: owner, updated_by_actor_id: owner };
    const at = inDays(-1);
    const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
    const domains = numbers(10).map((n) => ({
      workspace_id: workspaceId,
      id: nth('dom', n),
      name: nth('Domain', n),
      ...authored,
      created_at: at,
      updated_at: at,
    }));
    const rows = numbers(10).flatMap((domain) =>
      numbers(90).map((n) =>
        actionRow(workspaceId, nth('act', 100 * domain + n), {
          ...authored,
          domain_id: nth('dom', domain),
          due_at: domain < 5 && n > 0 ? inDays(n) : null,
        }),
      ),
    );
    await transact(database(), async (transaction) => {
      await insertRows(transaction, 'domains', domains);
      await insertRows(transaction, 'actions', rows);
    });
    const view = await api.ok('getTasksView');
    expect(view.domains.map((domain) => domain.rows.length)).toEqual([
      90,
      90,
      90,
      90,
      90,
      ...view.domains.slice(5).map(({ rows: shown }) => shown.length),
    ]);
    expect(view.domains.flatMap((domain) => domain.rows)).toHaveLength(500);
    expect(Math.min(...view.domains.map((domain) => domain.rows.length))).toBeGreaterThan(0);
    expect(view.truncated).toEqual({ domains: 0, rows: 400 });
  });

  test('shows at most 200 domains', async () => {
    const { workspaceId, id: owner } = person.owner;
    const at = inDays(-1);
    const domains = Array.from({ length: 203 }, (_, index) => ({
      workspace_id: workspaceId,
      id: nth('dom', index),
      name: nth('Domain', index),
      created_by_actor_id: owner,
      updated_by_actor_id: owner,
      created_at: at,
      updated_at: at,
    }));
    await transact(database(), (transaction) => insertRows(transaction, 'domains', domains));
    await add('In the last one', { domain_id: nth('dom', 202) });
    await add('In none');
    const view = await api.ok('getTasksView');
    expect(view.domains).toHaveLength(201);
    expect(view.domains[199]?.id).toBe(nth('dom', 199));
    expect(view.domains[200]).toMatchObject({ id: 'none', action_count: 1 });
    expect(view.truncated).toEqual({ domains: 3, rows: 0 });
  });

  test('rejects undocumented parameters and requests without credentials', async () => {
    await api.fails('getTasksView', { query: { slice: 'mine' } }, 400, 'VALIDATION_FAILED');
    await api.fails('getTasksView', { query: { domain: 'x' } }, 400, 'UNKNOWN_PARAMETER');
    await client(app).fails('getTasksView', {}, 401, 'UNAUTHENTICATED');
  });

  test('shows no records of other workspaces', async () => {
    await add('Ours');
    await api.ok('createDomain', { body: { name: 'Ours' } });
    const neighbour = await makeWorkspace(database(), 'Next door');
    const view = await client(app, { cookie: neighbour.cookie }).ok('getTasksView', {
      query: { slice: 'all' },
    });
    expect(view).toEqual({ domains: [], truncated: { domains: 0, rows: 0 } });
  });
});

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

describeOnEachDatabase('Saved views', (database) => {
  let app: TestApp;
  let ours: GivenWorkspace;
  let other: ApiClient;
  let viewer: ApiClient;
  const query: components['schemas']['SavedViewQuery'] = {
    status: ['ready'],
    priority: [3, 4],
    assigned_actor_id: 'me',
    sort: 'due_at',
  };

  beforeAll(async () => {
    app = await startApp(database());
    ours = await aWorkspace(app, database());
    const personOf = async (role: 'member' | 'viewer'): Promise<ApiClient> => {
      const { workspaceId } = ours;
      const { userId } = await addPerson(database(), workspaceId, role);
      return client(app, { cookie: await openSession(database(), { workspaceId, userId }) });
    };
    [other, viewer] = [await personOf('member'), await personOf('viewer')];
  });
  afterAll(() => app.close());

  const save = (by: ApiClient, body: object = {}) =>
    by.ok('createSavedView', { body: { name: 'Mine', query, ...body } });

  test('keep what listActions takes, and belong to their creator', async () => {
    const { person, worker } = ours;
    const view = await save(person);
    expect(view).toMatchObject({ query, unsupported: [], shared: false, may_change: true });
    const path = { id: view.id };
    expect(await person.ok('getSavedView', { path })).toEqual(view);
    await person.ok('listActions', { query: view.query });
    const all = { status: ['inbox', 'ready', 'waiting', 'done', 'dropped'] };
    const whole = await save(person, { query: all });
    expect(whole.query).toEqual(all);
    await person.ok('deleteSavedView', { path: { id: whole.id } });
    expect(view.display).toEqual({});
    const display = { group: 'project' as const, columns: ['key' as const, 'due' as const] };
    const shown = await person.ok('updateSavedView', { path, body: { display } });
    expect(shown).toMatchObject({ query, display, version: 2 });
    expect(await person.ok('updateSavedView', { path, body: { display } })).toEqual(shown);
    expect((await person.ok('updateSavedView', { path, body: { display: {} } })).display).toEqual(
      {},
    );
    const groups = ['status', 'priority', 'assignee', 'project', 'label', 'domain'] as const;
    for (const group of groups) {
      const columns = [
        'key',
        'status',
        'priority',
        'assignee',
        'project',
        'due',
        'labels',
      ] as const;
      const dates = ['updated', 'created', 'active', 'completed'] as const;
      const every = { group, columns: [...columns, ...dates] };
      expect(await person.ok('updateSavedView', { path, body: { display: every } })).toMatchObject({
        display: every,
      });
    }
    await person.ok('updateSavedView', { path, body: { display: {} } });
    const alone = await save(person, { display: { columns: [] } });
    expect(alone.display).toEqual({ columns: [] });
    await person.ok('deleteSavedView', { path: { id: alone.id } });
    for (const by of [other, worker]) {
      for (const id of ['getSavedView', 'updateSavedView', 'deleteSavedView'] as const) {
        await by.fails(
          id,
          { path, body: id === 'updateSavedView' ? {} : undefined },
          404,
          'NOT_FOUND',
        );
      }
    }
    const own = await save(worker, { name: 'of an agent' });
    expect(names(await worker.ok('listSavedViews'))).toEqual(['of an agent']);
    await worker.ok('deleteSavedView', { path: { id: own.id } });
    await person.ok('deleteSavedView', { path });
    expect(names(await person.ok('listSavedViews'))).toEqual([]);
  });

  test('are shared with everybody, changed by their creator and owners', async () => {
    const view = await save(other, { name: 'É', shared: true });
    const path = { id: view.id };
    const later = await save(other, { name: 'f', shared: true });
    expect(names(await ours.worker.ok('listSavedViews'))).toEqual(['É', 'f']);
    expect(names(await viewer.ok('listSavedViews', { query: { sort: '-name' } }))).toEqual([
      'f',
      'É',
    ]);
    expect(await ours.worker.ok('getSavedView', { path })).toMatchObject({ may_change: false });
    await ours.worker.fails('updateSavedView', { path, body: { name: 'x' } }, 403, 'FORBIDDEN');
    await viewer.fails('deleteSavedView', { path }, 403, 'FORBIDDEN');
    const renamed = await ours.person.ok('updateSavedView', { path, body: { name: 'G' } });
    expect(renamed).toMatchObject({ name: 'G', version: 2, may_change: true });
    expect(await other.ok('updateSavedView', { path, body: { name: 'G' } })).toEqual(renamed);
    const stale = { path, header: { 'If-Match': '"1"' }, body: { name: 'H' } };
    await other.fails('updateSavedView', stale, 412, 'STALE_VERSION');
    await other.ok('updateSavedView', { path, body: { shared: false, query: {} } });
    await ours.person.fails('getSavedView', { path }, 404, 'NOT_FOUND');
    for (const id of [view.id, later.id]) await other.ok('deleteSavedView', { path: { id } });
  });

  test('of a viewer are never shared', async () => {
    const body = { name: 'x', query: {}, shared: true };
    await viewer.fails('createSavedView', { body }, 403, 'FORBIDDEN');
    const own = await save(viewer);
    const path = { id: own.id };
    await viewer.fails('updateSavedView', { path, body: { shared: true } }, 403, 'FORBIDDEN');
    expect(await viewer.ok('updateSavedView', { path, body: { name: 'y' } })).toMatchObject({
      name: 'y',
    });
    await viewer.ok('deleteSavedView', { path });
  });

  test.each([
    [{ labels: ['x'] }, 'body/query/labels', 'UNKNOWN_FIELD'],
    [{ limit: 5 }, 'body/query/limit', 'UNKNOWN_FIELD'],
    [{ sort: 'due' }, 'body/query/sort', 'VALIDATION_FAILED'],
    [{ due_before: 'soon' }, 'body/query/due_before', 'VALIDATION_FAILED'],
    [{ project_id: 'act_1' }, 'body/query/project_id', 'VALIDATION_FAILED'],
    [{ assigned_actor_id: 'usr_1' }, 'body/query/assigned_actor_id', 'VALIDATION_FAILED'],
    [{ label: ['x'.repeat(51)] }, 'body/query/label/0', 'VALIDATION_FAILED'],
    [{ label: ['x', 'X'] }, 'body/query/label/1', 'VALIDATION_FAILED'],
  ] as const)('refuse the query %j', async (refused, path, code) => {
    const body = { name: 'x', query: refused };
    const { issues } = await ours.person.fails('createSavedView', { body }, 400, code);
    expect(issues).toEqual([expect.objectContaining({ path })]);
  });

  test('have any sort and any filter of listActions', async () => {
    const { person } = await aWorkspace(app, database());
    const sorts = published.components.schemas.ActionSort.enum;
    const at = '2026-12-01T00:00:00.000Z';
    const whole = {
      ...query,
      project_id: 'prj_1',
      domain_id: 'dom_1',
      order_id: 'ord_1',
      created_by_actor_id: 'me',
      completed_by_actor_id: 'atr_1',
      actionable: true,
      is_template: false,
      label: ['front'],
      has_label: true,
      has_due_date: false,
      created_since: at,
      created_before: at,
      due_since: at,
      due_before: at,
      completed_since: at,
      completed_before: at,
      updated_since: at,
      source_key: 'a key',
      q: 'words',
    };
    for (const sort of sorts) {
      const { status, body } = await person.send('createSavedView', {
        body: { name: sort, query: { ...whole, sort } },
      });
      expect([status, body]).toMatchObject([201, { query: { ...whole, sort } }]);
    }
  });

  test.each<[string, object | null, readonly string[]]>([
    ['are gone', { ...query, urgency: 3 }, ['urgency']],
    ['have other values', { ...query, status: 'ready', sort: 'urgency' }, ['status', 'sort']],
    ['have no time', { due_before: 'soon', priority: [5] }, ['due_before', 'priority']],
    ['are no flags', { has_label: 'no', has_due_date: false }, ['has_label']],
    ['are no object', null, []],
  ])('name the stored parameters that %s', async (_what, stored, unsupported) => {
    const { id } = await save(ours.person);
    await database()
      .knex('saved_views')
      .where({ id })
      .update({ query: JSON.stringify(stored) });
    const view = await ours.person.ok('getSavedView', { path: { id } });
    const { query: kept, unsupported: named } = view;
    expect(named.toSorted()).toEqual(unsupported.toSorted());
    expect(Object.keys(kept).filter((name) => unsupported.includes(name))).toEqual([]);
    expect(names(await ours.person.ok('listSavedViews'))).toEqual(['Mine']);
    const body = { matching: { saved_view_id: id, count: 1_000 }, change: { add_labels: ['x'] } };
    const { status } = await ours.person.send('batchUpdateActions', { body });
    expect(status).toBe(named.length > 0 ? 400 : 409);
    await ours.person.ok('deleteSavedView', { path: { id } });
  });

  test('of everybody get the new name of a label', async () => {
    const { person, worker } = ours;
    const labels = ['fr"ont', 'desk', 'hall_'];
    const { id } = await person.ok('createAction', { body: { title: 'x', labels } });
    const both = await save(other, { query: { label: ['FR"ONT', 'desk'], sort: 'title' } });
    const [alone, none] = [
      await save(worker, { query: { label: ['fr"ont'] } }),
      await save(person, { query: { label: ['hallo'], q: 'fr"ont' } }),
    ];
    const queries = async () => [
      (await other.ok('getSavedView', { path: { id: both.id } })).query,
      (await worker.ok('getSavedView', { path: { id: alone.id } })).query,
      (await person.ok('getSavedView', { path: { id: none.id } })).query,
    ];
    await person.ok('renameLabel', { body: { name: 'fr"ont', new_name: 'Front' } });
    expect(await queries()).toEqual([
      { label: ['Front', 'desk'], sort: 'title' },
      { label: ['Front'] },
      none.query,
    ]);
    await person.ok('renameLabel', { body: { name: 'front', new_name: 'DESK', merge: true } });
    await person.ok('renameLabel', { body: { name: 'hall_', new_name: 'hall' } });
    expect(await queries()).toEqual([
      { label: ['desk'], sort: 'title' },
      { label: ['desk'] },
      none.query,
    ]);
    const path = { id: alone.id };
    const stale = { path, header: { 'If-Match': '"1"' }, body: { name: 'y' } };
    await worker.fails('updateSavedView', stale, 412, 'STALE_VERSION');
    await person.ok('dropAction', { path: { id } });
    await other.ok('deleteSavedView', { path: { id: both.id } });
    await person.ok('deleteSavedView', { path: { id: none.id } });
    await worker.ok('deleteSavedView', { path });
  });

  test('are at most 100 of an actor, also with requests at the same time', async () => {
    const { person, workspaceId } = await aWorkspace(app, database());
    const [first] = await Promise.all([save(person), save(person)]);
    const row = await database().knex('saved_views').where({ id: first.id }).first();
    const rows = Array.from({ length: 97 }, (_, index) => ({ ...row, id: nth('svw', index) }));
    await transact(database(), (transaction) => insertRows(transaction, 'saved_views', rows));
    const body = { name: 'One more', query: {} };
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => person.call('createSavedView', { body })),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 409, 409, 409]);
    await person.fails('createSavedView', { body }, 409, 'TOO_MANY_SAVED_VIEWS');
    expect(workspaceId).toBe(row.workspace_id);
    await save(ours.person);
  });

  function names({ items }: { readonly items: readonly { readonly name: string }[] }): string[] {
    return items.map(({ name }) => name);
  }
});
