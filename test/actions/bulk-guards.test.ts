import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { countStatements } from '../support/statements';

type Schemas = components['schemas'];
type Agent = Awaited<ReturnType<typeof addAgent>>['agent'];

const closing = { state: 'dropped', close_actions: true } as const;

describeOnEachDatabase('Closing a project takes the guard of dropAction', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  /** A worker, a worker and a sysadmin that require approval. */
  let bound: { readonly agent: Agent; readonly api: ApiClient };
  let steward: { readonly agent: Agent; readonly api: ApiClient };
  /** An order that requires approval. */
  let strict: Schemas['Order'];

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    bound = await anAgent({ requires_proposals: true });
    steward = await anAgent({ requires_proposals: true, access_mode: 'sysadmin' });
    strict = await given.person.ok('createOrder', {
      body: { name: 'Strict', agent_id: given.agent.id, requires_proposals: true },
    });
  });
  afterAll(() => app.close());

  const anAgent = async (wanted: Partial<Schemas['AgentCreate']> = {}) => {
    const { agent, token } = await addAgent(app, given.owner, wanted);
    return { agent, api: client(app, { bearer: token }) };
  };
  const project = (by: ApiClient) =>
    by.ok('createProject', { body: { title: 'Season', work_mode: 'parallel' } });
  const add = (projectId: string, more: Partial<Schemas['ActionCreate']> = {}) =>
    given.person.ok('createAction', { body: { title: 'Sew', project_id: projectId, ...more } });
  const statusesIn = async (projectId: string) => {
    const query = { project_id: projectId, limit: 200 };
    const { items } = await given.person.ok('listActions', { query });
    return new Set(items.map(({ status }) => status));
  };
  const close = (id: string, more: Partial<Schemas['ProjectUpdate']> = {}) => ({
    path: { id },
    body: { ...closing, ...more },
  });
  const permitted = async (payload: Record<string, unknown>, by: ApiClient) => {
    const body = { operation: 'updateProject', payload, title: 'Close it' } as const;
    const { id, operation } = await by.ok('createProposal', { body });
    const { my_open_proposals: own } = await by.ok('getAgentOverview', { path: { id: 'me' } });
    expect(own).toContainEqual(expect.objectContaining({ id, operation }));
    return given.person.ok('permitProposal', { path: { id } });
  };

  test.each(['pool work of an order that requires approval', 'every action of a gated sysadmin'])(
    'needs an approval for %s',
    async (which) => {
      const ofOrder = which.startsWith('pool');
      const by = ofOrder ? given.worker : steward.api;
      const { id } = await project(ofOrder ? given.worker : given.person);
      await add(id, { status: 'ready', assigned_actor_id: ofOrder ? given.agent.actor_id : null });
      const gated = await add(id, { status: 'ready', order_id: ofOrder ? strict.id : null });
      const { details } = await by.fails('updateProject', close(id), 403, 'PROPOSAL_REQUIRED');
      expect(details['operation']).toBe('updateProject');
      expect(details['action_ids']).toContain(gated.id);
      expect(details['action_ids']).toHaveLength(ofOrder ? 1 : 2);
      expect(await statusesIn(id)).toEqual(new Set(['ready']));
      const open = await by.fails(
        'updateProject',
        { path: { id }, body: { state: 'dropped' } },
        409,
        'PROJECT_HAS_OPEN_ACTIONS',
      );
      expect(open.details).toEqual({ open_action_count: 2 });
      const approval = await permitted({ id, ...closing }, by);
      const { items: news } = await by.ok('getAgentNews', { path: { id: 'me' } });
      expect(news.find(({ subject }) => subject.id === approval.id)).toMatchObject({
        proposal: { operation: 'updateProject' },
      });
      const other = await project(ofOrder ? given.worker : given.person);
      const use = { permitted_proposal_id: approval.id };
      await by.fails('updateProject', close(other.id, use), 422, 'PROPOSAL_MISMATCH');
      expect(await by.ok('updateProject', close(id, use))).toMatchObject({ state: 'dropped' });
      expect(await statusesIn(id)).toEqual(new Set(['dropped']));
      const again = { path: { id }, body: { ...closing, ...use } };
      await by.fails('updateProject', again, 422, 'INVALID_REFERENCE');
      const used = await given.person.ok('getProposal', { path: { id: approval.id } });
      expect(used.state).toBe('consumed');
    },
  );

  test('needs no approval where it drops nothing', async () => {
    const { id } = await project(given.person);
    expect(await steward.api.ok('updateProject', close(id))).toMatchObject({ state: 'dropped' });
  });

  test('is refused with the claim of another agent, which people pass', async () => {
    const { id } = await project(given.worker);
    const { id: claimed } = await add(id, { status: 'ready' });
    await add(id, { status: 'ready' });
    await bound.api.ok('claimAction', { path: { id: claimed } });
    const { details } = await given.worker.fails(
      'updateProject',
      close(id),
      409,
      'ALREADY_CLAIMED',
    );
    expect(details).toMatchObject({
      action_ids: [claimed],
      claimed_by_actor_id: bound.agent.actor_id,
    });
    expect(await statusesIn(id)).toEqual(new Set(['ready']));
    await given.person.ok('updateProject', close(id));
    expect(await statusesIn(id)).toEqual(new Set(['dropped']));
  });

  test('names at most 50 refused actions', async () => {
    const { id } = await project(given.worker);
    for (let made = 0; made < 51; made += 1) await add(id);
    const { details } = await given.worker.fails('updateProject', close(id), 403, 'FORBIDDEN');
    expect(details['action_ids']).toHaveLength(50);
  });

  test('checks the actions in a number of statements that does not grow with them', async () => {
    const counts = await Promise.all(
      [2, 40].map(async (size) => {
        const { id } = await project(given.worker);
        for (let made = 0; made < size; made += 1) await add(id, { status: 'ready' });
        return id;
      }),
    );
    const statements: number[] = [];
    for (const id of counts) {
      statements.push(
        await countStatements(app.database, () => given.worker.ok('updateProject', close(id))),
      );
    }
    expect(statements[1]).toBe(statements[0]);
  });

  describe.each(['domain_id', 'is_template'] as const)('A change of %s', (field) => {
    const bodyOf = async (): Promise<Schemas['ProjectUpdate']> =>
      field === 'is_template'
        ? { is_template: true }
        : { domain_id: (await given.person.ok('createDomain', { body: { name: 'Hall' } })).id };

    test('takes the guard of updateAction for the actions that it touches', async () => {
      const { id } = await project(given.worker);
      const change = { path: { id }, body: await bodyOf() };
      const persons = await add(id, { assigned_actor_id: given.owner.owner.id });
      const mine = await add(id, { assigned_actor_id: given.agent.actor_id });
      const { details } = await given.worker.fails('updateProject', change, 403, 'FORBIDDEN');
      expect(details).toEqual({ action_ids: [persons.id] });
      await given.person.ok('dropAction', { path: { id: persons.id } });
      const claimed = await add(id, { status: 'ready' });
      await bound.api.ok('claimAction', { path: { id: claimed.id } });
      const late = await given.worker.fails('updateProject', change, 409, 'ALREADY_CLAIMED');
      expect(late.details).toMatchObject({ action_ids: [claimed.id] });
      await bound.api.ok('releaseAction', { path: { id: claimed.id } });
      const after = await given.worker.ok('updateProject', change);
      expect(after).toMatchObject(change.body);
      const { domain_id: domainId } = await given.person.ok('getAction', { path: { id: mine.id } });
      expect(domainId).toBe(after.domain_id);
    });

    test('makes no template of work that an approval protects', async () => {
      const { id } = await project(given.worker);
      const body = { ...(await bodyOf()), is_template: true };
      const guarded = await add(id, { order_id: strict.id });
      const change = { path: { id }, body };
      const { details } = await given.worker.fails('updateProject', change, 403, 'FORBIDDEN');
      expect(details).toEqual({ action_ids: [guarded.id] });
      await steward.api.fails('updateProject', change, 403, 'FORBIDDEN');
      await given.person.ok('updateProject', change);
    });

    test('is free for people, whatever it touches', async () => {
      const { id } = await project(given.worker);
      const claimed = await add(id, { status: 'ready' });
      await bound.api.ok('claimAction', { path: { id: claimed.id } });
      await given.person.ok('updateProject', { path: { id }, body: await bodyOf() });
    });
  });
});

