import type { Logger } from 'pino';
import { ulid } from 'ulid';
import { actionsHandlers } from '../features/actions';
import { agentsHandlers } from '../features/agents';
import { createOutgoing } from '../platform/outgoing';
import { documentsHandlers } from '../features/documents';
import { domainsHandlers } from '../features/domains';
import { notesHandlers } from '../features/notes-and-links';
import { ordersHandlers } from '../features/orders';
import type { Actor, AgentActor, UserActor, Settings, WriteContext } from '../platform/operation';
import { DAY, addMilliseconds } from '../platform/time';
import { projectsHandlers } from '../features/projects';
import { questionsHandlers } from '../features/questions';
import * as sample from './sample';
import type { Database } from '../platform/db/connect';
import { transact } from '../platform/db/transaction';

const MINUTES_PER_DAY = 1440;

interface SampleContext {
  readonly time: Timeline;
  readonly ada: UserActor;
  readonly agents: Readonly<Record<keyof typeof sample.agents, AgentActor>>;
  readonly actorOf: (actor: sample.SampleActor) => Actor;
  readonly inDays: (days: number | undefined) => string | null;
  /** The ids of created records, by title or key. */
  readonly ids: Map<string, string>;
}

/** Fills the owner's workspace with the sample. Returns its agents and the ids of its records. */
export async function fillWithSample(
  context: TimelineContext,
  ada: UserActor,
): Promise<Pick<SampleContext, 'agents' | 'ids'>> {
  const time = createTimeline(context);
  const agents = {
    scribe: await addAgent(time, ada, sample.agents.scribe),
    rigger: await addAgent(time, ada, sample.agents.rigger),
    usher: await addAgent(time, ada, sample.agents.usher),
  };
  const sampleContext: SampleContext = {
    time,
    ada,
    agents,
    actorOf: (actor) => (actor === 'ada' ? ada : agents[actor]),
    inDays: (days) => (days === undefined ? null : addMilliseconds(context.now, days * DAY)),
    ids: new Map(),
  };
  for (const [key, domain] of Object.entries(sample.domains))
    planDomain(sampleContext, key, domain);
  for (const project of sample.projects) planProject(sampleContext, project);
  for (const action of sample.standalone) planAction(sampleContext, action, () => ({}));
  for (const [key, document] of Object.entries(sample.documents))
    planDocument(sampleContext, key, document);
  for (const [index, order] of sample.orders.entries()) planOrder(sampleContext, order, index + 1);
  for (const question of sample.questions) planQuestion(sampleContext, question);
  await time.run();
  return { agents, ids: sampleContext.ids };
}

async function addAgent(
  time: Timeline,
  ada: UserActor,
  { name, icon, capabilities }: (typeof sample.agents)[keyof typeof sample.agents],
): Promise<AgentActor> {
  const request = { name, icon, capabilities: [...capabilities] };
  const outgoing = createOutgoing({ environment: 'production', allow: [] });
  const { createAgent } = agentsHandlers(outgoing);
  const { body } = await time.act(ada, 21, createAgent, {}, request);
  return {
    kind: 'agent',
    id: body.actor_id,
    workspaceId: ada.workspaceId,
    name,
    agentId: body.id,
    accessMode: body.access_mode,
    state: 'active',
    capabilities,
    requiresProposals: body.requires_proposals,
    canReview: body.can_review,
    tokenId: 'sample',
    scopes: ['read', 'write'],
  };
}

function planDomain(
  { time, ada, ids }: SampleContext,
  key: string,
  domain: { name: string; description: string },
): void {
  time.plan(21, async () => {
    const { body } = await time.act(ada, 21, domainsHandlers.createDomain, {}, { ...domain });
    ids.set(key, body.id);
  });
}

function planProject(sampleContext: SampleContext, project: sample.SampleProject): void {
  const { time, ada, ids, inDays } = sampleContext;
  time.plan(20.5, async () => {
    const request = {
      title: project.title,
      description: project.description,
      domain_id: ids.get(project.domain) ?? null,
      work_mode: project.mode,
      is_template: project.template ?? false,
      due_at: inDays(project.dueIn),
    };
    const { body } = await time.act(ada, 20.5, projectsHandlers.createProject, {}, request);
    ids.set(project.key, body.id);
  });
  for (const [index, action] of project.actions.entries()) {
    planAction(sampleContext, action, () => ({
      project_id: ids.get(project.key) ?? null,
      position: index + 1,
    }));
  }
  const { ends } = project;
  if (ends === undefined) return;
  time.plan(8, async () => {
    const path = { id: ids.get(project.key) ?? '' };
    const request = { state: ends, close_actions: ends === 'completed' };
    await time.act(ada, 8, projectsHandlers.updateProject, path, request);
  });
}

function planAction(
  sampleContext: SampleContext,
  action: sample.SampleAction,
  position: () => { project_id?: string | null; position?: number },
): void {
  const { time, actorOf, ids, inDays } = sampleContext;
  time.plan(action.ago, async () => {
    const request = {
      ...position(),
      title: action.title,
      details: action.details ?? null,
      status: action.status ?? 'ready',
      assigned_actor_id: action.to === undefined ? null : actorOf(action.to).id,
      delegate_label: action.waitingFor ?? null,
      requirements: [...(action.requirements ?? [])],
      due_at: inDays(action.dueIn),
      defer_until: inDays(action.deferFor),
      ...(action.review === undefined ? {} : { requires_review: action.review }),
      ...(action.everyWeek === undefined ? {} : { repeat_rule: everyWeek }),
    };
    const by = actorOf(action.by ?? 'ada');
    const { body } = await time.act(by, action.ago, actionsHandlers.createAction, {}, request);
    ids.set(action.title, body.id);
  });
  planWork(sampleContext, action);
}

