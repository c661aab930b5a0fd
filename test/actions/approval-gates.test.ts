import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

type Schemas = components['schemas'];

describeOnEachDatabase('A gate judges the record before and after the change', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let strict: Schemas['Order'];
  let gated: Schemas['Agent'];
  let gatedApi: ApiClient;
  let sysadmin: ApiClient;
  let reviewer: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    const added = await addAgent(app, given.owner, {
      requires_proposals: true,
      access_mode: 'sysadmin',
    });
    gated = added.agent;
    gatedApi = client(app, { bearer: added.token });
    const of = async (more: Partial<Schemas['AgentCreate']>) =>
      client(app, { bearer: (await addAgent(app, given.owner, more)).token });
    sysadmin = await of({ access_mode: 'sysadmin' });
    reviewer = await of({ can_review: true, access_mode: 'sysadmin' });
    strict = await order('Strict');
  });
  afterAll(() => app.close());

  const order = (name: string, more: Partial<Schemas['OrderCreate']> = {}) =>
    given.person.ok('createOrder', {
      body: { name, agent_id: given.agent.id, requires_proposals: true, ...more },
    });
  const ownWork = (more: Partial<Schemas['ActionCreate']> = {}) =>
    given.worker.ok('createAction', {
      body: { title: 'Sew', status: 'ready', order_id: strict.id, ...more },
    });

  test('an action leaves its order only with an approval, which is then used', async () => {
    const { id } = await ownWork();
    const out = { path: { id }, body: { order_id: null } };
    const { details } = await given.worker.fails('updateAction', out, 403, 'PROPOSAL_REQUIRED');
    expect(details).toEqual({ operation: 'updateAction' });
    const { id: asked } = await given.worker.ok('createProposal', {
      body: { operation: 'updateAction', payload: { id, order_id: null }, title: 'Take it out' },
    });
    await given.person.ok('permitProposal', { path: { id: asked } });
    const body = { order_id: null, permitted_proposal_id: asked };
    await given.worker.ok('updateAction', { path: { id }, body });
    const { state } = await given.person.ok('getProposal', { path: { id: asked } });
    expect(state).toBe('consumed');
  });

  test('a gated agent takes no action out of any order', async () => {
    const free = await order('Free', { requires_proposals: false });
    const body = { title: 'Sew', status: 'ready', order_id: free.id } as const;
    const { id } = await gatedApi.ok('createAction', { body });
    const out = { path: { id }, body: { order_id: strict.id } };
    await gatedApi.fails('updateAction', out, 403, 'PROPOSAL_REQUIRED');
    await given.person.ok('updateAction', out);
  });

  test('completing, claiming and releasing stay free', async () => {
    const { id } = await ownWork({ assigned_actor_id: given.agent.actor_id });
    await given.worker.ok('claimAction', { path: { id } });
    await given.worker.ok('releaseAction', { path: { id } });
    await given.worker.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
  });

  test('work is hidden in a template or an ended project only with an approval', async () => {
    const { person, worker } = given;
    const project = (title: string, more: object) =>
      person.ok('createProject', { body: { title, ...more } });
    const ended = await project('Ended', {});
    await person.ok('updateProject', { path: { id: ended.id }, body: { state: 'completed' } });
    const template = await project('Template', { is_template: true });
    const { id } = await ownWork();
    for (const body of [
      { is_template: true },
      { project_id: ended.id },
      { project_id: template.id },
    ]) {
      await worker.fails('updateAction', { path: { id }, body }, 403, 'PROPOSAL_REQUIRED');
    }
    const free = await ownWork({ order_id: null });
    await worker.ok('updateAction', { path: { id: free.id }, body: { is_template: true } });
  });

  test('a worker that rejects work takes it only where it may change it', async () => {
    const added = await addAgent(app, given.owner, { can_review: true });
    const worker = client(app, { bearer: added.token });
    const { id } = await ownWork({ order_id: null });
    await given.worker.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
    const body = { reason: 'Mine.', assigned_actor_id: 'me' };
    await worker.fails('rejectAction', { path: { id }, body }, 403, 'FORBIDDEN');
    await worker.ok('rejectAction', { path: { id }, body: { reason: 'Again.' } });
  });

  test('who rejects work reassigns it only where no approval is needed', async () => {
    const { id } = await ownWork();
    await given.worker.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
    const body = { reason: 'Again.', assigned_actor_id: null };
    const { details } = await reviewer.fails(
      'rejectAction',
      { path: { id }, body },
      403,
      'PROPOSAL_REQUIRED',
    );
    expect(details).toEqual({ operation: 'updateAction' });
    await reviewer.ok('rejectAction', { path: { id }, body: { reason: 'Again.' } });
  });

  test('only people set requires_proposals of an agent to false', async () => {
    const path = { id: gated.id };
    const body = { requires_proposals: false };
    await sysadmin.fails('updateAgent', { path, body }, 403, 'FORBIDDEN');
    await sysadmin.ok('updateAgent', { path: { id: given.agent.id }, body });
    const { requires_proposals: requires } = await given.person.ok('getAgent', { path });
    expect(requires).toBe(true);
  });

  test.each(['agent_id', 'document_id', 'state'] as const)(
    'only people change %s of an order that requires approval',
    async (field) => {
      const document = await given.person.ok('createDocument', {
        body: { title: 'House style', content: 'one', access_mode: 'shared_edit' },
      });
      const { id } = await order('Guarded', { document_id: document.id });
      const changes: Record<typeof field, Schemas['OrderUpdate']> = {
        agent_id: { agent_id: gated.id },
        document_id: { document_id: null },
        state: { state: 'dropped', reason: 'It is old.' },
      };
      const change = { path: { id }, body: changes[field] };
      await sysadmin.fails('updateOrder', change, 403, 'FORBIDDEN');
      const write = {
        path: { id: document.id },
        header: { 'If-Match': `"${document.version}"` },
        body: { content: 'two' },
      };
      await sysadmin.fails('updateDocument', write, 403, 'PROPOSAL_REQUIRED');
      await sysadmin.ok('updateOrder', { path: { id }, body: { state: 'paused', name: 'Other' } });
      await given.person.ok('updateOrder', change);
    },
  );

  test('a private document is shared only with an approval', async () => {
    const { id } = await gatedApi.ok('createDocument', {
      body: { title: 'Draft', content: 'one', access_mode: 'private' },
    });
    const change = (body: Schemas['DocumentUpdate']) => ({ path: { id }, body });
    await gatedApi.ok('updateDocument', change({ title: 'Second draft' }));
    const share = change({ access_mode: 'shared_edit' });
    await gatedApi.fails('updateDocument', share, 403, 'PROPOSAL_REQUIRED');
  });
});
