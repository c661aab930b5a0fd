import { actionsHandlers, notesHandlers } from '../actions';
import { agentsHandlers } from '../agents';
import { documentsHandlers } from '../documents';
import { domainsHandlers } from '../domains';

import { ordersHandlers } from '../orders';
import type { Actor, AgentActor, UserActor } from '../platform/operation';
import { DAY, shift } from '../platform/time';
import { projectsHandlers } from '../projects';
import { questionsHandlers } from '../questions';
import * as sample from './sample';
import { timeline, type At, type Stage } from './timeline';

const MINUTES_A_DAY = 1440;

interface Cast {
  readonly at: At;
  readonly ada: UserActor;
  readonly of: (performer: sample.Performer) => Actor;
  readonly inDays: (days: number | undefined) => string | null;
}

/** Fills the owner's workspace with the sample. Answers the agents by their sample names. */
export async function fillWithSample(
  stage: Stage,
  ada: UserActor,
): Promise<Record<keyof typeof sample.agents, AgentActor>> {
  const at = timeline(stage);
  const agents = {
    scribe: await addAgent(at, ada, sample.agents.scribe),
    rigger: await addAgent(at, ada, sample.agents.rigger),
    usher: await addAgent(at, ada, sample.agents.usher),
  };
  const cast: Cast = {
    at,
    ada,
    of: (performer) => (performer === 'ada' ? ada : agents[performer]),
    inDays: (days) => (days === undefined ? null : shift(stage.now, days * DAY)),
  };
  const domainIds = {
    stage: await addDomain(cast, sample.domains.stage),
    house: await addDomain(cast, sample.domains.house),
  };
  const actionIds = new Map<string, string>();
  for (const project of sample.projects) {
    const added = await addProject(cast, project, domainIds[project.domain]);
    for (const [title, id] of added) actionIds.set(title, id);
  }
  for (const action of sample.standalone) {
    actionIds.set(action.title, await addAction(cast, action, {}));
  }
  await addOrders(cast, agents, domainIds);
  await addQuestions(cast, actionIds);
  return agents;
}

async function addAgent(
  at: At,
  ada: UserActor,
  { name, icon, capabilities }: (typeof sample.agents)[keyof typeof sample.agents],
): Promise<AgentActor> {
  const { body } = await at(
    ada,
    21,
    agentsHandlers.createAgent,
    sent({}, { name, icon, capabilities: [...capabilities] }),
  );
  return {
    kind: 'agent',
    id: body.actor_id,
    workspaceId: ada.workspaceId,
    name,
    agentId: body.id,
    accessMode: body.access_mode,
    capabilities,
    requiresProposals: body.requires_proposals,
    tokenId: 'sample',
    scopes: ['read', 'write'],
  };
}

async function addDomain(
  { at, ada }: Cast,
  domain: { name: string; description: string },
): Promise<string> {
  const { body } = await at(ada, 21, domainsHandlers.createDomain, sent({}, { ...domain }));
  return body.id;
}

async function addProject(
  cast: Cast,
  project: sample.SampleProject,
  domainId: string,
): Promise<Map<string, string>> {
  const { at, ada, inDays } = cast;
  const created = await at(
    ada,
    20.5,
    projectsHandlers.createProject,
    sent(
      {},
      {
        title: project.title,
        description: project.description,
        domain_id: domainId,
        work_mode: project.mode,
        is_template: project.template ?? false,
        due_at: inDays(project.dueIn),
      },
    ),
  );
  const ids = new Map<string, string>();
  for (const [index, action] of project.actions.entries()) {
    const place = { project_id: created.body.id, position: index + 1 };
    ids.set(action.title, await addAction(cast, action, place));
  }
  if (project.ends !== undefined) {
    await at(
      ada,
      8,
      projectsHandlers.updateProject,
      sent(
        { id: created.body.id },
        { state: project.ends, close_actions: project.ends === 'completed' },
      ),
    );
  }
  return ids;
}