const everyWeek = { type: 'from_completion', unit: 'week', interval: 1 } as const;

function planWork({ time, actorOf, ids }: SampleContext, action: sample.SampleAction): void {
  const path = () => ({ id: ids.get(action.title) ?? '' });
  const { done, heartbeat, note, to } = action;
  if (done !== undefined) {
    time.plan(done.ago, async () => {
      const request = { result_summary: done.result };
      await time.act(actorOf(done.by), done.ago, actionsHandlers.completeAction, path(), request);
    });
  }
  if (heartbeat !== undefined && to !== undefined) {
    const ago = heartbeat.minutesAgo / MINUTES_PER_DAY;
    time.plan(ago, async () => {
      const request = { progress_note: heartbeat.note };
      await time.act(actorOf(to), ago, actionsHandlers.heartbeatAction, path(), request);
    });
  }
  if (note !== undefined) {
    time.plan(note.ago, async () => {
      const request = { body: note.body };
      await time.act(actorOf(note.by), note.ago, notesHandlers.createActionNote, path(), request);
    });
  }
}

function planDocument(
  { time, ada, ids }: SampleContext,
  key: string,
  document: (typeof sample.documents)[keyof typeof sample.documents],
): void {
  time.plan(18, async () => {
    const { body } = await time.act(ada, 18, documentsHandlers.createDocument, {}, { ...document });
    ids.set(key, body.id);
  });
}

function planOrder(
  { time, ada, agents, ids }: SampleContext,
  order: (typeof sample.orders)[number],
  position: number,
): void {
  const agent = agents[order.to];
  time.plan(17, async () => {
    const request = {
      agent_id: agent.agentId,
      name: order.name,
      summary: order.summary,
      document_id: order.document === null ? null : (ids.get(order.document) ?? null),
      domain_id: ids.get(order.domain) ?? null,
      position,
      checkin_every_seconds: order.every,
    };
    const { body } = await time.act(ada, 17, ordersHandlers.createOrder, {}, request);
    ids.set(order.name, body.id);
  });
  for (const { ago, kind, summary } of order.checkins) {
    time.plan(ago, async () => {
      const path = { id: ids.get(order.name) ?? '' };
      await time.act(agent, ago, ordersHandlers.createCheckin, path, { kind, summary });
    });
  }
}

function planQuestion(
  { time, ada, actorOf, ids }: SampleContext,
  entry: (typeof sample.questions)[number],
): void {
  time.plan(entry.ago, async () => {
    const { body } = await time.act(
      actorOf(entry.by),
      entry.ago,
      questionsHandlers.createQuestion,
      {},
      {
        question: entry.question,
        choices: [...entry.choices],
        on_answer: entry.onAnswer,
        action_id: entry.about === null ? null : (ids.get(entry.about) ?? null),
      },
    );
    ids.set(entry.question, body.id);
  });
  if (!('answer' in entry)) return;
  const { ago, response } = entry.answer;
  time.plan(ago, async () => {
    const path = { id: ids.get(entry.question) ?? '' };
    await time.act(ada, ago, questionsHandlers.respondQuestion, path, { response });
  });
}

/** The context in which the sample's operations run. */
interface TimelineContext {
  readonly database: Database;
  readonly settings: Settings;
  readonly log: Logger;
  /** The end of the timeline. */
  readonly now: string;
}

/** A handler of an operation. */
type Operation<P, B, R> = (
  input: { path: P; query: Record<string, never>; header: Record<string, never>; body: B },
  ctx: WriteContext,
) => Promise<R>;

/** Runs operations in the past. Times are in days before now. */
interface Timeline {
  /** Adds a step. */
  plan(daysAgo: number, work: () => Promise<void>): void;
  /** Runs one operation as an actor in its own transaction, with a clock set to `daysAgo`. */
  act<P, B, R>(
    actor: Actor,
    daysAgo: number,
    operation: Operation<P, B, R>,
    path: P,
    body: B,
  ): Promise<R>;
  /** Runs all steps, the oldest first. */
  run(): Promise<void>;
}

function alone(): never {
  throw new Error('The operations of the sample act for nobody else.');
}

/** Creates a timeline that calls the service's own handlers with a clock in the past. */
function createTimeline(context: TimelineContext): Timeline {
  const steps: { readonly daysAgo: number; readonly work: () => Promise<void> }[] = [];
  return {
    plan: (daysAgo, work) => void steps.push({ daysAgo, work }),
    act: (actor, daysAgo, operation, path, body) =>
      transact(context.database, (transaction) => {
        const now = addMilliseconds(context.now, -Math.round(daysAgo * DAY));
        return operation(
          { path, query: {}, header: {}, body },
          {
            actor,
            workspaceId: actor.workspaceId,
            historyDays: null,
            keyPrefixes: [],
            epoch: 'demo',
            now,
            newId: (prefix) => `${prefix}_${ulid(Date.parse(now))}`,
            log: context.log,
            settings: context.settings,
            produces: 'application/json',
            address: '127.0.0.1',
            loggedAddress: undefined,
            deviceTokens: [],
            sessionCookies: [],
            transaction,
            reader: transaction,
            as: alone,
            performWithin: alone,
          },
        );
      }),
    run: async () => {
      for (const { work } of steps.toSorted((a, b) => b.daysAgo - a.daysAgo)) await work();
    },
  };
}
