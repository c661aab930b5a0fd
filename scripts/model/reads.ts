import { isActionable, isDeferred, isOpen, isStalled, isTemplate, isWorking } from './action-facts';
import { queueOf } from './claim-model';
import { checkRecord, throwDifferences, differs, type Real } from './real';
import type { Action, Actor, Model, ModelRecord } from './state';

/** A record as a person reads it. */
export async function readRecord(
  { participants }: Model,
  { kind, id }: ModelRecord,
): Promise<unknown> {
  const [{ api }] = participants.people;
  const path = { id };
  if (kind === 'action') return api.ok('getAction', { path });
  if (kind === 'project') return api.ok('getProject', { path });
  if (kind === 'worker') return api.ok('getAgent', { path });
  return kind === 'question' ? api.ok('getQuestion', { path }) : api.ok('getProposal', { path });
}

const everything = { limit: 200 };

/** Throws unless the lists have exactly the records of the model. */
export async function checkLists(model: Model, real: Real): Promise<void> {
  const [{ api }] = model.participants.people;
  const templates = { ...everything, is_template: true };
  const lists = [
    [
      model.actions.filter((action) => !isTemplate(action)),
      await api.ok('listActions', { query: everything }),
    ],
    [model.actions.filter(isTemplate), await api.ok('listActions', { query: templates })],
    [model.projects, await api.ok('listProjects', { query: everything })],
    [model.questions, await api.ok('listQuestions', { query: everything })],
    [model.proposals, await api.ok('listProposals', { query: everything })],
    [model.workers, await api.ok('listAgents', { query: everything })],
  ] as const;
  for (const [records, { items }] of lists) {
    const seen = new Map<string, unknown>(items.map((item) => [item.id, item]));
    const wanted = { ids: records.map(({ id }) => id).toSorted() };
    throwDifferences(differs(model, wanted, { ids: [...seen.keys()].toSorted() }, 'the list'));
    for (const record of records) checkRecord(model, real, record, seen.get(record.id));
  }
}

/** Throws unless the metrics agree with the model. */
export async function checkMetrics(model: Model): Promise<void> {
  const [{ api }] = model.participants.people;
  const { metrics } = await api.ok('getCommandView');
  const counts = countsOf(model);
  const wanted = {
    inbox_count: counts.inbox,
    review_count: counts.review,
    active_count: counts.working,
    stalled_count: counts.stalled,
    agent_count: model.participants.agents.filter(({ state }) => state === 'active').length,
    question_count: model.questions.filter(({ state }) => state === 'open').length,
  };
  throwDifferences(differs(model, wanted, metrics, 'metrics'));
}

/**
 * Throws unless the totals of the views and statuses, and the agents' queues, agree with the model.
 */
export async function checkTotals(model: Model): Promise<void> {
  const [{ api }] = model.participants.people;
  const query = { limit: 1 };
  const seen = {
    inbox: (await api.ok('getInboxView', { query })).total,
    ready: (await api.ok('getReadyView', { query })).total,
    review: (await api.ok('getReviewView', { query })).total,
    working: (await api.ok('getWorkingView', { query })).total,
    waiting: (await api.ok('getWaitingView', { query })).total,
    stalled: (await api.ok('getStalledView', { query })).total,
    deferred: (await api.ok('getDeferredView', { query })).total,
  };
  throwDifferences(differs(model, countsOf(model), seen, 'the totals of views'));
  for (const status of ['inbox', 'ready', 'waiting', 'done', 'dropped'] as const) {
    const { total } = await api.ok('listActions', { query: { status: [status], limit: 1 } });
    const there = model.actions.filter((action) => !isTemplate(action) && action.status === status);
    throwDifferences(differs(model, { [status]: there.length }, { [status]: total }, 'the totals'));
  }
  await checkQueues(model);
}

/** Throws unless the ready view and the agents' queues agree with the model. */
export async function checkQueues(model: Model): Promise<void> {
  const [{ api }] = model.participants.people;
  const { items } = await api.ok('getReadyView', { query: everything });
  const ready = model.actions.filter((action) => isActionable(model, action));
  const wanted = { ids: ready.map(({ id }) => id).toSorted() };
  throwDifferences(differs(model, wanted, { ids: items.map(({ id }) => id).toSorted() }, 'ready'));
  for (const agent of model.participants.agents) await checkQueue(model, agent);
}

async function checkQueue(model: Model, agent: Actor): Promise<void> {
  const [{ api }] = model.participants.people;
  const { items } = await api.ok('getAgentQueue', {
    path: { id: agent.agentId ?? '' },
    query: { include_claimable: true },
  });
  const wanted = { queue: queueOf(model, agent).map(({ id }) => id) };
  throwDifferences(differs(model, wanted, { queue: items.map(({ id }) => id) }, agent.name));
}

// The contract's definitions of the metrics.
function countsOf(model: Model) {
  const work = model.actions.filter((action) => !isTemplate(action));
  const count = (is: (action: Action) => boolean): number => work.filter(is).length;
  const isNow = (action: Action): boolean => !isDeferred(model, action);
  return {
    inbox: count((action) => action.status === 'inbox' && isNow(action)),
    review: count(({ status, review }) => status === 'done' && review === 'pending'),
    ready: count((action) => isActionable(model, action)),
    working: count((action) => isWorking(model, action)),
    waiting: count((action) => action.status === 'waiting' && isNow(action)),
    stalled: count((action) => isStalled(model, action)),
    deferred: count((action) => isOpen(action) && isDeferred(model, action)),
  };
}
