import { actionsHandlers } from '../features/actions';
import { agentsHandlers } from '../features/agents';
import { documentsHandlers } from '../features/documents';
import { domainsHandlers } from '../features/domains';
import { notesHandlers } from '../features/notes-and-links';
import { ordersHandlers } from '../features/orders';
import type { Actor, AgentActor, UserActor } from '../platform/operation';
import { DAY, shift } from '../platform/time';
import { projectsHandlers } from '../features/projects';
import { questionsHandlers } from '../features/questions';
import * as sample from './sample';
import * as work from './sample-work';
import { createTimeline, type Stage, type Timeline } from './timeline';

const MINUTES_A_DAY = 1440;

interface Cast {
  readonly time: Timeline;
  readonly ada: UserActor;
  readonly agents: Readonly<Record<keyof typeof sample.agents, AgentActor>>;
  readonly of: (performer: work.Performer) => Actor;
  readonly inDays: (days: number | undefined) => string | null;
  /** The ids of what has been made, by its title or key. */
  readonly ids: Map<string, string>;
}

/** Fills the owner's workspace with the sample. Answers its agents, and the ids of everything by title or key. */
export async function fillWithSample(
  stage: Stage,
  ada: UserActor,
): Promise<Pick<Cast, 'agents' | 'ids'>> {
  const time = createTimeline(stage);
  const agents = {
    scribe: await addAgent(time, ada, sample.agents.scribe),
    rigger: await addAgent(time, ada, sample.agents.rigger),
    usher: await addAgent(time, ada, sample.agents.usher),
  };
  const cast: Cast = {
    time,
    ada,
    agents,
    of: (performer) => (performer === 'ada' ? ada : agents[performer]),
    inDays: (days) => (days === undefined ? null : shift(stage.now, days * DAY)),
    ids: new Map(),
  };
  for (const [key, domain] of Object.entries(sample.domains)) planDomain(cast, key, domain);
  for (const project of work.projects) planProject(cast, project);
  for (const action of work.standalone) planAction(cast, action, () => ({}));
  for (const [key, document] of Object.entries(sample.documents)) planDocument(cast, key, document);
  for (const [index, order] of sample.orders.entries()) planOrder(cast, order, index + 1);
  for (const question of sample.questions) planQuestion(cast, question);
  await time.run();
  return { agents, ids: cast.ids };
}

async function addAgent(
  time: Timeline,
  ada: UserActor,
  { name, icon, capabilities }: (typeof sample.agents)[keyof typeof sample.agents],
): Promise<AgentActor> {
  const asked = { name, icon, capabilities: [...capabilities] };
  const { body } = await time.act(ada, 21, agentsHandlers.createAgent, {}, asked);
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
    tokenId: 'sample',
    scopes: ['read', 'write'],
  };
}

function planDomain(
  { time, ada, ids }: Cast,
  key: string,
  domain: { name: string; description: string },
): void {
  time.plan(21, async () => {
    const { body } = await time.act(ada, 21, domainsHandlers.createDomain, {}, { ...domain });
    ids.set(key, body.id);
  });
}

function planProject(cast: Cast, project: work.SampleProject): void {
  const { time, ada, ids, inDays } = cast;
  time.plan(20.5, async () => {
    const asked = {
      title: project.title,
      description: project.description,
      domain_id: ids.get(project.domain) ?? null,
      work_mode: project.mode,
      is_template: project.template ?? false,
      due_at: inDays(project.dueIn),
    };
    const { body } = await time.act(ada, 20.5, projectsHandlers.createProject, {}, asked);
    ids.set(project.key, body.id);
  });
  for (const [index, action] of project.actions.entries()) {
    planAction(cast, action, () => ({
      project_id: ids.get(project.key) ?? null,
      position: index + 1,
    }));
  }
  const { ends } = project;
  if (ends === undefined) return;
  time.plan(8, async () => {
    const path = { id: ids.get(project.key) ?? '' };
    const asked = { state: ends, close_actions: ends === 'completed' };
    await time.act(ada, 8, projectsHandlers.updateProject, path, asked);
  });
}