describeOnEachDatabase('Duplicating a template takes the guard of createAction', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const template = async () => {
    const body = { title: 'Season', is_template: true };
    return (await given.person.ok('createProject', { body })).id;
  };
  const add = (projectId: string, more: Partial<Schemas['ActionCreate']>) =>
    given.person.ok('createAction', { body: { title: 'Sew', project_id: projectId, ...more } });

  test('for the assignee of each copy', async () => {
    const { agent: other } = await addAgent(app, given.owner);
    const id = await template();
    await add(id, { assigned_actor_id: given.owner.owner.id });
    const theirs = await add(id, { assigned_actor_id: other.actor_id });
    const path = { id };
    const { details } = await given.worker.fails('duplicateProject', { path }, 403, 'FORBIDDEN');
    expect(details).toEqual({ action_ids: [theirs.id] });
    await given.person.ok('duplicateProject', { path });
  });

  test('for the order of each copy that is not for the caller', async () => {
    const order = await given.person.ok('createOrder', {
      body: { name: 'Strict', agent_id: given.agent.id, requires_proposals: true },
    });
    const id = await template();
    await add(id, { order_id: order.id, assigned_actor_id: given.agent.actor_id });
    await given.worker.ok('duplicateProject', { path: { id } });
    const pool = await add(id, { order_id: order.id, status: 'ready' });
    const input = { path: { id } };
    const { details } = await given.worker.fails(
      'duplicateProject',
      input,
      403,
      'PROPOSAL_REQUIRED',
    );
    expect(details).toEqual({ operation: 'duplicateProject', action_ids: [pool.id] });
    const { id: asked } = await given.worker.ok('createProposal', {
      body: { operation: 'duplicateProject', payload: { id }, title: 'The next season' },
    });
    await given.person.ok('permitProposal', { path: { id: asked } });
    const body = { permitted_proposal_id: asked };
    await given.worker.ok('duplicateProject', { path: { id }, body });
  });
});
