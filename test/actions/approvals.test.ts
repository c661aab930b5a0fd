import fc from 'fast-check';
import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { countStatements } from '../support/statements';
import { asObject, asList } from '../../scripts/generate/json';
import type { Dialect } from '../../src/platform/db/statements/columns';
import type { OperationId } from '../../src/platform/operation';
import type { TestDatabase } from '../../scripts/databases/test-database';
import document from '../../generated/openapi.json';
import { operationsById } from '../../scripts/conformance/lookup';
import { officialClients, type McpClient } from '../support/mcp-clients';
import { bulkEffects, timedEffects } from '../support/bulk-effects';
import { resetExampleWorkspace } from '../../scripts/requests/example-workspace';
import { exampleRequests } from '../../scripts/requests/examples';
import { allOperationIds, factsOf, forAgents } from '../../scripts/requests/operations';
import { sendExample } from '../../scripts/requests/send-example';
import { readRecords, touchedTables } from '../support/touched-records';

type Schemas = components['schemas'];
type ErrorCode = Schemas['Error']['code'];

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

/** An agent that sends requests. */
interface Sender {
  readonly actorId: string;
  readonly agentId: string;
  readonly isGated: boolean;
  readonly api: ApiClient;
}

/** The records that the requests of a sequence are about. */
interface Stage {
  readonly given: GivenWorkspace;
  readonly senders: readonly Sender[];
  readonly personId: string;
  readonly strictOrder: string;
  readonly orders: readonly (string | null)[];
  readonly projects: readonly string[];
}

/** The facts of an action that an approval protects. */
interface Kept {
  readonly id: string;
  readonly status: string;
  readonly assigned_actor_id: string | null;
  readonly order_id: string | null;
  readonly project_id: string | null;
  /** Whether the action is a template. SQLite has numbers. */
  readonly is_template: unknown;
  readonly project_state: string | null;
  readonly is_of_template: unknown;
}

/** A request by its numbers, which choose among what the stage has. */
const steps = fc.record({
  operation: fc.constantFrom(
    'updateAction',
    'updateAction',
    'updateAction',
    'updateAction',
    'dropAction',
    'dropAction',
    'completeAction',
    'claimAction',
    'releaseAction',
    'createAction',
    'updateProject',
    'updateProject',
    'duplicateProject',
    'rejectAction',
    'updateAgent',
    'updateOrder',
  ),
  sender: fc.nat(7),
  record: fc.nat(100),
  order: fc.option(fc.nat(2), { nil: undefined }),
  assignee: fc.option(fc.nat(4), { nil: undefined }),
  project: fc.option(fc.nat(3), { nil: undefined }),
  status: fc.constantFrom(undefined, 'inbox' as const, 'ready' as const),
  flag: fc.boolean(),
  isPermitted: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
});

type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

/** Gated operations that may carry an approval, by the names of their paths and bodies. */
const gated: ReadonlySet<string> = new Set([
  'createAction',
  'dropAction',
  'duplicateProject',
  'updateAction',
  'updateProject',
]);

const isGated = (operation: string): operation is Schemas['GatedOperation'] => gated.has(operation);

const free: ReadonlySet<string> = new Set(['completeAction', 'claimAction', 'releaseAction']);

const budget = 20_000;

// Each run of the tests takes other sequences. The gates are the same code on both databases.
const sequences: Readonly<Record<Dialect, number>> = { sqlite: 25, postgres: 8 };

describeOnEachDatabase('No request of an agent goes round an approval', (database, dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());

  test(
    'in random sequences of requests',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(steps, { minLength: 20, maxLength: 40, size: 'max' }),
          async (sequence) => {
            const stage = await setStage(app, database());
            for (const step of sequence) await take(stage, database(), step);
          },
        ),
        { numRuns: sequences[dialect], interruptAfterTimeLimit: budget, endOnFailure: true },
      );
    },
    6 * budget,
  );
});

async function setStage(app: TestApp, database: TestDatabase): Promise<Stage> {
  const given = await aWorkspace(app, database);
  const sender = async (more: Partial<Schemas['AgentCreate']>): Promise<Sender> => {
    const { agent, token } = await addAgent(app, given.owner, { can_review: true, ...more });
    const api = client(app, { bearer: token });
    const isGated = more.requires_proposals ?? false;
    return { actorId: agent.actor_id, agentId: agent.id, isGated, api };
  };
  const senders = [
    await sender({}),
    await sender({}),
    await sender({ requires_proposals: true }),
    await sender({ requires_proposals: true, access_mode: 'sysadmin' }),
  ];
  const agentId = senders[0]?.agentId ?? '';
  const order = async (name: string, requires_proposals: boolean) =>
    (
      await given.person.ok('createOrder', {
        body: { name, agent_id: agentId, requires_proposals },
      })
    ).id;
  const strictOrder = await order('Strict', true);
  const orders = [strictOrder, await order('Free', false), null];
  const projects: string[] = [];
  for (const { api } of senders.slice(0, 2)) {
    projects.push((await api.ok('createProject', { body: { title: 'Own' } })).id);
  }
  const body = { title: 'Template', is_template: true };
  projects.push((await given.person.ok('createProject', { body })).id);
  const assignees = [null, null, ...senders.map(({ actorId }) => actorId)];
  for (const [index, assigned_actor_id] of assignees.entries()) {
    for (const order_id of orders) {
      const project_id = projects[index] ?? null;
      await given.person.ok('createAction', {
        body: { title: 'Sew', status: 'ready', assigned_actor_id, order_id, project_id },
      });
    }
  }
  return { given, senders, personId: given.owner.owner.id, strictOrder, orders, projects };
}

