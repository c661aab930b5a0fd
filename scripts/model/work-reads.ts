import { hasClaim, isActionable } from './action-facts';
import { queueOf } from './claim-model';
import { differs, throwDifferences } from './real';
import type { Action, Actor, Model } from './state';

const everything = { limit: 200 };

/**
 * Throws unless everything that tells an agent what it can work on now agrees with the model, which
 * also predicts `claim-next`: its queue, its list of actionable actions, its attention and its
 * overview. For people, the list and the ready view agree.
 */
export async function checkWork(model: Model): Promise<void> {
  const [{ api }] = model.participants.people;
  const all = model.actions.filter((action) => isActionable(model, action));
  const wanted = { ids: idsOf(all) };
  const list = await api.ok('listActions', { query: { ...everything, actionable: true } });
  throwDifferences(differs(model, wanted, { ids: idsOf(list.items) }, 'the actionable actions'));
  const ready = await api.ok('getReadyView', { query: everything });
  throwDifferences(differs(model, wanted, { ids: idsOf(ready.items) }, 'the ready view'));
  for (const agent of model.participants.agents) await checkWorkOf(model, agent);
}

async function checkWorkOf(model: Model, agent: Actor): Promise<void> {
  const [{ api }] = model.participants.people;
  const path = { id: agent.agentId ?? '' };
  const queue = queueOf(model, agent);
  const own = queue.filter((action) => action.assignee === agent || hasClaim(model, agent, action));
  const pool = queue.filter((action) => !own.includes(action));

  const queued = await api.ok('getAgentQueue', { path, query: { include_claimable: true } });
  const { has_work: hasWork, counts } = await api.ok('getAgentAttention', { path });
  const overview = await api.ok('getAgentOverview', { path, query: { full: true } });
  const { my_work: work, claimable } = overview;
  const wanted = {
    queue: queue.map(({ id }) => id),
    attention: { ready: own.length, claimable: pool.length },
    own: idsOf(own),
    claimable: idsOf(pool),
  };
  const seen = {
    queue: queued.items.map(({ id }) => id),
    attention: { ready: counts.ready, claimable: counts.claimable },
    own: idsOf([...(work.working === null ? [] : [work.working]), ...work.ready]),
    claimable: idsOf(claimable),
  };
  throwDifferences(differs(model, wanted, seen, agent.name));
  if (agent.state === 'active' && queue.length > 0) {
    throwDifferences(differs(model, { has_work: true }, { has_work: hasWork }, agent.name));
  }
  // A revoked agent reads nothing.
  if (agent.state === 'revoked') return;
  const listed = await agent.api.ok('listActions', { query: { ...everything, actionable: true } });
  const expected = { actionable: idsOf(queue) };
  throwDifferences(differs(model, expected, { actionable: idsOf(listed.items) }, agent.name));
}

function idsOf(records: readonly Pick<Action, 'id'>[]): string[] {
  return records.map(({ id }) => id).toSorted();
}
