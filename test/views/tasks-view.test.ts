import { transact } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { DAY, addMilliseconds } from '../../src/platform/time';
import {
  addAgent,
  makeWorkspace,
  startApp,
  type Person,
  type TestApp,
} from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { nth } from '../support/mixed-workspace';
import { actionRow } from '../support/rows';

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
              title: 'Hang the lights',
              project_id: project.id,
              project_title: 'Gala',
              assigned_actor_id: agent.actor_id,
              assigned_actor_name: 'Rigger',
              assigned_agent_id: agent.id,
              assigned_agent_name: 'Rigger',
              touched_at: lit.last_activity_at,
              due_at: lit.due_at,
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
              title: 'Loose end',
              project_id: null,
              project_title: null,
              assigned_actor_id: null,
              assigned_actor_name: null,
              assigned_agent_id: null,
              assigned_agent_name: null,
              touched_at: loose.last_activity_at,
              due_at: null,
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