function planAction(
  cast: Cast,
  action: work.SampleAction,
  place: () => { project_id?: string | null; position?: number },
): void {
  const { time, of, ids, inDays } = cast;
  time.plan(action.ago, async () => {
    const asked = {
      ...place(),
      title: action.title,
      details: action.details ?? null,
      status: action.status ?? 'ready',
      assigned_actor_id: action.to === undefined ? null : of(action.to).id,
      delegate_label: action.waitingFor ?? null,
      requirements: [...(action.requirements ?? [])],
      due_at: inDays(action.dueIn),
      defer_until: inDays(action.deferFor),
      ...(action.review === undefined ? {} : { requires_review: action.review }),
      ...(action.everyWeek === undefined ? {} : { repeat_rule: everyWeek }),
    };
    const by = of(action.by ?? 'ada');
    const { body } = await time.act(by, action.ago, actionsHandlers.createAction, {}, asked);
    ids.set(action.title, body.id);
  });
  planWork(cast, action);
}

const everyWeek = { type: 'from_completion', unit: 'week', interval: 1 } as const;

function planWork({ time, of, ids }: Cast, action: work.SampleAction): void {
  const path = () => ({ id: ids.get(action.title) ?? '' });
  const { done, heartbeat, note, to } = action;
  if (done !== undefined) {
    time.plan(done.ago, async () => {
      const asked = { result_summary: done.result };
      await time.act(of(done.by), done.ago, actionsHandlers.completeAction, path(), asked);
    });
  }
  if (heartbeat !== undefined && to !== undefined) {
    const ago = heartbeat.minutesAgo / MINUTES_A_DAY;
    time.plan(ago, async () => {
      const asked = { progress_note: heartbeat.note };
      await time.act(of(to), ago, actionsHandlers.heartbeatAction, path(), asked);
    });
  }
  if (note !== undefined) {
    time.plan(note.ago, async () => {
      const asked = { body: note.body };
      await time.act(of(note.by), note.ago, notesHandlers.createActionNote, path(), asked);
    });
  }
}

function planDocument(
  { time, ada, ids }: Cast,
  key: string,
  document: (typeof sample.documents)[keyof typeof sample.documents],
): void {
  time.plan(18, async () => {
    const { body } = await time.act(ada, 18, documentsHandlers.createDocument, {}, { ...document });
    ids.set(key, body.id);
  });
}

function planOrder(
  { time, ada, agents, ids }: Cast,
  order: (typeof sample.orders)[number],
  position: number,
): void {
  const agent = agents[order.to];
  time.plan(17, async () => {
    const asked = {
      agent_id: agent.agentId,
      name: order.name,
      summary: order.summary,
      document_id: order.document === null ? null : (ids.get(order.document) ?? null),
      domain_id: ids.get(order.domain) ?? null,
      position,
      checkin_every_seconds: order.every,
    };
    const { body } = await time.act(ada, 17, ordersHandlers.createOrder, {}, asked);
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
  { time, ada, of, ids }: Cast,
  asked: (typeof sample.questions)[number],
): void {
  time.plan(asked.ago, async () => {
    const { body } = await time.act(
      of(asked.by),
      asked.ago,
      questionsHandlers.createQuestion,
      {},
      {
        question: asked.question,
        choices: [...asked.choices],
        on_answer: asked.onAnswer,
        action_id: asked.about === null ? null : (ids.get(asked.about) ?? null),
      },
    );
    ids.set(asked.question, body.id);
  });
  if (!('answer' in asked)) return;
  const { ago, response } = asked.answer;
  time.plan(ago, async () => {
    const path = { id: ids.get(asked.question) ?? '' };
    await time.act(ada, ago, questionsHandlers.respondQuestion, path, { response });
  });
}
