import type { components } from '../../generated/types';
import { transact } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { DAY, addMilliseconds } from '../../src/platform/time';
import {
  addAgent,
  makeWorkspace,
  startApp,
  type AgentWithToken,
  type Person,
  type TestApp,
} from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { nth } from '../support/mixed-workspace';
import { actionRow } from '../support/rows';

type Overview = components['schemas']['AgentOverview'];

describeOnEachDatabase('getAgentOverview', (database) => {
  let app: TestApp;
  let person: Person;
  let api: ApiClient;
  let scribe: AgentWithToken;
  let rigger: AgentWithToken;
  let agent: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    person = await makeWorkspace(database(), 'Overview');
    api = client(app, { cookie: person.cookie });
    scribe = await addAgent(app, person, {
      name: 'Scribe',
      capabilities: ['translation', 'proof'],
    });
    rigger = await addAgent(app, person, { name: 'Rigger' });
    agent = client(app, { bearer: scribe.token });
  });

  const insert = async (table: string, rows: readonly Record<string, unknown>[]): Promise<void> => {
    await transact(database(), (transaction) => insertRows(transaction, table, rows));
  };
  const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
  const inDays = (days: number): string => addMilliseconds(new Date().toISOString(), days * DAY);
  const overview = (query: { full?: boolean } = {}): Promise<Overview> =>
    agent.ok('getAgentOverview', { path: { id: scribe.agent.id }, query });
  /** Creates an action as the person; by default ready and assigned to Scribe. */
  const add = async (title: string, body: object = {}): Promise<string> => {
    const given = {
      title,
      status: 'ready' as const,
      assigned_actor_id: scribe.agent.actor_id,
      ...body,
    };
    return (await api.ok('createAction', { body: given })).id;
  };
  const work = (): Promise<string> =>
    agent
      .ok('createAction', { body: { title: 'Translate', status: 'ready' } })
      .then(async ({ id }) => {
        await agent.ok('heartbeatAction', { path: { id }, body: { progress_note: 'Half of it.' } });
        return id;
      });
  const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

  test('is empty for an agent without work', async () => {
    const view = await overview();
    expect(view).toEqual({
      metrics: {
        inbox_count: 0,
        review_count: 0,
        active_count: 0,
        stalled_count: 0,
        agent_count: 1,
        question_count: 0,
      },
      me: { id: scribe.agent.id, name: 'Scribe', capabilities: ['translation', 'proof'] },
      other_agents: { count: 1, working_count: 0 },
      my_work: { working: null, ready: [], waiting: [] },
      claimable: [],
      my_projects: [],
      other_active_projects: { count: 0, titles: [] },
      my_open_questions: [],
      my_open_proposals: [],
      orders: [],
      recent_activity: {
        my_actions: [],
        my_questions: [],
        my_notes: [],
        human_on_my_items: [],
        order_doc_changes: [],
      },
      elsewhere: {
        other_ready_actions: 0,
        other_active_actions: 0,
        other_waiting_actions: 0,
        other_inbox_items: 0,
      },
      truncated: {
        my_work: 0,
        claimable: 0,
        my_projects: 0,
        my_open_questions: 0,
        my_open_proposals: 0,
        orders: 0,
        other_project_titles: 0,
        action_details: 0,
        project_descriptions: 0,
        recent_activity: {
          my_actions: 0,
          my_questions: 0,
          my_notes: 0,
          human_on_my_items: 0,
          order_doc_changes: 0,
        },
        hint: 'Nothing is left out.',
      },
    });
  });

  test('shows the fields of a work item, and the working action apart from the ready ones', async () => {
    const project = await api.ok('createProject', { body: { title: 'Winter season' } });
    const body = { project_id: project.id, due_at: inDays(3), requirements: ['translation'] };
    const id = await add('Translate', { ...body, details: 'All twelve pages.' });
    const ready = (await overview()).my_work;
    const action = await agent.ok('getAction', { path: { id } });
    const item = {
      id,
      key: action.key,
      title: 'Translate',
      project_id: project.id,
      project_title: 'Winter season',
      due_at: action.due_at,
      defer_until: null,
      assigned_actor_id: scribe.agent.actor_id,
      assigned_actor_name: 'Scribe',
      assigned_agent_id: scribe.agent.id,
      last_activity_at: action.last_activity_at,
      details_preview: 'All twelve pages.',
      priority: 0,
      requirements: ['translation'],
      is_working: false,
      review_state: 'none',
      rejection_reason: null,
    };
    expect(ready).toEqual({ working: null, ready: [item], waiting: [] });

    const beat = await agent.ok('heartbeatAction', { path: { id }, body: {} });
    const later = { last_activity_at: beat.action.last_activity_at, is_working: true };
    expect((await overview()).my_work).toEqual({
      working: { ...item, ...later },
      ready: [],
      waiting: [],
    });
  });

  test('shows the working action with the latest activity', async () => {
    const [one, other] = [await work(), await work()];
    const view = await overview();
    expect(view.my_work.working?.id).toBe(other);
    expect(ids(view.my_work.ready)).toEqual([one]);
    expect(view.my_work.ready[0]?.is_working).toBe(true);
    expect(view.metrics.active_count).toBe(2);

    // For equal times, it is the newest action.
    const key = { workspace_id: person.owner.workspaceId };
    await database()
      .knex('actions')
      .where(key)
      .update({ last_activity_at: inDays(0) });
    expect((await overview()).my_work.working?.id).toBe(other);
  });

  test('sorts ready work by due date, position and age, and waiting work by activity', async () => {
    const last = await add('Old');
    const third = await add('Placed', { position: 1 });
    const second = await add('Soon', { due_at: inDays(1) });
    const first = await add('Overdue', { due_at: inDays(-1) });
    await add('Deferred', { defer_until: inDays(1) });
    const waiting = [
      await add('W1', { status: 'waiting' }),
      await add('W2', { status: 'waiting' }),
    ];
    await agent.ok('createActionNote', {
      path: { id: waiting[0] ?? '' },
      body: { body: 'Still.' },
    });
    const view = await overview();
    expect(ids(view.my_work.ready)).toEqual([first, second, third, last]);
    expect(ids(view.my_work.waiting)).toEqual(waiting.toReversed());
  });

  test('offers pool work that matches its capabilities, only the first action of a sequential project', async () => {
    const pool = { assigned_actor_id: null };
    const plain = await add('Plain', pool);
    const covered = await add('Covered', { ...pool, requirements: ['proof', 'translation'] });
    await add('Beyond', { ...pool, requirements: ['proof', 'singing'] });
    await add('Not ready', { ...pool, status: 'inbox' });
    const project = await api.ok('createProject', {
      body: { title: 'Line', work_mode: 'sequential' },
    });
    const first = await add('First', { ...pool, project_id: project.id, position: 1 });
    await add('Second', { ...pool, project_id: project.id, position: 2 });
    const paused = await api.ok('createProject', { body: { title: 'Paused', state: 'paused' } });
    await add('In a paused project', { ...pool, project_id: paused.id });
    expect(ids((await overview()).claimable).toSorted()).toEqual(
      [plain, covered, first].toSorted(),
    );
  });

  test('separates its own projects from other projects', async () => {
    const long = '🎭'.repeat(300);
    const mine = await api.ok('createProject', { body: { title: 'Mine', description: long } });
    const others = await api.ok('createProject', { body: { title: 'Of others' } });
    await api.ok('createProject', { body: { title: 'Newest' } });
    await api.ok('createProject', { body: { title: 'Template', is_template: true } });
    await api.ok('createProject', { body: { title: 'Paused', state: 'paused' } });
    await add('Mine', { project_id: mine.id });
    await add('Theirs', { project_id: mine.id, assigned_actor_id: null });
    await add('Theirs too', { project_id: others.id, assigned_actor_id: null });
    const view = await overview();
    expect(view.my_projects).toEqual([
      {
        id: mine.id,
        title: 'Mine',
        open_action_count: 2,
        my_action_count: 1,
        description_preview: '🎭'.repeat(120),
      },
    ]);
    const full = await overview({ full: true });
    expect(full.my_projects).toMatchObject([{ description_preview: '🎭'.repeat(280) }]);
    expect(view.other_active_projects).toEqual({ count: 2, titles: ['Newest', 'Of others'] });
    expect(view.truncated).toMatchObject({
      project_descriptions: 1,
      hint: 'GET /v1/projects/{id} has the description in full.',
    });
    // A code point of two UTF-16 units counts once.
    const body = { description: '🎭'.repeat(120) };
    await api.ok('updateProject', { path: { id: mine.id }, body });
    expect((await overview()).truncated.project_descriptions).toBe(0);
  });

  test('lists its open questions and its active orders', async () => {
    const project = await api.ok('createProject', { body: { title: 'Winter season' } });
    const action_id = await add('Translate', { project_id: project.id });
    const ask = (caller: ApiClient, body: object = {}) =>
      caller.ok('createQuestion', { body: { question: 'Which?', on_answer: 'I do it.', ...body } });
    const about = await ask(agent, { action_id, choices: ['Old', 'New'] });
    const answered = await ask(agent);
    await api.ok('respondQuestion', { path: { id: answered.id }, body: { response: 'This.' } });
    const order = (name: string, body: object = {}) =>
      api.ok('createOrder', { body: { agent_id: scribe.agent.id, name, ...body } });
    const second = await order('Second', { position: 2 });
    const first = await order('First', { position: 1 });
    await order('Of Rigger', { agent_id: rigger.agent.id });

    const view = await overview();
    expect(view.my_open_questions).toEqual([
      {
        id: about.id,
        question: 'Which?',
        created_at: about.created_at,
        action_id,
        action_title: 'Translate',
        project_id: null,
        project_title: 'Winter season',
        order_id: null,
        order_name: null,
        choices: ['Old', 'New'],
        on_answer: 'I do it.',
      },
    ]);
    expect(ids(view.orders)).toEqual([first.id, second.id]);
    expect(view.orders[0]).toEqual({
      id: first.id,
      assigned_actor_id: scribe.agent.actor_id,
      agent_id: scribe.agent.id,
      agent_name: 'Scribe',
      name: 'First',
      summary: null,
      domain_id: null,
      next_checkin_due_at: null,
      checkin_overdue: false,
    });
  });

  test('counts the work of others', async () => {
    const theirs = { assigned_actor_id: rigger.agent.actor_id };
    const working = await add('Theirs, working', theirs);
    await client(app, { bearer: rigger.token }).ok('heartbeatAction', {
      path: { id: working },
      body: {},
    });
    await add('Theirs', theirs);
    await add('Unassigned', { assigned_actor_id: null });
    await add('Theirs, waiting', { ...theirs, status: 'waiting' });
    await add('Nobody waits', { assigned_actor_id: null, status: 'waiting' });
    await add('Captured', { assigned_actor_id: null, status: 'inbox' });
    await add('Mine', { status: 'inbox' });
    await add('Mine', {});
    const view = await overview();
    expect(view.elsewhere).toEqual({
      other_ready_actions: 2,
      other_active_actions: 1,
      other_waiting_actions: 2,
      other_inbox_items: 1,
    });
    expect(view.other_agents).toEqual({ count: 1, working_count: 1 });
  });

  test('lists recent activity, newest first', async () => {
    const document = await api.ok('createDocument', {
      body: { title: 'Guide', content: 'How to.', access_mode: 'shared_read' },
    });
    await api.ok('createOrder', {
      body: { agent_id: scribe.agent.id, name: 'Keep', document_id: document.id },
    });
    const id = await work();
    await agent.ok('createActionNote', { path: { id }, body: { body: 'Page two is missing.' } });
    const question = await agent.ok('createQuestion', {
      body: { question: 'Which logo?', on_answer: 'I print it.', action_id: id, blocking: false },
    });
    await api.ok('respondQuestion', {
      path: { id: question.id },
      body: { response: 'The new one.' },
    });
    await api.ok('createActionNote', { path: { id }, body: { body: 'Well done.' } });

    // As an earlier version stored it.
    await transact(database(), (transaction) =>
      transaction.write((db) =>
        db('events')
          .where({ workspace_id: person.owner.workspaceId, subject_id: id })
          .where({ kind: 'action.created' })
          .update({ summary: 'Scribe changed due_at, requires_review.' }),
      ),
    );
    const { recent_activity: recent } = await overview();
    const me = { id: scribe.agent.actor_id, name: 'Scribe' };
    const owner = { id: person.owner.id, name: person.owner.name };
    expect(recent.my_actions.map(({ summary }) => summary)).toEqual([
      'Scribe changed due date, need of a review.',
    ]);
    for (const entry of recent.my_actions) {
      expect(entry).toMatchObject({ target_id: id, target_title: 'Translate', actor: me });
    }
    expect(recent.my_notes).toEqual([
      expect.objectContaining({
        target_id: id,
        target_title: 'Translate',
        actor: me,
        summary: 'Page two is missing.',
      }),
      expect.objectContaining({ target_id: id, summary: 'Half of it.' }),
    ]);
    expect(recent.my_questions.map(({ target_id, actor }) => [target_id, actor])).toEqual([
      [question.id, me],
    ]);
    expect(recent.human_on_my_items).toEqual([
      expect.objectContaining({ target_id: id, target_title: 'Translate', actor: owner }),
      expect.objectContaining({ target_id: question.id, actor: owner }),
    ]);
    expect(recent.order_doc_changes).toEqual([
      expect.objectContaining({ target_id: document.id, target_title: 'Guide', actor: owner }),
    ]);

    const key = { workspace_id: person.owner.workspaceId };
    await database()
      .knex('events')
      .where(key)
      .update({ created_at: inDays(-8) });
    await database()
      .knex('notes')
      .where(key)
      .update({ created_at: inDays(-8) });
    expect(Object.values((await overview()).recent_activity)).toEqual([[], [], [], [], []]);
  });

  test('tells of a rejection and its reason until the work is finished again', async () => {
    const id = await add('Translate');
    await agent.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
    await api.ok('createActionNote', { path: { id }, body: { body: 'Let me see.' } });
    const reason = `Page two is missing. ${'x'.repeat(300)}`;
    await api.ok('rejectAction', { path: { id }, body: { reason } });
    await api.ok('createActionNote', { path: { id }, body: { body: 'Page three is fine.' } });
    const { my_work: work } = await overview();
    expect(work.ready).toMatchObject([
      { id, review_state: 'rejected', rejection_reason: reason.slice(0, 120) },
    ]);
    expect((await overview({ full: true })).my_work.ready).toMatchObject([
      { rejection_reason: reason.slice(0, 280) },
    ]);
    await api.ok('updateAction', { path: { id }, body: { status: 'waiting' } });
    expect((await overview()).my_work.waiting).toMatchObject([{ id, review_state: 'rejected' }]);
    await agent.ok('completeAction', { path: { id }, body: { result_summary: 'Done again.' } });
    expect((await overview()).my_work).toEqual({ working: null, ready: [], waiting: [] });
  });

  test('tells of overdue check-ins and open proposals', async () => {
    const order = await api.ok('createOrder', {
      body: { agent_id: scribe.agent.id, name: 'Keep', checkin_every_seconds: 3600 },
    });
    const due = { next_checkin_due_at: order.next_checkin_due_at };
    expect((await overview()).orders).toMatchObject([{ ...due, checkin_overdue: false }]);
    await database()
      .knex('orders')
      .where({ workspace_id: person.owner.workspaceId })
      .update({ next_checkin_due_at: inDays(-1) });
    expect((await overview()).orders).toMatchObject([{ id: order.id, checkin_overdue: true }]);

    const propose = (title: string, body: object = {}) =>
      agent.ok('createProposal', {
        body: { operation: 'createProject', payload: { title }, title, ...body },
      });
    const denied = await propose('One');
    await api.ok('denyProposal', { path: { id: denied.id }, body: {} });
    const second = await propose('Two', { order_id: order.id });
    const third = await propose('Three');
    const entry = (proposal: typeof second) => ({
      id: proposal.id,
      title: proposal.title,
      operation: 'createProject',
      created_at: proposal.created_at,
      action_id: null,
      project_id: null,
      order_id: proposal.order_id,
    });
    expect((await overview()).my_open_proposals).toEqual([entry(third), entry(second)]);
  });

  test('says nothing twice', async () => {
    const id = await work();
    const ask = () =>
      agent.ok('createQuestion', {
        body: { question: 'Which?', on_answer: 'I do it.', action_id: id, blocking: false },
      });
    const [open, answered] = [await ask(), await ask()];
    await api.ok('respondQuestion', { path: { id: answered.id }, body: { response: 'This.' } });
    const { my_open_questions: questions, recent_activity: recent } = await overview();
    expect(ids(questions)).toEqual([open.id]);
    expect(recent.my_questions.map((entry) => entry.target_id)).toEqual([answered.id]);
    const activity = Object.values(recent).flat();
    expect(new Set(activity.map((entry) => entry.id)).size).toBe(activity.length);
    const texts = activity.filter(({ summary }) => summary.includes('Half of it.'));
    expect(texts).toHaveLength(1);
  });

  test('has at most 8 KiB after a busy week of the agent, and all of its work', async () => {
    const ready = [await add('Translate'), await add('Proofread'), await add('Print')];
    const waiting = await add('Wait', { status: 'waiting' });
    for (const action_id of ready.slice(0, 2)) {
      await agent.ok('createQuestion', {
        body: { question: 'Which?', on_answer: 'I do it.', action_id, blocking: false },
      });
    }
    await agent.ok('createProposal', {
      body: { operation: 'createProject', payload: { title: 'New' }, title: 'A new project' },
    });
    await api.ok('createOrder', { body: { agent_id: scribe.agent.id, name: 'Keep' } });
    const key = { workspace_id: person.owner.workspaceId };
    const numbers = Array.from({ length: 400 }, (_, n) => n);
    const text = 'The second page has the old logo, and the third one has none. '.repeat(6);
    const times = (n: number) => ({ created_at: addMilliseconds(inDays(-6), n * 1000) });
    await insert(
      'notes',
      numbers.map((n) => ({
        ...key,
        id: nth('not', n),
        kind: 'note',
        action_id: ready[n % 3],
        created_by_actor_id: scribe.agent.actor_id,
        body: text,
        ...times(n),
      })),
    );
    await insert(
      'events',
      numbers.map((n) => ({
        ...key,
        id: nth('evt', n),
        position: 1_000_000 + n,
        kind: 'action.updated',
        actor_id: n % 2 === 0 ? scribe.agent.actor_id : person.owner.id,
        subject_type: 'action',
        subject_id: ready[n % 3],
        action_id: ready[n % 3],
        subject_title: text.slice(0, 200),
        summary: text.slice(0, 280),
        ...times(n),
      })),
    );
    const view = await overview();
    expect(bytesOf(view)).toBeLessThanOrEqual(8192);
    const { working, ready: others } = view.my_work;
    expect(new Set([working?.id, ...ids(others)])).toEqual(new Set(ready));
    expect(ids(view.my_work.waiting)).toEqual([waiting]);
    expect(view).toMatchObject({
      my_open_questions: { length: 2 },
      my_open_proposals: { length: 1 },
      orders: { length: 1 },
      recent_activity: { human_on_my_items: { length: 4 } },
    });
    expect(view.truncated).toMatchObject({ my_work: 0, orders: 0, my_open_questions: 0 });
    expect(view.truncated.recent_activity.my_notes).toBe(
      400 - view.recent_activity.my_notes.length,
    );
  });

  test('hides private documents of its orders from an agent that may not read them', async () => {
    const document = await api.ok('createDocument', {
      body: { title: 'Wages', content: 'Secret.', access_mode: 'private' },
    });
    await api.ok('createOrder', {
      body: { agent_id: scribe.agent.id, name: 'Keep', document_id: document.id },
    });
    expect((await overview()).recent_activity.order_doc_changes).toEqual([]);
    const { recent_activity: seen } = await api.ok('getAgentOverview', {
      path: { id: scribe.agent.id },
    });
    expect(seen.order_doc_changes).toMatchObject([{ target_title: 'Wages' }]);
  });

  test('caps its lists, counts the omitted entries, and shows them with full=true', async () => {
    const { workspaceId, id: owner } = person.owner;
    const rows = (count: number, from: number, given: object): Record<string, unknown>[] =>
      Array.from({ length: count }, (_, index) =>
        actionRow(workspaceId, nth('act', from + index), {
          created_by_actor_id: owner,
          updated_by_actor_id: owner,
          last_activity_at: inDays(0),
          status: 'ready',
          assigned_actor_id: scribe.agent.actor_id,
          ...given,
        }),
      );
    const at = inDays(-1);
    const authored = {
      workspace_id: workspaceId,
      created_by_actor_id: owner,
      updated_by_actor_id: owner,
      created_at: at,
      updated_at: at,
    };
    await transact(database(), async (transaction) => {
      await insertRows(
        transaction,
        'projects',
        Array.from({ length: 24 }, (_, index) => ({
          ...authored,
          id: nth('prj', index),
          title: `Project ${index}`,
          is_template: false,
          state: 'active',
          work_mode: 'parallel',
        })),
      );
      await insertRows(transaction, 'actions', [
        ...rows(21, 100, { details: 'd'.repeat(281) }),
        ...rows(22, 200, { status: 'waiting' }),
        ...rows(23, 300, { assigned_actor_id: null }),
      ]);
      await insertRows(
        transaction,
        'events',
        Array.from({ length: 15 }, (_, index) => ({
          workspace_id: workspaceId,
          id: nth('evt', index),
          position: 1_000_000 + index,
          kind: 'action.updated',
          actor_id: scribe.agent.actor_id,
          subject_type: 'action',
          subject_id: nth('act', 100),
          subject_title: 'Action',
          action_id: nth('act', 100),
          summary: 'Changed it.',
          created_at: addMilliseconds(at, index * 1000),
        })),
      );
    });

    const view = await overview();
    expect(bytesOf(view)).toBeLessThanOrEqual(8192);
    const { ready, waiting } = view.my_work;
    // The lists take turns, and the agent's own activity comes last, in the bytes that are left.
    const shown = [ready, waiting, view.claimable].map(({ length }) => length);
    expect(Math.min(...shown)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...shown) - Math.min(...shown)).toBeLessThanOrEqual(1);
    const own = view.recent_activity.my_actions.length;
    expect(own).toBeLessThanOrEqual(1);
    expect(view.other_active_projects.count).toBe(24);
    expect(ready[0]?.details_preview).toBe('d'.repeat(120));
    expect(view.truncated).toMatchObject({
      my_work: 43 - ready.length - waiting.length,
      claimable: 23 - view.claimable.length,
      other_project_titles: 24 - view.other_active_projects.titles.length,
      action_details: ready.length,
      project_descriptions: 0,
      recent_activity: { my_actions: 15 - own, my_notes: 0 },
      hint: 'full=true raises the limits to 1,000 entries a list and 256 KiB. GET /v1/actions/{id} has the details in full.',
    });

    const full = await overview({ full: true });
    expect(full.my_work.ready).toHaveLength(21);
    expect(full.my_work.waiting).toHaveLength(22);
    expect(full.claimable).toHaveLength(23);
    expect(full.other_active_projects.titles).toHaveLength(24);
    expect(full.recent_activity.my_actions).toHaveLength(15);
    expect(full.truncated).toMatchObject({
      my_work: 0,
      claimable: 0,
      other_project_titles: 0,
      action_details: 21,
      hint: 'GET /v1/actions/{id} has the details in full.',
    });
  });

  test('shows at most 1,000 entries and 256 KiB with full=true', async () => {
    const { workspaceId, id: owner } = person.owner;
    const at = inDays(-1);
    const projects = Array.from({ length: 1005 }, (_, index) => ({
      workspace_id: workspaceId,
      id: nth('prj', index),
      title: `P${index}`,
      is_template: false,
      state: 'active',
      work_mode: 'parallel',
      created_by_actor_id: owner,
      updated_by_actor_id: owner,
      created_at: at,
      updated_at: at,
    }));
    await transact(database(), (transaction) => insertRows(transaction, 'projects', projects));
    const many = await overview({ full: true });
    expect(many.other_active_projects.titles).toHaveLength(1000);
    expect(many.truncated).toMatchObject({
      other_project_titles: 5,
      hint: 'GET /v1/projects list the omitted entries.',
    });
    const rows = Array.from({ length: 1005 }, (_, index) =>
      actionRow(workspaceId, nth('act', index), {
        created_by_actor_id: owner,
        updated_by_actor_id: owner,
        status: 'ready',
      }),
    );
    await transact(database(), (transaction) => insertRows(transaction, 'actions', rows));
    const view = await overview({ full: true });
    expect(bytesOf(view)).toBeLessThanOrEqual(256 * 1024);
    expect(bytesOf([view, view.claimable[0], view.claimable[0], 'x'.repeat(600)])).toBeGreaterThan(
      256 * 1024,
    );
    expect(view.truncated.claimable).toBe(1005 - view.claimable.length);
  });

  test('may be read by the agent itself, sysadmin agents and people', async () => {
    const path = { id: scribe.agent.id };
    const sysadmin = await addAgent(app, person, { access_mode: 'sysadmin' });
    expect((await overview()).me.name).toBe('Scribe');
    for (const caller of [api, client(app, { bearer: sysadmin.token })]) {
      expect((await caller.ok('getAgentOverview', { path })).me.id).toBe(scribe.agent.id);
    }
    const other = client(app, { bearer: rigger.token });
    const { message } = await other.fails('getAgentOverview', { path }, 403, 'FORBIDDEN');
    expect(message).toContain('Scribe');
    const unknown = { path: { id: 'agt_unknown' } };
    for (const caller of [api, agent]) {
      await caller.fails('getAgentOverview', unknown, 404, 'NOT_FOUND');
    }
    await client(app).fails('getAgentOverview', { path }, 401, 'UNAUTHENTICATED');
    await api.fails('getAgentOverview', { path, query: { full: 'yes' } }, 400, 'VALIDATION_FAILED');
    await api.fails('getAgentOverview', { path, query: { most: 1 } }, 400, 'UNKNOWN_PARAMETER');
  });

  test('is 404 for another workspace', async () => {
    const neighbour = await makeWorkspace(database(), 'Next door');
    const path = { id: scribe.agent.id };
    const outsider = client(app, { cookie: neighbour.cookie });
    await outsider.fails('getAgentOverview', { path }, 404, 'NOT_FOUND');
  });
});