async function addAction(
  cast: Cast,
  action: sample.SampleAction,
  place: { project_id?: string; position?: number },
): Promise<string> {
  const { at, of, inDays } = cast;
  const { body } = await at(
    of(action.by ?? 'ada'),
    action.ago,
    actionsHandlers.createAction,
    sent(
      {},
      {
        ...place,
        title: action.title,
        details: action.details ?? null,
        status: action.status ?? 'ready',
        assigned_actor_id: action.to === undefined ? null : of(action.to).id,
        delegate_label: action.waitingFor ?? null,
        requirements: [...(action.requirements ?? [])],
        due_at: inDays(action.dueIn),
        defer_until: inDays(action.deferFor),
        ...(action.review === undefined ? {} : { requires_review: action.review }),
        ...(action.everyWeek === undefined
          ? {}
          : { repeat_rule: { type: 'from_completion', unit: 'week', interval: 1 } }),
      },
    ),
  );
  await follow(cast, action, body.id);
  return body.id;
}

async function follow(cast: Cast, action: sample.SampleAction, id: string): Promise<void> {
  const { at, of } = cast;
  if (action.done !== undefined) {
    const { ago, by, result } = action.done;
    await at(of(by), ago, actionsHandlers.completeAction, sent({ id }, { result_summary: result }));
  }
  if (action.heartbeat !== undefined && action.to !== undefined) {
    const { minutesAgo, note } = action.heartbeat;
    await at(
      of(action.to),
      minutesAgo / MINUTES_A_DAY,
      actionsHandlers.heartbeatAction,
      sent({ id }, { progress_note: note }),
    );
  }
  if (action.note !== undefined) {
    await at(
      of(action.note.by),
      action.note.ago,
      notesHandlers.createActionNote,
      sent({ id }, { body: action.note.body }),
    );
  }
}

async function addOrders(
  { at, ada }: Cast,
  agents: Record<keyof typeof sample.agents, AgentActor>,
  domainIds: Record<keyof typeof sample.domains, string>,
): Promise<void> {
  const documentIds = new Map<string, string>();
  for (const [key, document] of Object.entries(sample.documents)) {
    const { body } = await at(ada, 18, documentsHandlers.createDocument, sent({}, { ...document }));
    documentIds.set(key, body.id);
  }
  for (const [index, order] of sample.orders.entries()) {
    const agent = agents[order.to];
    const { body } = await at(
      ada,
      17,
      ordersHandlers.createOrder,
      sent(
        {},
        {
          agent_id: agent.agentId,
          name: order.name,
          summary: order.summary,
          document_id: order.document === null ? null : (documentIds.get(order.document) ?? null),
          domain_id: domainIds[order.domain],
          position: index + 1,
          checkin_every_seconds: order.every,
        },
      ),
    );
    for (const { ago, kind, summary } of order.checkins) {
      await at(agent, ago, ordersHandlers.createCheckin, sent({ id: body.id }, { kind, summary }));
    }
  }
}

async function addQuestions(cast: Cast, actionIds: ReadonlyMap<string, string>): Promise<void> {
  const { at, ada, of } = cast;
  for (const asked of sample.questions) {
    const { body } = await at(
      of(asked.by),
      asked.ago,
      questionsHandlers.createQuestion,
      sent(
        {},
        {
          question: asked.question,
          choices: [...asked.choices],
          on_answer: asked.onAnswer,
          action_id: asked.about === null ? null : (actionIds.get(asked.about) ?? null),
        },
      ),
    );
    if ('answer' in asked) {
      await at(
        ada,
        asked.answer.ago,
        questionsHandlers.respondQuestion,
        sent({ id: body.id }, { response: asked.answer.response }),
      );
    }
  }
}

function sent<P, B>(path: P, body: B): { path: P; query: {}; header: {}; body: B } {
  return { path, query: {}, header: {}, body };
}
