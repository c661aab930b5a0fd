import { limits } from '../../generated/limits';
import type { components } from '../../generated/types';
import type { Input } from '../../src/platform/operation';
import { transact } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { DAY, addMilliseconds, HOUR } from '../../src/platform/time';
import {
  addAgent,
  makeWorkspace,
  startApp,
  type AgentWithToken,
  type Person,
  type TestApp,
} from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { addPerson } from '../../scripts/model/participants';
import { openSession } from '../../scripts/servers/session';
import { describeOnEachDatabase } from '../support/dialects';
import { nth } from '../support/mixed-workspace';
import { actionRow } from '../support/rows';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

describeOnEachDatabase('getCommandView', (database) => {
  let app: TestApp;
  let person: Person;
  let api: ApiClient;
  let scribe: AgentWithToken;
  let agent: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    person = await makeWorkspace(database(), 'Command');
    api = client(app, { cookie: person.cookie });
    scribe = await addAgent(app, person, { name: 'Scribe', capabilities: ['translation'] });
    agent = client(app, { bearer: scribe.token });
  });

  const inDays = (days: number): string => addMilliseconds(new Date().toISOString(), days * DAY);

  async function insert(table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
    const key = { workspace_id: person.owner.workspaceId };
    await transact(database(), (transaction) =>
      insertRows(
        transaction,
        table,
        rows.map((row) => ({ ...row, ...key })),
      ),
    );
  }

  test('returns the documented shape to people and agents', async () => {
    const project = await api.ok('createProject', { body: { title: 'Winter season' } });
    const action = await agent.ok('createAction', {
      body: { title: 'Translate', status: 'ready', project_id: project.id, due_at: inDays(2) },
    });
    await agent.ok('heartbeatAction', {
      path: { id: action.id },
      body: { progress_note: 'Half of it.' },
    });
    const order = await api.ok('createOrder', {
      body: { agent_id: scribe.agent.id, name: 'Keep the notes', summary: 'Once a week.' },
    });
    const question = await agent.ok('createQuestion', {
      body: {
        question: 'Which logo?',
        choices: ['Old', 'New'],
        on_answer: 'I print it.',
        action_id: action.id,
        blocking: false,
      },
    });

    const view = await api.ok('getCommandView');
    expect(view.metrics).toEqual({
      inbox_count: 0,
      review_count: 0,
      active_count: 1,
      stalled_count: 0,
      agent_count: 1,
      question_count: 1,
    });
    // The view contains only open questions, which no actor has ended.
    const {
      workspace_id: workspace,
      responded_by_actor_kind: endedBy,
      responded_by_actor_name: ender,
      ...entry
    } = question;
    expect([endedBy, ender]).toEqual([null, null]);
    expect(view.requests).toEqual([
      {
        request: {
          id: question.id,
          workspace_id: workspace,
          agent_id: scribe.agent.id,
          created_by_actor_id: scribe.agent.actor_id,
          assigned_actor_id: question.assigned_actor_id,
          updated_by_actor_id: scribe.agent.actor_id,
          kind: 'question',
          status: 'open',
          response_comment: null,
          responded_at: null,
          created_at: question.created_at,
          updated_at: question.updated_at,
          created_by_actor_name: 'Scribe',
          created_by_actor_kind: 'agent',
          created_by_agent_id: scribe.agent.id,
          created_by_user_id: null,
        },
        question: {
          ...entry,
          action_title: 'Translate',
          project_title: 'Winter season',
          order_name: null,
          agent_name: 'Scribe',
        },
      },
    ]);
    const now = await api.ok('getAction', { path: { id: action.id } });
    expect(view.projects).toEqual([
      {
        id: project.id,
        title: 'Winter season',
        domain_id: null,
        actions: [
          {
            id: action.id,
            key: action.key,
            title: 'Translate',
            project_id: project.id,
            assigned_actor_id: scribe.agent.actor_id,
            assigned_actor_name: 'Scribe',
            assigned_agent_id: scribe.agent.id,
            assigned_agent_name: 'Scribe',
            delegate_label: null,
            due_at: action.due_at,
            priority: 0,
            last_activity_note: 'Half of it.',
            last_activity_at: now.last_activity_at,
            is_working: true,
          },
        ],
        omitted_actions: 0,
      },
    ]);
    expect(view.standalone_actions).toEqual([]);
    expect(view.agents).toEqual([await api.ok('getAgent', { path: { id: scribe.agent.id } })]);
    expect(view.orders).toEqual([
      {
        id: order.id,
        assigned_actor_id: scribe.agent.actor_id,
        agent_id: scribe.agent.id,
        agent_name: 'Scribe',
        name: 'Keep the notes',
        summary: 'Once a week.',
        domain_id: null,
        next_checkin_due_at: null,
        checkin_overdue: false,
      },
    ]);
    expect(view.truncated).toEqual({
      requests: 0,
      projects: 0,
      project_actions: 0,
      standalone_actions: 0,
      agents: 0,
      orders: 0,
    });
    const { agents: _, ...seenByAgent } = await agent.ok('getCommandView');
    expect(view).toMatchObject(seenByAgent);
  });

  test('sorts projects and standalone actions by due date, and actions in project order', async () => {
    const add = async (title: string, body: object = {}): Promise<string> =>
      (await api.ok('createAction', { body: { title, ...body } })).id;
    const project = async (title: string, body: object = {}): Promise<string> =>
      (await api.ok('createProject', { body: { title, ...body } })).id;

    const undated = await project('Undated');
    const late = await project('Late', { due_at: inDays(9) });
    const soon = await project('Soon', { due_at: inDays(1) });
    const second = await add('Second', { project_id: undated, position: 2 });
    const unplaced = await add('Unplaced', { project_id: undated });
    const first = await add('First', { project_id: undated, position: 1 });
    const quiet = await add('Quiet');
    const lively = await add('Lively');
    const urgent = await add('Urgent', { due_at: inDays(1) });
    await api.ok('createActionNote', { path: { id: lively }, body: { body: 'Go on.' } });

    const view = await api.ok('getCommandView');
    expect(view.projects.map(({ id }) => id)).toEqual([soon, late, undated]);
    expect(view.projects[2]?.actions.map(({ id }) => id)).toEqual([first, second, unplaced]);
    expect(view.standalone_actions.map(({ id }) => id)).toEqual([urgent, quiet, lively]);
    expect(view.standalone_actions[2]?.last_activity_note).toBe('Go on.');
    expect(view.standalone_actions[1]).toMatchObject({
      assigned_actor_id: null,
      assigned_actor_name: null,
      assigned_agent_id: null,
      assigned_agent_name: null,
      last_activity_note: null,
      is_working: false,
    });
  });

  test('shows the names of assigned people and agents', async () => {
    const { id: project_id } = await api.ok('createProject', { body: { title: 'Shared' } });
    const add = (position: number, rest: object): Promise<unknown> =>
      api.ok('createAction', { body: { title: `Part ${position}`, position, ...rest } });
    await add(1, { project_id, assigned_actor_id: scribe.agent.actor_id });
    await add(2, { project_id, assigned_actor_id: person.owner.id });
    await add(3, { project_id });
    await add(4, { assigned_actor_id: person.owner.id });
    const byAgent = {
      assigned_actor_id: scribe.agent.actor_id,
      assigned_actor_name: 'Scribe',
      assigned_agent_id: scribe.agent.id,
      assigned_agent_name: 'Scribe',
    };
    const byPerson = {
      assigned_actor_id: person.owner.id,
      assigned_actor_name: person.owner.name,
      assigned_agent_id: null,
      assigned_agent_name: null,
    };
    const unassigned = { ...byPerson, assigned_actor_id: null, assigned_actor_name: null };
    const view = await api.ok('getCommandView');
    expect(view.projects[0]?.actions).toMatchObject([byAgent, byPerson, unassigned]);
    expect(view.standalone_actions).toMatchObject([byPerson]);
  });

  test('omits finished, deferred, paused and revoked records and templates', async () => {
    const active = await api.ok('createProject', { body: { title: 'Active' } });
    const paused = await api.ok('createProject', { body: { title: 'Paused', state: 'paused' } });
    const template = await api.ok('createProject', { body: { title: 'T', is_template: true } });
    for (const project_id of [active.id, paused.id, template.id]) {
      await api.ok('createAction', { body: { title: `In ${project_id}`, project_id } });
    }
    await api.ok('createAction', { body: { title: 'Deferred', defer_until: inDays(1) } });
    await api.ok('createAction', {
      body: { title: 'Deferred too', project_id: active.id, defer_until: inDays(1) },
    });
    await api.ok('createAction', { body: { title: 'Pattern', is_template: true } });
    await api.ok('createAction', {
      body: { title: 'Pattern too', is_template: true, project_id: active.id },
    });
    const done = await api.ok('createAction', { body: { title: 'Done' } });
    await api.ok('completeAction', { path: { id: done.id }, body: { result_summary: 'It is.' } });
    await api.ok('createOrder', { body: { agent_id: scribe.agent.id, name: 'Paused' } });
    const key = { workspace_id: person.owner.workspaceId };
    await database().knex('orders').where(key).update({ state: 'paused' });
    await database().knex('agents').where(key).update({ state: 'revoked' });

    const view = await api.ok('getCommandView');
    expect(view.projects.map(({ id }) => id)).toEqual([active.id]);
    expect(view.projects[0]?.actions.map(({ title }) => title)).toEqual([`In ${active.id}`]);
    expect(view).toMatchObject({ standalone_actions: [], agents: [], orders: [] });
    expect(view.metrics).toMatchObject({ inbox_count: 2, agent_count: 0 });
  });

  test('caps each list at 100 entries and counts the omitted ones', async () => {
    const { workspaceId, id: owner } = person.owner;
    const at = inDays(-1);
    const authored = {
      created_by_actor_id: owner,
      updated_by_actor_id: owner,
      created_at: at,
      updated_at: at,
    };
    const many = (count: number, prefix: string, build: (index: number) => object) =>
      Array.from({ length: count }, (_, index) => ({ id: nth(prefix, index), ...build(index) }));
    const action = (index: number, given: object): Record<string, unknown> =>
      actionRow(workspaceId, nth('act', index), { ...authored, last_activity_at: at, ...given });

    await insert(
      'actors',
      many(101, 'atr', (index) => ({ kind: 'agent', name: `A${index}`, created_at: at })),
    );
    await insert(
      'agents',
      many(101, 'agt', (index) => ({
        actor_id: nth('atr', index),
        capabilities: '[]',
        requires_proposals: false,
        access_mode: 'worker',
        state: 'pending',
        created_by_actor_id: owner,
        created_at: at,
        updated_at: at,
      })),
    );
    await insert(
      'projects',
      many(103, 'prj', (index) => ({
        title: `Project ${index}`,
        is_template: false,
        state: 'active',
        work_mode: 'parallel',
        due_at: index === 0 ? inDays(1) : inDays(2),
        ...authored,
      })),
    );
    await insert(
      'orders',
      many(104, 'ord', (index) => ({
        agent_id: scribe.agent.id,
        assigned_actor_id: scribe.agent.actor_id,
        name: `Order ${index}`,
        state: 'active',
        requires_proposals: false,
        ...authored,
      })),
    );
    await insert(
      'agent_requests',
      many(105, 'qst', () => ({
        kind: 'question',
        status: 'open',
        agent_id: scribe.agent.id,
        question: 'Why?',
        allow_free_text: true,
        on_answer: 'Well.',
        blocking: false,
        ...authored,
      })),
    );
    await insert('actions', [
      ...Array.from({ length: 106 }, (_, index) => action(index, {})),
      ...Array.from({ length: 107 }, (_, index) =>
        action(200 + index, { project_id: nth('prj', 0), position: 107 - index }),
      ),
      action(400, { project_id: nth('prj', 1) }),
    ]);

    const none = {
      agents: 0,
      projects: 0,
      orders: 0,
      requests: 0,
      standalone_actions: 0,
      project_actions: 0,
    };
    const omitted = {
      agents: 2,
      projects: 3,
      orders: 4,
      requests: 5,
      standalone_actions: 6,
    };
    // All lists together have more than 256 KiB.
    const lists = ['agents', 'projects', 'orders', 'requests', 'standalone_actions'] as const;
    for (const list of lists) {
      const view = await api.ok('getCommandView', { query: { include: [list] } });
      const inProjects = list === 'projects' ? { project_actions: 7 } : {};
      expect(view.truncated).toEqual({ ...none, [list]: omitted[list], ...inProjects });
      expect(lists.map((one) => view[one].length)).toEqual(
        lists.map((one) => (one === list ? 100 : 0)),
      );
    }
    const { projects } = await api.ok('getCommandView', { query: { include: ['projects'] } });
    expect(projects[0]?.actions).toHaveLength(100);
    expect(projects[0]?.actions[0]?.id).toBe(nth('act', 306));
    expect(projects.slice(0, 2)).toMatchObject([{ omitted_actions: 7 }, { omitted_actions: 0 }]);
  });

  describe('with 6,000 open actions in 100 projects', () => {
    const perProject = 60;
    /** The action at a place in a project; the place 50 is overdue in projects 7, 8 and 9. */
    const idOf = (project: number, place: number): string => nth('act', project * 100 + place);

    beforeEach(async () => {
      const { workspaceId, id: owner } = person.owner;
      const at = inDays(-1);
      const authored = {
        created_by_actor_id: owner,
        updated_by_actor_id: owner,
        created_at: at,
        updated_at: at,
      };
      const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
      await insert(
        'projects',
        numbers(100).map((n) => ({
          id: nth('prj', n),
          title: `Project ${n} of the season, with a title of the usual length`,
          is_template: false,
          state: 'active',
          work_mode: 'parallel',
          due_at: inDays(n + 1),
          ...authored,
        })),
      );
      await insert(
        'actions',
        numbers(100).flatMap((project) =>
          numbers(perProject).map((place) =>
            actionRow(workspaceId, idOf(project, place), {
              ...authored,
              title: `Action ${place} of the project, with a title of the usual length`,
              project_id: nth('prj', project),
              position: place,
              due_at: place === 50 && project >= 7 && project < 10 ? at : null,
              last_activity_at: at,
            }),
          ),
        ),
      );
      await api.ok('createAction', { body: { title: 'Alone' } });
    });

    test('has at most 500 actions and 256 KiB, with the most urgent actions', async () => {
      const view = await api.ok('getCommandView');
      expect(Buffer.byteLength(JSON.stringify(view))).toBeLessThanOrEqual(256 * 1024);
      expect(view.projects).toHaveLength(100);
      const shown = view.projects.flatMap(({ actions }) => actions.map(({ id }) => id));
      expect(shown.length + view.standalone_actions.length).toBe(500);
      expect(view.truncated).toMatchObject({ project_actions: 6_000 - 499, projects: 0 });
      for (const [project, { actions, omitted_actions: omitted }] of view.projects.entries()) {
        expect(actions[0]?.id).toBe(idOf(project, 0));
        expect(actions.length + omitted).toBe(perProject);
      }
      // The overdue ones, then the first four places of each project, then the oldest of the fifth.
      for (const project of [7, 8, 9]) {
        expect(view.projects[project]?.actions.map(({ id }) => id)).toEqual(
          [0, 1, 2, 3, 4, 50].map((place) => idOf(project, place)),
        );
      }
      expect(view.projects[99]?.actions.map(({ id }) => id)).toEqual(
        [0, 1, 2, 3].map((place) => idOf(99, place)),
      );
    });

    test('shows fewer projects and actions, or one project, on request', async () => {
      const few = await api.ok('getCommandView', {
        query: { include: ['projects'], projects_limit: 2, actions_per_project: 3 },
      });
      expect(few.projects.map(({ id, actions }) => [id, actions.map((one) => one.id)])).toEqual(
        [0, 1].map((project) => [
          nth('prj', project),
          [0, 1, 2].map((place) => idOf(project, place)),
        ]),
      );
      expect(few).toMatchObject({ standalone_actions: [], agents: [] });
      expect(few.truncated).toMatchObject({ projects: 98, project_actions: 2 * 57 });

      const one = await api.ok('getCommandView', { query: { project_id: nth('prj', 99) } });
      expect(one.projects.map(({ id }) => id)).toEqual([nth('prj', 99)]);
      expect(one.projects[0]?.actions.map(({ id }) => id)).toEqual(
        Array.from({ length: perProject }, (_, place) => idOf(99, place)),
      );
      expect(one.standalone_actions).toHaveLength(1);
      expect(one.truncated).toMatchObject({ projects: 0, project_actions: 0 });
    });
  });

  test('keeps the order of each list when all actions fit', async () => {
    const { workspaceId, id: owner } = person.owner;
    const at = inDays(-1);
    const authored = { created_by_actor_id: owner, updated_by_actor_id: owner, created_at: at };
    const { id: project_id } = await api.ok('createProject', { body: { title: 'Long' } });
    const other = await api.ok('createProject', { body: { title: 'Other' } });
    const due = (n: number, given: object) =>
      actionRow(workspaceId, nth('act', n), { ...authored, due_at: inDays(n), ...given });
    await insert('actions', [
      ...Array.from({ length: 80 }, (_, n) => due(2 * n, { project_id, position: 80 - n })),
      ...Array.from({ length: 90 }, (_, n) => due(2 * n + 1, {})),
      due(900, { project_id: other.id }),
    ]);
    const view = await api.ok('getCommandView');
    // All of them fit, and each list keeps its own order.
    expect(view.standalone_actions).toHaveLength(90);
    const [, long] = view.projects;
    expect(long?.actions[0]?.id).toBe(nth('act', 2 * 79));
    expect(long?.actions).toHaveLength(80);
  });

  test('tells one enormous question whole, and as many others as fit', async () => {
    const question = 'x'.repeat(65_536);
    const on_answer = `a${'\u0001'.repeat(65_535)}`;
    const action = await api.ok('createAction', { body: { title: 'Sew' } });
    const small = await agent.ok('createQuestion', { body: { question: 'A?', on_answer: 'B' } });
    const { id } = await agent.ok('createQuestion', { body: { question, on_answer } });
    const view = await api.ok('getCommandView');
    expect(view.requests.map(({ question: entry }) => entry)).toMatchObject([
      { id, question, on_answer },
    ]);
    expect(view.truncated).toMatchObject({ requests: 1, agents: 0, standalone_actions: 0 });
    expect(view.standalone_actions.map((one) => one.id)).toEqual([action.id]);
    await api.ok('dismissQuestion', { path: { id } });
    const later = await api.ok('getCommandView');
    expect(later.requests.map((entry) => entry.question.id)).toEqual([small.id]);
  });

  test('shows a preview of a long note', async () => {
    const action = await api.ok('createAction', { body: { title: 'Long' } });
    const body = '🎭'.repeat(400);
    await api.ok('createActionNote', { path: { id: action.id }, body: { body } });
    const view = await api.ok('getCommandView');
    expect(view.standalone_actions[0]?.last_activity_note).toBe('🎭'.repeat(280));
  });

  test('rejects parameters and requests without credentials', async () => {
    await api.fails('getCommandView', { query: { limit: 5 } }, 400, 'UNKNOWN_PARAMETER');
    await client(app).fails('getCommandView', {}, 401, 'UNAUTHENTICATED');
  });

  test('shows no records of other workspaces', async () => {
    await api.ok('createAction', { body: { title: 'Ours' } });
    await api.ok('createProject', { body: { title: 'Ours' } });
    const neighbour = await makeWorkspace(database(), 'Next door');
    const view = await client(app, { cookie: neighbour.cookie }).ok('getCommandView');
    expect(view).toMatchObject({ projects: [], standalone_actions: [], agents: [], orders: [] });
    expect(Object.values(view.metrics)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

const lists = ['reviews', 'proposals', 'stalled'] as const;

const names = ['requests', 'projects', 'standalone_actions', 'agents', 'orders'];

describeOnEachDatabase('What people decide, in the command view', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const agoIn = (milliseconds: number) => addMilliseconds(new Date().toISOString(), -milliseconds);
  const set = (table: string, id: string, values: object) =>
    database().knex(table).where({ workspace_id: given.workspaceId, id }).update(values);
  const assigned = async (title: string, more: object = {}): Promise<string> => {
    const { id } = await given.person.ok('createAction', {
      body: { title, status: 'ready', assigned_agent_id: given.agent.id, ...more },
    });
    return id;
  };
  const finished = async (title: string, milliseconds: number, more: object = {}) => {
    const id = await assigned(title, more);
    await given.worker.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
    await set('actions', id, { completed_at: agoIn(milliseconds) });
    return id;
  };
  const stalled = async (title: string, milliseconds: number, more: object = {}) => {
    const id = await assigned(title, more);
    await set('actions', id, { last_activity_at: agoIn(milliseconds) });
    return id;
  };
  const proposed = async (title: string, milliseconds: number): Promise<string> => {
    const body = { operation: 'createProject', payload: { title }, title } as const;
    const { id } = await given.worker.ok('createProposal', { body });
    await set('agent_requests', id, { created_at: agoIn(milliseconds) });
    return id;
  };
  const idsOf = (items: readonly { readonly id: string }[] | undefined) =>
    items?.map(({ id }) => id);

  test('is absent unless it is named, and alone if nothing else is named', async () => {
    const review = await finished('Finished', HOUR);
    const proposal = await proposed('May I?', HOUR);
    const still = await stalled('Still', 2 * DAY);
    const { person } = given;
    const whole = await person.ok('getCommandView');
    for (const list of lists) {
      expect(whole).not.toHaveProperty(list);
      expect(whole.truncated).not.toHaveProperty(list);
    }
    const ids = { reviews: [review], proposals: [proposal], stalled: [still] };
    for (const list of lists) {
      const { metrics, truncated, ...view } = await person.ok('getCommandView', {
        query: { include: [list] },
      });
      expect(metrics).toEqual(whole.metrics);
      expect(idsOf(view[list])).toEqual(ids[list]);
      const empty = Object.fromEntries(names.map((name) => [name, []]));
      expect({ ...view, [list]: [] }).toEqual({ ...empty, [list]: [] });
      expect(truncated).toEqual(
        Object.fromEntries([...names, 'project_actions', list].map((name) => [name, 0])),
      );
    }
    const query = { include: [...lists, 'agents' as const] };
    const view = await given.worker.ok('getCommandView', { query });
    expect(Object.fromEntries(lists.map((list) => [list, idsOf(view[list])]))).toEqual(ids);
    expect(view.agents).toHaveLength(1);
  });

  test('is what the views and the list of proposals have, with all its fields', async () => {
    const { person, worker } = given;
    const { id: paused } = await person.ok('createProject', {
      body: { title: 'Paused', state: 'paused' },
    });
    const { id: line } = await person.ok('createProject', {
      body: { title: 'In line', work_mode: 'sequential' },
    });
    const newer = await finished('Newer', HOUR);
    const older = await finished('Older', 2 * HOUR, { project_id: line });
    const note = { body: { body: 'Mind the gap.' } };
    await person.ok('createActionNote', { path: { id: older }, ...note });
    await person.ok('approveAction', { path: { id: await finished('Approved', HOUR) } });
    const quiet = await stalled('Quiet', 2 * DAY, { project_id: line });
    const quieter = await stalled('Quieter', 3 * DAY, { defer_until: agoIn(-DAY) });
    await person.ok('addBlocker', { path: { id: quiet, blocker_id: older } });
    await set('actions', quiet, { last_activity_at: agoIn(2 * DAY) });
    await stalled('In a paused project', 2 * DAY, { project_id: paused });
    await assigned('Lively');
    const second = await proposed('Second', HOUR);
    const first = await proposed('First', 2 * HOUR);
    await person.ok('denyProposal', { path: { id: await proposed('Denied', HOUR) } });
    await worker.ok('createQuestion', { body: { question: 'Why?', on_answer: 'So.' } });

    const open = { state: ['open' as const], sort: 'created_at' as const };
    const expected = {
      reviews: (await person.ok('getReviewView')).items,
      proposals: (await person.ok('listProposals', { query: open })).items,
      stalled: (await person.ok('getStalledView')).items,
    };
    expect(idsOf(expected.reviews)).toEqual([older, newer]);
    expect(idsOf(expected.proposals)).toEqual([first, second]);
    expect(idsOf(expected.stalled)).toEqual([quieter, quiet]);
    const view = await person.ok('getCommandView', { query: { include: [...lists] } });
    expect(view).toMatchObject(expected);
  });

  test('has no actions beyond the history of the plan', async () => {
    const recent = await finished('Recent', HOUR);
    await finished('Long ago', 400 * DAY);
    await database().knex('workspaces').where({ id: given.workspaceId }).update({ plan: 'free' });
    const query = { include: ['reviews' as const] };
    const view = await given.person.ok('getCommandView', { query });
    expect(idsOf(view.reviews)).toEqual([recent]);
    expect(view.truncated.reviews).toBe(0);
  });

  describe('for the caller', () => {
    const aMember = async (role: 'member' | 'viewer' = 'member') => {
      const { workspaceId } = given;
      const { id, userId, name } = await addPerson(database(), workspaceId, role);
      const cookie = await openSession(database(), { workspaceId, userId });
      return { id, userId, name, api: client(app, { cookie }) };
    };
    const asked = async (question: string, assigned_actor_id: string | null) =>
      given.worker.ok('createQuestion', {
        body: { question, on_answer: 'So.', assigned_actor_id },
      });
    const viewOf = async (by: ApiClient, whose: 'me' | 'everybody' = 'me') => {
      const query = { for: whose, include: ['requests', ...lists] as const };
      const view = await by.ok('getCommandView', {
        query: { ...query, include: [...query.include] },
      });
      return {
        questions: view.requests.map(({ question }) => question.question).toSorted(),
        reviews: view.reviews?.map(({ title }) => title).toSorted(),
        proposals: view.proposals?.map(({ title }) => title),
        counts: view.waiting,
        view,
      };
    };

    test('has what waits for them or for nobody, and counts of both', async () => {
      const [ann, bob] = [await aMember(), await aMember()];
      await asked('For Ann', ann.id);
      await asked('For Bob', bob.id);
      await asked('For nobody', null);
      const taken = await asked('Taken by Bob', ann.id);
      await bob.api.ok('takeQuestion', { path: { id: taken.id } });
      await finished('Owned', HOUR);
      await finished('To be reviewed by Bob', HOUR, { reviewer_actor_id: bob.id });
      const byAgent = { title: 'By an agent', status: 'ready' as const };
      const { id } = await given.worker.ok('createAction', { body: byAgent });
      await given.worker.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
      await proposed('May I?', HOUR);

      const everybody = { questions: 4, reviews: 3, proposals: 1 };
      expect(await viewOf(ann.api)).toMatchObject({
        questions: ['For Ann', 'For nobody'],
        reviews: ['By an agent'],
        proposals: ['May I?'],
        counts: { mine: { questions: 2, reviews: 1, proposals: 1 }, everybody },
      });
      expect(await viewOf(bob.api)).toMatchObject({
        questions: ['For Bob', 'For nobody', 'Taken by Bob'],
        reviews: ['By an agent', 'To be reviewed by Bob'],
        counts: { mine: { questions: 3, reviews: 2, proposals: 1 }, everybody },
      });
      expect(await viewOf(given.person)).toMatchObject({
        questions: ['For nobody'],
        reviews: ['By an agent', 'Owned'],
      });
      const all = await viewOf(ann.api, 'everybody');
      expect(all).toMatchObject({
        questions: ['For Ann', 'For Bob', 'For nobody', 'Taken by Bob'],
        counts: { mine: { questions: 2, reviews: 1, proposals: 1 }, everybody },
      });
      expect(all.reviews).toHaveLength(3);
      expect(await given.person.ok('getCommandView')).not.toHaveProperty('waiting');
      expect(await viewOf(given.worker)).toMatchObject({ questions: ['For nobody'] });
    });

    test.each(['away', 'deactivated', 'a viewer'])(
      'has what waits for a person who is %s',
      async (how) => {
        const [ann, bob] = [await aMember(), await aMember()];
        await asked('For Bob', bob.id);
        const taken = await asked('Taken by Bob', ann.id);
        await bob.api.ok('takeQuestion', { path: { id: taken.id } });
        await finished('Of Bob', HOUR, { reviewer_actor_id: bob.id });
        expect(await viewOf(ann.api)).toMatchObject({ questions: [], reviews: [] });

        const path = { id: bob.userId };
        const until = agoIn(-HOUR);
        if (how === 'away') {
          const me = await bob.api.ok('updateMe', { body: { away_until: until } });
          expect(me.user).toMatchObject({ away_until: until, version: 2 });
        } else if (how === 'deactivated') await given.person.ok('deactivateUser', { path });
        else await given.person.ok('updateUser', { path, body: { role: 'viewer' } });
        const { questions, reviews, view, counts } = await viewOf(ann.api);
        expect([questions, reviews]).toEqual([['For Bob', 'Taken by Bob'], ['Of Bob']]);
        expect(counts).toMatchObject({ mine: { questions: 2, reviews: 1 } });
        expect(view.reviews?.[0]).toMatchObject({ reviewer_actor_name: bob.name });
        if (how !== 'away') return;

        expect(await viewOf(bob.api)).toMatchObject({
          questions: ['For Bob', 'Taken by Bob'],
          reviews: ['Of Bob'],
        });
        await set('users', bob.userId, { away_until: agoIn(1) });
        expect(await viewOf(ann.api)).toMatchObject({ questions: [], reviews: [] });
      },
    );

    test('people say until when they are away, and everybody sees it', async () => {
      const ann = await aMember();
      const until = agoIn(-DAY);
      await ann.api.ok('updateMe', { body: { away_until: until } });
      await ann.api.ok('updateMe', { body: { away_until: until } });
      await ann.api.ok('updateMe', { body: {} });
      const user = await given.worker.ok('getUser', { path: { id: ann.userId } });
      expect(user).toMatchObject({ away_until: until, version: 2 });
      const back = await ann.api.ok('updateMe', { body: { away_until: null } });
      expect(back.user).toMatchObject({ away_until: null, version: 3 });
      const passed = { body: { away_until: agoIn(HOUR) } };
      const { issues } = await ann.api.fails('updateMe', passed, 400, 'VALIDATION_FAILED');
      expect(issues).toMatchObject([{ path: 'body/away_until' }]);
      await given.worker.fails('updateMe', { body: {} }, 403, 'WRONG_ACTOR');
      const events = await database()
        .knex('events')
        .where({ subject_id: ann.userId, kind: 'user.updated' })
        .orderBy('position')
        .select('summary');
      expect(events.map(({ summary }) => String(summary))).toEqual([
        `${ann.name} is away until ${until}.`,
        `${ann.name} is back.`,
      ]);
    });
  });

  test('shares the 256 KiB of the view with its other lists', async () => {
    const details = 'x'.repeat(60_000);
    for (let count = 0; count < 3; count += 1) {
      await finished('Long', count * HOUR, { details });
      await stalled('Long', (2 + count) * DAY, { details });
    }
    const query = { include: [...lists, 'requests' as const] };
    const view = await given.person.ok('getCommandView', { query });
    expect(Buffer.byteLength(JSON.stringify(view))).toBeLessThanOrEqual(256 * 1024);
    expect(view).toMatchObject({
      reviews: [{}, {}],
      stalled: [{}, {}],
      truncated: { reviews: 1, stalled: 1, proposals: 0 },
    });
  });
});

describeOnEachDatabase('getMineView', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    await given.person.ok('updateWorkspace', { body: { time_zone: 'Pacific/Auckland' } });
  });
  afterAll(() => app.close());

  const open = ['inbox', 'ready', 'waiting'] as const;
  type View = components['schemas']['MineView'];
  const titles = (actions: readonly { readonly title: string }[]) =>
    actions.map(({ title }) => title);

  /** The ids of the lists that the contract says are equal to those of the view. */
  async function listsOf(by: ApiClient, { periods }: View, agentId?: string) {
    const idsOf = async (query: Input<'listActions'>['query']) =>
      (await by.ok('listActions', { query: { limit: 200, ...query } })).items.map(({ id }) => id);
    const mine = { assigned_actor_id: 'me', status: [...open] };
    const due = { ...mine, sort: 'due_at' as const };
    const dated = await idsOf({ ...due, due_since: '1970-01-01T00:00:00Z' });
    const created = { created_by_actor_id: 'me', status: ['ready' as const, 'waiting' as const] };
    const own = new Set(await idsOf({ ...created, assigned_actor_id: 'me' }));
    const done = { completed_by_actor_id: 'me', status: ['done' as const] };
    const command = await by.ok('getCommandView', {
      query: { for: 'me', include: ['requests', 'reviews', 'proposals'] },
    });
    const questions = (await by.ok('listQuestions', { query: { state: ['open'] } })).items;
    const all = await idsOf({ ...mine, sort: 'created_at' });
    return {
      due_today: await idsOf({ ...due, due_before: periods.today_ends_at }),
      due_this_week: await idsOf({
        ...due,
        due_since: periods.today_ends_at,
        due_before: periods.week_ends_at,
      }),
      due_later: await idsOf({ ...due, due_since: periods.week_ends_at }),
      undated: all.filter((id) => !dated.includes(id)),
      questions: command.requests.map(({ question }) => question.id),
      reviews: command.reviews?.map(({ id }) => id),
      proposals: command.proposals?.map(({ id }) => id),
      asked: (await idsOf(created)).filter((id) => !own.has(id)),
      asked_questions: questions.filter((each) => each.agent_id === agentId).map(({ id }) => id),
      done_this_week: await idsOf({
        ...done,
        completed_since: periods.week_starts_at,
        sort: '-completed_at',
      }),
    };
  }

  async function check(by: ApiClient, agentId?: string): Promise<View> {
    const view = await by.ok('getMineView');
    const { periods: _, counts, ...shown } = view;
    const lists = await listsOf(by, view, agentId);
    const ids = Object.entries(shown).map(([name, items]) => [name, items.map(({ id }) => id)]);
    expect(Object.fromEntries(ids)).toEqual(lists);
    const lengths = Object.entries(lists).map(([name, list]) => [name, list?.length]);
    expect(counts).toEqual(Object.fromEntries(lengths));
    return view;
  }

  test('has the lists of people and agents, as long as those of the filters', async () => {
    const { person, worker, agent } = given;
    const me = (await person.ok('getMe')).actor_id;
    const { periods } = await person.ok('getMineView');
    const before = (instant: string) => addMilliseconds(instant, -1);
    const dates = {
      Overdue: addMilliseconds(new Date().toISOString(), -DAY),
      Today: before(periods.today_ends_at),
      Later: periods.week_ends_at,
      Undated: null,
    };
    for (const [assigned, by] of [
      [me, person],
      [agent.actor_id, worker],
    ] as const) {
      for (const [title, due_at] of Object.entries(dates)) {
        const body = { title, due_at, assigned_actor_id: assigned, status: 'ready' as const };
        await by.ok('createAction', { body });
      }
      const early = { title: 'Early', status: 'ready' as const, assigned_actor_id: assigned };
      const { id } = await by.ok('createAction', { body: early });
      await by.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
      const { knex } = database();
      const at = before(periods.week_starts_at);
      await knex('actions').where({ id }).update({ completed_at: at });
      const done = { title: 'Done', status: 'ready' as const, assigned_actor_id: assigned };
      const { id: last } = await by.ok('createAction', { body: done });
      await by.ok('completeAction', { path: { id: last }, body: { result_summary: 'Done.' } });
      const pool = { assigned_actor_id: null, status: 'ready' as const };
      await by.ok('createAction', { body: { title: 'Asked', ...pool } });
      await by.ok('createAction', { body: { title: 'Captured' } });
      await by.ok('createAction', {
        body: { title: 'A template', is_template: true, assigned_actor_id: assigned },
      });
    }
    const body = { question: 'May I?', on_answer: 'So.' };
    await worker.ok('createQuestion', { body: { ...body, assigned_actor_id: null } });
    await worker.ok('createQuestion', { body: { ...body, assigned_actor_id: me } });
    await worker.ok('createProposal', {
      body: { title: 'May I?', operation: 'createAction', payload: { title: 'New' } },
    });

    const { token } = await addAgent(app, given.owner);
    await client(app, { bearer: token }).ok('createProposal', {
      body: { title: 'May we?', operation: 'createAction', payload: { title: 'Newer' } },
    });

    const mine = await check(person);
    const lists = {
      due_today: ['Overdue', 'Today'],
      due_later: ['Later'],
      undated: ['Undated'],
      asked: ['Asked'],
      done_this_week: ['Done'],
    };
    const seen = (view: View) => ({
      due_today: titles(view.due_today),
      due_later: titles(view.due_later),
      undated: titles(view.undated),
      asked: titles(view.asked),
      done_this_week: titles(view.done_this_week),
    });
    expect(seen(mine)).toEqual(lists);
    expect(mine.counts).toMatchObject({ questions: 2, proposals: 2, asked_questions: 0 });
    const ofAgent = await check(worker, agent.id);
    expect(seen(ofAgent)).toEqual(lists);
    expect(ofAgent.counts).toMatchObject({ questions: 1, proposals: 1, asked_questions: 2 });
    expect(ofAgent.proposals.map((each) => each.agent_id)).toEqual([agent.id]);
    const include = ['proposals' as const];
    for (const [by, own] of [
      [person, 2],
      [worker, 1],
    ] as const) {
      const forMe = await by.ok('getCommandView', { query: { for: 'me', include } });
      expect([forMe.waiting?.mine.proposals, forMe.proposals?.length]).toEqual([own, own]);
      const all = await by.ok('getCommandView', { query: { for: 'everybody', include } });
      expect([all.waiting?.everybody.proposals, all.proposals?.length]).toEqual([2, 2]);
    }
  });

  test('has the periods of the time zone, and counts more than it lists', async () => {
    const { person } = given;
    const { periods } = await person.ok('getMineView');
    const local = (instant: string) =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: periods.time_zone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
      }).format(new Date(instant));
    expect(periods.time_zone).toBe('Pacific/Auckland');
    expect(local(periods.week_starts_at)).toBe('Mon 00:00');
    expect(local(periods.week_ends_at)).toBe('Mon 00:00');
    expect(local(periods.today_ends_at)).toMatch(/ 00:00$/);

    const fresh = await aWorkspace(app, database());
    const me = (await fresh.person.ok('getMe')).actor_id;
    const rows = Array.from({ length: 60 }, (_, index) => ({
      ...actionRow(fresh.workspaceId, nth('act', index)),
      assigned_actor_id: me,
      created_by_actor_id: me,
      updated_by_actor_id: me,
      details: 'x'.repeat(8192),
    }));
    await database().knex.batchInsert('actions', rows, 10);
    const view = await fresh.person.ok('getMineView');
    expect(view.counts).toMatchObject({ undated: 60 });
    expect(view.undated.length).toBeLessThan(50);
    expect(JSON.stringify(view).length).toBeLessThan(limits.view_bytes);
  });
});
