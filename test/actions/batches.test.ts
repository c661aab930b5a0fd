import { addAgent, startApp, type AgentWithToken, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

// One row more than a statement takes.
const many = 501;

describeOnEachDatabase('More rows than one statement takes', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let other: AgentWithToken;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    other = await addAgent(app, given.owner);
  });
  afterAll(() => app.close());

  /** Copies the row with that id until there are `many` rows. */
  const multiply = async (table: string, id: string) => {
    const { knex } = database();
    const row = await knex(table).where({ id }).first();
    const copies = Array.from({ length: many - 1 }, (_, n) => ({ ...row, id: `${id}_${n}` }));
    await knex.batchInsert(table, copies, 50);
  };
  const count = async (table: string, columns: object): Promise<number> => {
    const [row] = await database().knex(table).where(columns).count({ n: '*' });
    return Number(row?.n);
  };
  const anAction = (body: object = {}) =>
    given.person.ok('createAction', { body: { title: 'Sew', status: 'ready', ...body } });

  test('revoking an agent unassigns all its actions, ends its claims and pauses its orders', async () => {
    const { agent, token } = other;
    const assigned = await anAction({ assigned_agent_id: agent.id });
    await multiply('actions', assigned.id);
    const claimed = await anAction();
    await client(app, { bearer: token }).ok('claimAction', { path: { id: claimed.id } });
    await multiply('actions', claimed.id);
    const order = await given.person.ok('createOrder', {
      body: { agent_id: agent.id, name: 'Keep' },
    });
    await multiply('orders', order.id);
    await given.person.ok('revokeAgent', { path: { id: agent.id } });
    expect([
      await count('actions', { assigned_actor_id: agent.actor_id }),
      await count('actions', { claimed_by_actor_id: agent.actor_id }),
      await count('orders', { agent_id: agent.id, state: 'active' }),
      await count('orders', { agent_id: agent.id, state: 'paused' }),
    ]).toEqual([0, 0, 0, many]);
  });

  test('dropping an action dismisses all questions about it', async () => {
    const { id } = await anAction();
    const question = await given.worker.ok('createQuestion', {
      body: { question: 'Which?', on_answer: 'Do it', action_id: id, blocking: false },
    });
    await multiply('agent_requests', question.id);
    await given.person.ok('dropAction', { path: { id }, body: { reason: 'No longer' } });
    expect(await count('agent_requests', { action_id: id, status: 'open' })).toBe(0);
    expect(await count('events', { action_id: id, kind: 'question.dismissed' })).toBe(many);
  });

  test('duplicating a template copies all its actions', async () => {
    const { id } = await given.person.ok('createProject', {
      body: { title: 'Template', is_template: true },
    });
    const action = await anAction({ project_id: id });
    await multiply('actions', action.id);
    const copy = await given.person.ok('duplicateProject', {
      path: { id },
      body: { title: 'Copy' },
    });
    expect(await count('actions', { project_id: copy.id })).toBe(many);
  });

  test('closing a project drops all its actions', async () => {
    const { id } = await given.person.ok('createProject', { body: { title: 'Over' } });
    const action = await anAction({ project_id: id });
    await multiply('actions', action.id);
    await given.person.ok('updateProject', {
      path: { id },
      body: { state: 'dropped', close_actions: true },
    });
    expect(await count('actions', { project_id: id, status: 'dropped' })).toBe(many);
  });
});
