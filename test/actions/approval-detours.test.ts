import fc from 'fast-check';
import type { components } from '../../generated/types';
import { asObject } from '../../scripts/generate/json';
import type { OperationId } from '../../src/platform/operation';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import type { TestDatabase } from '../../scripts/databases/test-database';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

type Schemas = components['schemas'];

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

describeOnEachDatabase('No request of an agent goes round an approval', (database) => {
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
        { numRuns: 60, interruptAfterTimeLimit: budget, endOnFailure: true },
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