async function take(stage: Stage, database: TestDatabase, step: Step): Promise<void> {
  const sender = at(stage.senders, step.sender);
  const before = await readKept(database, stage);
  const request = requestOf(stage, sender, at(before, step.record), step);
  if (request === undefined) return;
  const approval = step.isPermitted ? await permit(stage, sender, step.operation, request) : null;
  const { path, body } = request;
  const named = approval === null ? {} : { permitted_proposal_id: approval };
  const input = { ...(path === undefined ? {} : { path }), body: { ...body, ...named } };
  const { status, body: response } = await sender.api.send(step.operation, input);
  const told = `${step.operation} ${JSON.stringify(input)}: ${status} ${JSON.stringify(response)}`;
  if (status === 403 && free.has(step.operation)) expect(told).not.toContain('PROPOSAL_REQUIRED');
  await checkGates(stage, database, told);
  if (status >= 300 || approval !== null) return;
  const after = new Map((await readKept(database, stage)).map((action) => [action.id, action]));
  for (const was of before) {
    const is = after.get(was.id);
    const isProtected = sender.isGated || was.order_id === stage.strictOrder;
    if (is === undefined || !isProtected) continue;
    const isDropped = was.status !== 'dropped' && is.status === 'dropped';
    const isGiven =
      was.assigned_actor_id !== is.assigned_actor_id && is.assigned_actor_id !== sender.actorId;
    const isTakenOut = was.order_id !== null && was.order_id !== is.order_id;
    const isMoved = was.project_id !== is.project_id && is.project_id !== null;
    const isHidden =
      (!was.is_template && Boolean(is.is_template)) ||
      (isMoved && (is.project_state !== 'active' || Boolean(is.is_of_template)));
    const detours = { told, isDropped, isGiven, isTakenOut, isHidden };
    const none = { isDropped: false, isGiven: false, isTakenOut: false, isHidden: false };
    expect(detours).toEqual({ told, ...none });
  }
}

// No agent frees another one, or an order, of the need of approvals.
async function checkGates(
  { given, senders, strictOrder }: Stage,
  { knex }: TestDatabase,
  told: string,
): Promise<void> {
  const { workspaceId } = given;
  const agents: { id: string; requires_proposals: unknown }[] = await knex('agents')
    .where({ workspace_id: workspaceId })
    .select('id', 'requires_proposals');
  const gates = new Map(agents.map((agent) => [agent.id, Boolean(agent.requires_proposals)]));
  for (const { agentId, isGated } of senders) {
    if (isGated) expect([told, gates.get(agentId)]).toEqual([told, true]);
  }
  const [order]: { requires_proposals: unknown; state: string }[] = await knex('orders')
    .where({ workspace_id: workspaceId, id: strictOrder })
    .select('requires_proposals', 'state');
  expect([told, Boolean(order?.requires_proposals), order?.state === 'dropped']).toEqual([
    told,
    true,
    false,
  ]);
}

interface Request {
  readonly path?: { readonly id: string };
  readonly body: Readonly<Record<string, unknown>>;
}

function requestOf(
  stage: Stage,
  sender: Sender,
  { id }: Kept,
  { operation, record, order, assignee, project, status, flag }: Step,
): Request | undefined {
  const path = { id };
  const actors = [null, stage.personId, ...stage.senders.map(({ actorId }) => actorId)];
  const fields = {
    ...(order === undefined ? {} : { order_id: at(stage.orders, order) }),
    ...(assignee === undefined ? {} : { assigned_actor_id: at(actors, assignee) }),
    ...(project === undefined ? {} : { project_id: at([null, ...stage.projects], project) }),
    ...(status === undefined ? {} : { status }),
  };
  const projectPath = { id: at(stage.projects, record) };
  const requests: Record<Step['operation'], Request | undefined> = {
    updateAction: { path, body: { ...fields, ...(flag ? { is_template: true } : {}) } },
    dropAction: { path, body: { reason: 'It is too late.' } },
    completeAction: { path, body: { result_summary: 'Done.' } },
    claimAction: { path, body: {} },
    releaseAction: { path, body: {} },
    createAction: { body: { title: 'New', ...fields } },
    updateProject: {
      path: projectPath,
      body: { state: flag ? 'dropped' : 'active', close_actions: true },
    },
    duplicateProject: { path: projectPath, body: { title: 'Copy' } },
    rejectAction: {
      path,
      body: {
        reason: 'Again.',
        ...(assignee === undefined ? {} : { assigned_actor_id: at(actors, assignee) }),
      },
    },
    updateAgent: {
      path: { id: at(stage.senders, record).agentId },
      body: { requires_proposals: sender.isGated && flag },
    },
    updateOrder: {
      path: { id: stage.strictOrder },
      body: flag ? { state: 'dropped', reason: 'Old.' } : { requires_proposals: false },
    },
  };
  return requests[operation];
}

// Lets a person permit exactly this request. Null when it is not gated, or no valid payload.
async function permit(
  { given }: Stage,
  sender: Sender,
  operation: OperationId,
  { path, body }: Request,
): Promise<string | null> {
  if (!isGated(operation)) return null;
  const payload = { ...path, ...body };
  const asked = await sender.api.call('createProposal', {
    body: { operation, payload, title: 'May I?' },
  });
  if (asked.status !== 201) return null;
  const id = String(asObject(asked.body)['id']);
  await given.person.ok('permitProposal', { path: { id } });
  return id;
}

async function readKept({ knex }: TestDatabase, { given }: Stage): Promise<Kept[]> {
  return knex('actions')
    .leftJoin('projects', (on) => {
      on.on('projects.workspace_id', 'actions.workspace_id').on(
        'projects.id',
        'actions.project_id',
      );
    })
    .where('actions.workspace_id', given.workspaceId)
    .orderBy('actions.id')
    .select('actions.id', 'actions.status', 'assigned_actor_id', 'order_id', 'project_id')
    .select('actions.is_template', 'projects.is_template as is_of_template')
    .select('projects.state as project_state');
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

type Gated = Schemas['GatedOperation'];

const gatedOperations: readonly Gated[] = [
  'createAction',
  'createProject',
  'dropAction',
  'duplicateProject',
  'updateAction',
  'updateDocument',
  'updateProject',
];

describeOnEachDatabase('What a person permits is done', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  /** A worker that requires approval, over HTTP and as a client of MCP. */
  let bound: { readonly agent: Agent; readonly api: ApiClient };
  let tools: McpClient;

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    const { agent, token } = await addAgent(app, given.owner, { requires_proposals: true });
    bound = { agent, api: client(app, { bearer: token }) };
    tools = await officialClients.new(app.url, token);
  });
  afterEach(() => tools.close());
  afterAll(() => app.close());

  const person = () => given.person;
  /** Work of another agent, which a worker may not change. */
  const otherWork = (more: Partial<Schemas['ActionCreate']> = {}) =>
    person().ok('createAction', {
      body: { title: 'Sew', status: 'ready', assigned_actor_id: given.agent.actor_id, ...more },
    });
  const project = (more: Partial<Schemas['ProjectCreate']> = {}) =>
    person().ok('createProject', { body: { title: 'Season', work_mode: 'parallel', ...more } });
  const document = (more: Partial<Schemas['DocumentCreate']> = {}) =>
    person().ok('createDocument', {
      body: { title: 'House style', content: 'Long words.', access_mode: 'shared_read', ...more },
    });
  const ask = async (operation: Gated, payload: object, more: object = {}) => {
    const args = { operation, payload, title: `May I ${operation}?`, ...more };
    const { structured, isError } = await tools.call('ask_approval', args);
    expect([structured, isError]).toEqual([expect.anything(), false]);
    return String(asObject(structured['record'])['id']);
  };
  const refusedToAsk = async (operation: Gated, payload: object) => {
    const args = { operation, payload, title: 'May I?' };
    const { structured, isError } = await tools.call('ask_approval', args);
    expect([structured, isError]).toEqual([expect.anything(), true]);
    return asObject(structured['error']);
  };
  const permit = (id: string, body: Schemas['ProposalPermit'] = {}) =>
    person().ok('permitProposal', { path: { id }, body });
  const newsOf = async (id: string) => {
    const { items } = await bound.api.ok('getAgentNews', { path: { id: 'me' } });
    return items.filter(({ subject }) => subject.id === id);
  };
  const eventsOf = async (id: string) => {
    const { items } = await person().ok('readEvents', { query: { subject_id: id } });
    return items.map(({ kind, actor }) => [kind, actor.id]);
  };

  /** A request beyond what a worker may do without a permission, and what it changes. */
  interface Case {
    readonly payload: Readonly<Record<string, unknown>>;
    /** How the agent repeats the request. */
    readonly repeat: (permitted_proposal_id: string) => Promise<Called>;
    readonly changed: object;
  }
  const cases = {
    createAction: async (): Promise<Case> => {
      const rule = { type: 'from_due', unit: 'week', interval: 1 } as const;
      const body = {
        title: 'Sew',
        status: 'ready',
        assigned_actor_id: given.agent.actor_id,
        repeat_rule: rule,
        due_at: '2026-12-01T17:00:00.000Z',
      } as const;
      return {
        payload: body,
        repeat: (permitted_proposal_id) =>
          bound.api.call('createAction', { body: { ...body, permitted_proposal_id } }),
        changed: {
          assigned_actor_id: given.agent.actor_id,
          repeat_rule: expect.objectContaining(rule),
        },
      };
    },
    createProject: async () => ({
      payload: { title: 'Winter' },
      repeat: (permitted_proposal_id) =>
        bound.api.call('createProject', { body: { title: 'Winter', permitted_proposal_id } }),
      changed: { title: 'Winter' },
    }),
    dropAction: async () => {
      const { id } = await otherWork();
      return {
        payload: { id, reason: 'Overtaken.' },
        repeat: (permitted_proposal_id) =>
          bound.api.call('dropAction', {
            path: { id },
            body: { reason: 'Overtaken.', permitted_proposal_id },
          }),
        changed: { id, status: 'dropped' },
      };
    },
    duplicateProject: async () => {
      const { id } = await project({ is_template: true });
      await otherWork({ project_id: id });
      return {
        payload: { id, title: 'This season', start_on: '2027-01-01' },
        repeat: (permitted_proposal_id) =>
          bound.api.call('duplicateProject', {
            path: { id },
            body: { title: 'This season', start_on: '2027-01-01', permitted_proposal_id },
          }),
        changed: { title: 'This season', is_template: false },
      };
    },
    updateAction: async () => {
      const { id } = await otherWork();
      return {
        payload: { id, is_template: true },
        repeat: (permitted_proposal_id) =>
          bound.api.call('updateAction', {
            path: { id },
            body: { is_template: true, permitted_proposal_id },
          }),
        changed: { id, is_template: true },
      };
    },
    'updateAction, nothing to change': async () => {
      const { id } = await otherWork();
      const body = { assigned_actor_id: given.agent.actor_id };
      return {
        payload: { id, ...body },
        repeat: (permitted_proposal_id) =>
          bound.api.call('updateAction', {
            path: { id },
            body: { ...body, permitted_proposal_id },
          }),
        changed: { id, ...body },
      };
    },
    updateDocument: async () => {
      const { id } = await document();
      const edit = { find: 'Long', replace: 'Short' };
      return {
        payload: { id, edit, reason: 'They are clear.' },
        repeat: (permitted_proposal_id) =>
          bound.api.call('updateDocument', {
            path: { id },
            header: { 'If-Match': '"1"' },
            body: { edit, reason: 'They are clear.', permitted_proposal_id },
          }),
        changed: { id, content: 'Short words.' },
      };
    },
    'updateDocument, the whole content': async () => {
      const { id } = await document();
      return {
        payload: { id, content: 'Few words.' },
        repeat: (permitted_proposal_id) =>
          bound.api.call('updateDocument', {
            path: { id },
            header: { 'If-Match': '"1"' },
            body: { content: 'Few words.', permitted_proposal_id },
          }),
        changed: { id, content: 'Few words.' },
      };
    },
    updateProject: async () => {
      const { id } = await project();
      await otherWork({ project_id: id });
      return {
        payload: { id, ...closing },
        repeat: (permitted_proposal_id) =>
          bound.api.call('updateProject', {
            path: { id },
            body: { ...closing, permitted_proposal_id },
          }),
        changed: { id, state: 'dropped' },
      };
    },
  } satisfies Readonly<Record<Gated | `${Gated}, ${string}`, () => Promise<Case>>>;
  const isGatedCase = (name: string): name is keyof typeof cases => name in cases;
  const names = Object.keys(cases).filter(isGatedCase);
  const operationOf = (name: keyof typeof cases): Gated => {
    const [found] = gatedOperations.filter((each) => each === name.split(',')[0]);
    if (found === undefined) throw new Error(`${name} is not gated.`);
    return found;
  };
  const readRecord = async (id: string): Promise<unknown> => {
    const path = { id };
    if (id.startsWith('act')) return person().ok('getAction', { path });
    return id.startsWith('prj')
      ? person().ok('getProject', { path })
      : person().ok('getDocument', { path });
  };

  test('the cases are those of GatedOperation', () => {
    expect([...new Set(names.map(operationOf))].toSorted()).toEqual(
      [...gatedOperations].toSorted(),
    );
  });

  test.each(names)('%s is executed as the agent, once, and its result is news', async (name) => {
    const { payload, repeat, changed } = await cases[name]();
    const operation = operationOf(name);
    const id = await ask(operation, payload);
    expect(await person().ok('getProposal', { path: { id } })).toMatchObject({
      execute: 'on_permit',
      result: null,
    });
    const permitted = await permit(id);
    expect(permitted).toMatchObject({ state: 'consumed', result: { error: null } });
    const { result } = permitted;
    const recordId = result?.record_id ?? '';
    expect(await readRecord(recordId)).toMatchObject({
      ...changed,
      ...(name.includes('nothing') ? {} : { updated_by_actor_id: bound.agent.actor_id }),
    });
    const kinds = await eventsOf(id);
    expect(kinds.slice(1)).toEqual([
      ['proposal.permitted', given.owner.owner.id],
      ['proposal.consumed', bound.agent.actor_id],
    ]);
    const [told, ...more] = await newsOf(id);
    expect([told?.kind, told?.proposal?.result, more]).toEqual(['proposal.permitted', result, []]);
    const eventsBefore = await eventsOf(recordId);
    const again = await repeat(id);
    expect(again).toMatchObject({ status: result?.status, body: { id: recordId } });
    expect(again.body).toEqual(await readRecord(recordId));
    expect(await eventsOf(recordId)).toEqual(eventsBefore);
    await person().fails('permitProposal', { path: { id } }, 409, 'ALREADY_RESOLVED');
  });

  test.each(names)('%s is asked by_agent only within the limits of the agent', async (name) => {
    const { payload } = await cases[name]();
    const asked = { operation: operationOf(name), payload, title: 'May I?' };
    const isWithin = name === 'createProject';
    if (!isWithin) {
      const sent = { body: asked };
      const { message } = await bound.api.fails('createProposal', sent, 403, 'FORBIDDEN');
      expect(message).toContain('Ask with execute on_permit');
      const tool = await tools.call('ask_approval', { ...asked, execute: 'by_agent' });
      const advised = expect.stringContaining('Ask with execute on_permit');
      expect([tool.text, tool.isError]).toEqual([advised, true]);
      await person().ok('updateAgent', {
        path: { id: bound.agent.id },
        body: { access_mode: 'sysadmin' },
      });
    }
    const { id } = await bound.api.ok('createProposal', { body: asked });
    expect(await permit(id)).toMatchObject({
      execute: 'by_agent',
      state: 'permitted',
      result: null,
    });
  });

  test('what a permission allows by_agent is used by the agent', async () => {
    const own = { assigned_actor_id: bound.agent.actor_id } as const;
    const [mine, given_] = [await otherWork(own), await otherWork(own)];
    const drop = { reason: 'Late.' };
    const hand = { assigned_actor_id: given.owner.owner.id };
    const asked = async (operation: Gated, payload: object) => {
      const body = { operation, payload: { ...payload }, title: 'May I?' };
      const { id } = await bound.api.ok('createProposal', { body });
      await permit(id);
      return { permitted_proposal_id: id };
    };
    const dropping = await asked('dropAction', { id: mine.id, ...drop });
    await bound.api.ok('dropAction', { path: { id: mine.id }, body: { ...drop, ...dropping } });
    const handing = await asked('updateAction', { id: given_.id, ...hand });
    const path = { id: given_.id };
    await bound.api.ok('updateAction', { path, body: { ...hand, ...handing } });
  });

  test('is asked with the arguments of the tool that then repeats it', async () => {
    await person().ok('updateWorkspace', { body: { time_zone: 'Asia/Tokyo' } });
    const { id: season } = await project();
    const { id: template } = await project({ title: 'Fair', is_template: true });
    const { id: doc } = await document();
    const [dropped, other] = [(await otherWork()).id, (await otherWork()).id];
    const name = given.agent.name;
    const rule = { type: 'from_due', unit: 'month', interval: 1 };
    const local = { due_at: '2026-12-04T17:00', time_zone: 'Europe/Berlin', repeat_rule: rule };
    const sewing = { title: 'Sew', status: 'ready', assigned_actor_id: name };
    const shared = { project_id: 'season', time_zone: 'Europe/Berlin' };
    const edited = { id: doc, find: 'Long', replace: 'Short', note: 'They are clear.' };
    const close = { id: 'Season', ...closing };
    const { time_zone, ...item } = local;
    for (const [operation, payload, tool, args, recordId] of [
      [
        'createAction',
        { ...sewing, ...local, details: null },
        'create_actions',
        { actions: [{ ...sewing, ...item }], time_zone },
      ],
      [
        'createAction',
        { actions: [sewing], ...shared },
        'create_actions',
        { actions: [sewing], ...shared },
      ],
      [
        'createProject',
        { title: 'Winter', due_at: '2026-12-04T17:00' },
        'save_project',
        { title: 'Winter', due_at: '2026-12-04T17:00' },
      ],
      [
        'updateAction',
        { id: other, assigned_actor_id: 'pool', ...local },
        'update_action',
        { id: other, assigned_actor_id: 'none', ...local },
        other,
      ],
      [
        'dropAction',
        { id: dropped, note: 'Late.' },
        'drop_action',
        { id: dropped, note: 'Late.' },
        dropped,
      ],
      ['updateDocument', edited, 'write_document', { ...edited, version: 1 }, doc],
      [
        'duplicateProject',
        { template_id: 'fair', title: 'Copy' },
        'save_project',
        { template_id: template, title: 'Copy' },
      ],
      [
        'duplicateProject',
        { id: 'Fair', title: 'Other' },
        'save_project',
        { template_id: 'Fair', title: 'Other' },
      ],
      ['updateProject', close, 'save_project', close, season],
    ] as const) {
      const id = await ask(operation, payload);
      const { state, result } = await permit(id);
      expect([operation, state]).toEqual([operation, 'consumed']);
      if (recordId !== undefined) expect(result?.record_id).toBe(recordId);
      const again = await tools.call(tool, { ...args, permitted_proposal_id: id });
      expect([operation, again.text, again.isError]).toEqual([operation, again.text, false]);
      expect(again.text).toContain(result?.record_id);
      if ('due_at' in payload && operation === 'createAction') {
        expect(await readRecord(result?.record_id ?? '')).toMatchObject({
          due_at: '2026-12-04T16:00:00.000Z',
          assigned_actor_id: given.agent.actor_id,
          repeat_rule: { time_zone: 'Europe/Berlin' },
        });
      }
    }
    for (const [payload, says] of [
      [{ title: 'A', assigned_actor_id: 'Nobody' }, 'payload/assigned_actor_id: no person or'],
      [{ title: 'A', time_zone: 'Nowhere' }, 'payload/time_zone'],
      [{ title: 'A', due_at: '2026-02-31T17:00' }, 'payload/due_at is no time'],
    ] as const) {
      const { message } = await refusedToAsk('createAction', payload);
      expect(message).toMatch(says);
    }
  });

  test('another payload, agent or operation does not get the result', async () => {
    const id = await ask('createProject', { title: 'Winter' });
    await permit(id);
    const named = { permitted_proposal_id: id };
    const other = { body: { title: 'Spring', ...named } };
    await bound.api.fails('createProject', other, 422, 'PROPOSAL_MISMATCH');
    const same = { body: { title: 'Winter', ...named } };
    for (const [api, cause] of [
      [given.worker, 'foreign'],
      [person(), 'foreign'],
    ] as const) {
      const { details } = await api.fails('createProject', same, 422, 'INVALID_REFERENCE');
      expect(details).toEqual({ cause });
    }
    await bound.api.fails('createAction', same, 422, 'INVALID_REFERENCE');
  });

  test('another form of a permitted instant is the permitted instant', async () => {
    const due = { title: 'Winter', due_at: '2026-12-04T17:00:00+01:00' };
    const body = { operation: 'createAction' as const, payload: due, title: 'May I?' };
    const { id } = await bound.api.ok('createProposal', { body });
    await permit(id);
    const use = (due_at: string) => ({ body: { ...due, due_at, permitted_proposal_id: id } });
    const later = use('2026-12-04T17:00:00Z');
    await bound.api.fails('createAction', later, 422, 'PROPOSAL_MISMATCH');
    const made = await bound.api.ok('createAction', use('2026-12-04T16:00:00.000Z'));
    expect(made.due_at).toBe('2026-12-04T16:00:00.000Z');
  });

  test('a refusal keeps the decision and the rest as it was, and can be repeated', async () => {
    const { id: actionId } = await otherWork();
    await given.worker.ok('claimAction', { path: { id: actionId } });
    const { id: target } = await project();
    await otherWork({ project_id: target });
    await person().ok('updateAction', { path: { id: actionId }, body: { project_id: target } });
    const id = await ask('updateProject', { id: target, ...closing });
    const { result, state, decided_at } = await permit(id, { comment: 'Yes.' });
    expect([state, decided_at, result]).toMatchObject([
      'permitted',
      expect.any(String),
      { status: 409, record_type: null, record_id: null, error: { code: 'ALREADY_CLAIMED' } },
    ]);
    const [told] = await newsOf(id);
    const { text } = await tools.call('get_overview', { brief: true });
    expect(text).toContain('ALREADY_CLAIMED');
    expect(text).not.toMatch(/body\/|path\/|\/v1\//);
    expect(told?.proposal).toMatchObject({ state: 'permitted', result, decision_comment: 'Yes.' });
    expect(await eventsOf(target)).toEqual([['project.created', given.owner.owner.id]]);
    const again = { path: { id: target }, body: { ...closing, permitted_proposal_id: id } };
    await bound.api.fails('updateProject', again, 409, 'ALREADY_CLAIMED');
    await given.worker.ok('releaseAction', { path: { id: actionId } });
    await bound.api.ok('updateProject', again);
    const used = await person().ok('getProposal', { path: { id } });
    expect([used.state, used.result]).toMatchObject(['consumed', { record_id: target }]);
    expect(await bound.api.ok('updateProject', again)).toMatchObject({ id: target });
  });

  test('a paused agent does nothing, and repeats the request when it is resumed', async () => {
    const { id: actionId } = await otherWork();
    const id = await ask('dropAction', { id: actionId, reason: 'Late.' });
    const path = { id: bound.agent.id };
    await person().ok('pauseAgent', { path });
    expect((await permit(id)).result).toMatchObject({
      status: 403,
      error: { code: 'AGENT_NOT_ACTIVE' },
    });
    expect(await readRecord(actionId)).toMatchObject({ status: 'ready' });
    await person().ok('resumeAgent', { path });
    const body = { reason: 'Late.', permitted_proposal_id: id };
    await bound.api.ok('dropAction', { path: { id: actionId }, body });
  });

  /** What may happen to a target while people think, so that no permission can be used. */
  interface Ended {
    readonly operation: Gated;
    readonly payload: object;
    readonly meanwhile: () => Promise<unknown>;
  }
  const endings: Readonly<Record<string, readonly [ErrorCode, () => Promise<Ended>]>> = {
    'its action was dropped': [
      'ALREADY_TERMINAL',
      async () => {
        const path = { id: (await ownWork()).id };
        const payload = { ...path, reason: 'Late.' };
        const meanwhile = () => person().ok('dropAction', { path, body: { reason: 'Mine.' } });
        return { operation: 'dropAction', payload, meanwhile };
      },
    ],
    'the action to assign is done': [
      'ALREADY_TERMINAL',
      async () => {
        const path = { id: (await ownWork()).id };
        const payload = { ...path, assigned_actor_id: null };
        const body = { result_summary: 'Sewn.' };
        const meanwhile = () => person().ok('completeAction', { path, body });
        return { operation: 'updateAction', payload, meanwhile };
      },
    ],
    'the domain of its new project was archived': [
      'INVALID_REFERENCE',
      async () => {
        const { id } = await person().ok('createDomain', { body: { name: 'Stage' } });
        const payload = { title: 'Winter', domain_id: id };
        const body = { state: 'archived' } as const;
        const meanwhile = () => person().ok('updateDomain', { path: { id }, body });
        return { operation: 'createProject', payload, meanwhile };
      },
    ],
    'the new assignee was revoked': [
      'INVALID_REFERENCE',
      async () => {
        const { id } = (await addAgent(app, given.owner)).agent;
        const payload = { title: 'Sew', assigned_agent_id: id };
        const meanwhile = () => person().ok('revokeAgent', { path: { id } });
        return { operation: 'createAction', payload, meanwhile };
      },
    ],
    'its template is a template no more': [
      'NOT_A_TEMPLATE',
      async () => {
        const { id } = await project({ is_template: true });
        const body = { is_template: false };
        const meanwhile = () => person().ok('updateProject', { path: { id }, body });
        return { operation: 'duplicateProject', payload: { id }, meanwhile };
      },
    ],
    'its text is not in the document any more': [
      'INVALID_EDIT',
      async () => {
        const path = { id: (await document({ access_mode: 'shared_edit' })).id };
        const payload = { ...path, edit: { find: 'Long', replace: 'Short' } };
        const header = { 'If-Match': '*' };
        const body = { content: 'Few words.' };
        const meanwhile = () => person().ok('updateDocument', { path, header, body });
        return { operation: 'updateDocument', payload, meanwhile };
      },
    ],
    'its document became private': [
      'INVALID_REFERENCE',
      async () => {
        const path = { id: (await document({ access_mode: 'shared_edit' })).id };
        const payload = { ...path, content: 'Short words.' };
        const body = { access_mode: 'private' } as const;
        const header = { 'If-Match': '*' };
        const meanwhile = () => person().ok('updateDocument', { path, header, body });
        return { operation: 'updateDocument', payload, meanwhile };
      },
    ],
    'its agent was revoked': [
      'AGENT_REVOKED',
      async () => {
        const payload = { id: (await ownProject()).id, ...closing };
        const meanwhile = () => person().ok('revokeAgent', { path: { id: bound.agent.id } });
        return { operation: 'updateProject', payload, meanwhile };
      },
    ],
  };
  const ownWork = (more: Partial<Schemas['ActionCreate']> = {}) =>
    otherWork({ assigned_actor_id: bound.agent.actor_id, ...more });
  const ownProject = async () => {
    const season = await project();
    await ownWork({ project_id: season.id });
    return season;
  };

  describe.each(['on_permit', 'by_agent'])('%s, a permission is refused because', (execute) => {
    test.each(Object.keys(endings))('%s', async (what) => {
      const [code, make] = endings[what] ?? [];
      if (code === undefined || make === undefined) throw new Error(`No ending: ${what}.`);
      // Only its target decides, not the limits of a worker.
      const path = { id: bound.agent.id };
      const isLimited = what !== 'its document became private';
      if (isLimited) {
        await person().ok('updateAgent', { path, body: { access_mode: 'sysadmin' } });
      }
      const { operation, payload, meanwhile } = await make();
      const id = await ask(operation, payload, { execute });
      const isOfPaused = code !== 'AGENT_REVOKED' && execute === 'by_agent';
      await meanwhile();
      if (isOfPaused) await person().ok('pauseAgent', { path });
      const answer = await person().send('permitProposal', { path: { id }, body: {} });
      expect([answer.status, answer.body]).toEqual([
        code === 'INVALID_REFERENCE' || code === 'INVALID_EDIT' ? 422 : 409,
        expect.objectContaining({ code, message: expect.stringMatching(/Deny the proposal\.$/) }),
      ]);
      const left = await person().ok('getProposal', { path: { id } });
      expect(left).toMatchObject({ state: 'open', version: 1, result: null, decided_at: null });
      expect(await eventsOf(id)).toEqual([['proposal.created', bound.agent.actor_id]]);
      if (isOfPaused) await person().ok('resumeAgent', { path });
      if (code === 'AGENT_REVOKED') await person().ok('denyProposal', { path: { id } });
      else {
        const { isError, text } = await tools.call('ask_approval', {
          operation,
          payload,
          title: 'May I, again?',
          execute,
        });
        expect([isError, text]).toEqual([true, expect.stringContaining(code)]);
        await tools.call('close_request', { id });
        const withdrawn = await person().ok('getProposal', { path: { id } });
        expect(withdrawn.state).toBe('withdrawn');
      }
    });
  });

  test('a target that has changed since the person saw it is not touched', async () => {
    const { id: actionId } = await otherWork();
    const id = await ask('dropAction', { id: actionId, reason: 'Late.' });
    const { digest } = await person().ok('getProposalTarget', { path: { id } });
    await person().ok('updateAction', { path: { id: actionId }, body: { title: 'Knit' } });
    const seen = { path: { id }, body: { target_digest: digest } };
    await person().fails('permitProposal', seen, 409, 'PROPOSAL_STALE');
    expect(await person().ok('getProposal', { path: { id } })).toMatchObject({ state: 'open' });
    expect(await readRecord(actionId)).toMatchObject({ status: 'ready' });
  });

  test('two people who permit at once execute it once', async () => {
    const id = await ask('createProject', { title: 'Once' });
    const both = await Promise.all([
      person().call('permitProposal', { path: { id } }),
      person().call('permitProposal', { path: { id } }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { items } = await person().ok('listProjects', { query: {} });
    expect(items.filter(({ title }) => title === 'Once')).toHaveLength(1);
  });

  test('a person permits another payload, but none that is invalid', async () => {
    const id = await ask('createProject', { title: 'Winter' });
    const changes = (payload: object) => ({ path: { id }, body: { payload: { ...payload } } });
    for (const [payload, status, code, path] of [
      [{ title: 'Winter', colour: 'white' }, 400, 'UNKNOWN_FIELD', 'body/payload/colour'],
      [{}, 400, 'VALIDATION_FAILED', 'body/payload/title'],
      [{ title: 'W', domain_id: 'dom_x' }, 422, 'INVALID_REFERENCE', 'body/payload/domain_id'],
    ] as const) {
      const { issues } = await person().fails('permitProposal', changes(payload), status, code);
      expect(issues.map((issue) => issue.path)).toEqual([path]);
    }
    const permitted = await person().ok('permitProposal', changes({ title: 'Spring' }));
    expect(await readRecord(permitted.result?.record_id ?? '')).toMatchObject({ title: 'Spring' });
  });

  describe.each(['on_permit', 'by_agent'])('a changed payload, %s,', (execute) => {
    const refusedChange = async (
      [operation, payload]: readonly [Gated, object],
      changed: object,
      [status, code, field]: readonly [403 | 409 | 422 | 400, ErrorCode, string?],
      meanwhile: () => Promise<unknown> = () => Promise.resolve(),
    ) => {
      const id = await ask(operation, payload, { execute });
      await meanwhile();
      const sent = { path: { id }, body: { payload: { ...changed } } };
      const { issues, message } = await person().fails('permitProposal', sent, status, code);
      const paths = issues.map(({ path }) => path);
      expect([code, paths]).toEqual([code, field === undefined ? [] : [`body/payload/${field}`]]);
      if (code === 'FORBIDDEN') expect(message).toMatch(/^The agent gets this refusal/);
      if (field === 'project_id') expect(message).toMatch(/Send the id, not the name\.$/);
      if (field === 'due_at') expect(message).toContain('with seconds and a time zone');
      expect(await person().ok('getProposal', { path: { id } })).toMatchObject({ state: 'open' });
      await bound.api.ok('withdrawProposal', { path: { id }, body: {} });
    };

    test('that is invalid leaves the proposal open', async () => {
      const { id: doc } = await document({ access_mode: 'shared_edit' });
      const edited = { id: doc, edit: { find: 'no', replace: '' } };
      const doubled = {
        title: 'A',
        assigned_actor_id: given.agent.actor_id,
        assigned_agent_id: bound.agent.id,
      };
      const update = ['updateDocument', { id: doc, content: 'x' }] as const;
      const create = ['createAction', { title: 'A', status: 'inbox' }] as const;
      await refusedChange(update, edited, [422, 'INVALID_EDIT', 'edit/find']);
      await refusedChange(create, doubled, [422, 'CONFLICTING_ASSIGNEE', 'assigned_agent_id']);
      await refusedChange(create, { title: 7 }, [400, 'VALIDATION_FAILED', 'title']);
      const named = { title: 'A', project_id: 'Season' };
      await refusedChange(create, named, [422, 'INVALID_REFERENCE', 'project_id']);
      const local = { title: 'A', due_at: '2026-12-04T17:00' };
      await refusedChange(create, local, [400, 'VALIDATION_FAILED', 'due_at']);
      const { id: other } = await document({ access_mode: 'shared_edit' });
      for (const id of [other, undefined]) {
        const elsewhere = { id, content: 'y' };
        await refusedChange(update, elsewhere, [422, 'INVALID_REFERENCE', 'id']);
      }
      await refusedChange(create, { id: doc, title: 'A' }, [422, 'INVALID_REFERENCE', 'id']);
      const unreviewed = { ...create[1], requires_review: false };
      await refusedChange(create, unreviewed, [403, 'FORBIDDEN']);
    });

    test('that its target refuses leaves the proposal open', async () => {
      const own = { assigned_actor_id: bound.agent.actor_id };
      const { id: season } = await bound.api.ok('createProposal', {
        body: { operation: 'createProject', payload: { title: 'Season' }, title: 'May I?' },
      });
      await permit(season);
      const { id: target } = await bound.api.ok('createProject', {
        body: { title: 'Season', permitted_proposal_id: season },
      });
      const [first, last] = [
        await otherWork({ ...own, project_id: target, position: 1 }),
        await otherWork(own),
      ];
      const edge = { path: { id: first.id, blocker_id: last.id } };
      await person().ok('addBlocker', edge);
      await person().ok('updateProject', {
        path: { id: target },
        body: { work_mode: 'sequential' },
      });
      const move = ['updateAction', { id: last.id, title: 'Knit' }] as const;
      const cycle = { id: last.id, project_id: target, position: 9 };
      await refusedChange(move, cycle, [422, 'DEPENDENCY_CYCLE']);
      const close = ['updateProject', { id: target, ...closing }] as const;
      const keep = { id: target, state: 'dropped' };
      await refusedChange(close, keep, [409, 'PROJECT_HAS_OPEN_ACTIONS']);
      const { id: template } = await project({ is_template: true });
      await refusedChange(
        ['duplicateProject', { id: template }],
        { id: template, title: 'Copy' },
        [409, 'NOT_A_TEMPLATE'],
        () =>
          person().ok('updateProject', { path: { id: template }, body: { is_template: false } }),
      );
      await refusedChange(
        ['dropAction', { id: last.id, reason: 'Late.' }],
        { id: last.id, reason: 'Overtaken.' },
        [409, 'ALREADY_TERMINAL'],
        () => person().ok('dropAction', { path: { id: last.id }, body: { reason: 'Mine.' } }),
      );
    });

    test('whose refusal may pass is permitted', async () => {
      const { id: work } = await person().ok('createAction', {
        body: { title: 'Sew', status: 'ready' },
      });
      const id = await ask('dropAction', { id: work, reason: 'Late.' }, { execute });
      await given.worker.ok('claimAction', { path: { id: work } });
      const payload = { id: work, reason: 'Overtaken.' };
      const { state, result } = await permit(id, { payload });
      const isTold = execute === 'on_permit';
      expect([state, result?.error?.code]).toEqual([
        'permitted',
        isTold ? 'ALREADY_CLAIMED' : undefined,
      ]);
    });
  });

  test('a payload that would be refused in any case is refused when it is asked', async () => {
    const { id: done } = await otherWork();
    await person().ok('dropAction', { path: { id: done } });
    const { id: plain } = await project();
    const { id: hidden } = await document({ access_mode: 'private' });
    const { id: shared } = await document();
    const { id: busy } = await project({ work_mode: 'sequential' });
    const { id: first } = await otherWork({ project_id: busy, position: 1 });
    const { id: last } = await otherWork();
    await person().ok('addBlocker', { path: { id: first, blocker_id: last } });
    const requests: readonly [Gated, object, string, string?][] = [
      ['createAction', { title: 'A', colour: 'red' }, 'UNKNOWN_FIELD', 'colour'],
      ['createAction', { title: 'A', project_id: 'prj_x' }, 'INVALID_REFERENCE', 'project_id'],
      ['createAction', { title: 'A', requires_review: false }, 'FORBIDDEN'],
      [
        'createAction',
        {
          title: 'A',
          assigned_actor_id: bound.agent.actor_id,
          assigned_agent_id: given.agent.id,
        },
        'CONFLICTING_ASSIGNEE',
        'assigned_agent_id',
      ],
      ['updateAction', { id: 'act_x', title: 'A' }, 'INVALID_REFERENCE', 'id'],
      ['updateAction', { id: 'act_x', colour: 'red' }, 'UNKNOWN_FIELD', 'colour'],
      ['dropAction', { id: done, reason: 'Late.' }, 'ALREADY_TERMINAL'],
      ['duplicateProject', { id: plain }, 'NOT_A_TEMPLATE'],
      ['updateDocument', { id: hidden, content: 'x' }, 'INVALID_REFERENCE', 'id'],
      [
        'updateDocument',
        { id: shared, edit: { find: 'no', replace: '' } },
        'INVALID_EDIT',
        'edit/find',
      ],
      ['updateProject', { id: 'prj_x', ...closing }, 'INVALID_REFERENCE', 'id'],
      ['updateAction', { id: last, project_id: busy, position: 9 }, 'DEPENDENCY_CYCLE'],
    ];
    for (const [operation, payload, code, field] of requests) {
      const error = await refusedToAsk(operation, payload);
      const paths = field === undefined ? [] : [{ path: `payload/${field}` }];
      expect([payload, error]).toMatchObject([payload, { code, issues: paths }]);
      const body = { operation, payload, title: 'May I?', execute: 'on_permit' };
      const overHttp = await bound.api.send('createProposal', { body });
      expect([payload, overHttp.body]).toMatchObject([payload, { code }]);
      const byAgent = { body: { ...body, execute: 'by_agent' } };
      const { status } = await bound.api.send('createProposal', byAgent);
      expect([overHttp.status, 403]).toContain(status);
    }
    const { items } = await person().ok('listProposals', { query: {} });
    expect(items).toEqual([]);
  });
});

const writes = allOperationIds.filter((id) => factsOf(id).method !== 'get');

const operations = operationsById(document);

const emittedBy = (id: OperationId) => asList(operations.get(id)?.operation['x-emits']).map(String);

const effectsOf = (id: OperationId) => Object.entries(bulkEffects[id] ?? {});

describe('The table of what operations change besides their own record', () => {
  test('has a line for every operation that writes, and for no other', () => {
    expect(Object.keys(bulkEffects).toSorted()).toEqual([...writes].toSorted());
  });

  test.each(writes.filter((id) => effectsOf(id).length > 0))(
    '%s says which guard each effect takes, or what a consequence leaves out',
    (id) => {
      for (const [effect, { takes, leavesOut = '' }] of effectsOf(id)) {
        expect(effect).toMatch(/^[a-z_]+: ./);
        if (takes === 'system') expect(leavesOut).toMatch(/\.$/);
        else if (takes === 'people') expect([id, forAgents(id)]).toEqual([id, false]);
        else expect(writes).toContain(takes);
      }
    },
  );

  test.each(Object.entries(timedEffects))('%s says what it leaves out', (_, leavesOut) => {
    expect(leavesOut).toMatch(/^(Changes no record|Leaves out .+)\.$/);
  });
});

describeOnEachDatabase('What the examples of the contract change', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());

  const requests = exampleRequests
    .filter(({ method }) => method !== 'get')
    .map((request) => ({ ...request, title: `${request.id}: ${request.name}` }));

  test.each(requests)('$title changes and emits what its line and x-emits say', async (request) => {
    await resetExampleWorkspace(app.database);
    const stored = async (): Promise<string[]> =>
      app.database.knex('events').orderBy('position').pluck('kind');
    const [before, eventsBefore] = [await readRecords(app.database), await stored()];
    const { status, text } = await sendExample(app, request);
    expect(status).toBeLessThan(300);
    const after = await readRecords(app.database);
    const made = text === '' ? {} : asObject(JSON.parse(text));
    const own = new Set([...request.path.split('/'), String(made['id'])]);
    const said = effectsOf(request.id).map(([effect]) => effect.split(':')[0]);
    expect(said).toEqual(expect.arrayContaining(touchedTables(before, after, own)));
    const emitted = (await stored()).slice(eventsBefore.length);
    expect(emitted).toEqual(expect.arrayContaining(emittedBy(request.id)));
  });
});
