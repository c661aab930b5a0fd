/**
 * Views: read-only summaries for people and agents, such as the command view, the tasks view, the
 * lists from inbox to deferred, and an agent's overview; and saved views, which are settings. It
 * emits no events. Every count equals the total of the list that shows the same rows. Every list is
 * bounded and reports how many rows it omits. The number of statements does not depend on the
 * number of rows.
 */
import type { ActionsHandlers, ViewsHandlers } from '../../../generated/handlers';
import { getCommandView } from './command/command-operations';
import { getMineView } from './mine/mine-operations';
import { getActionContext, readActionContext } from './context/context-operations';
import { getAgentOverview } from './overview/overview-operations';
import {
  createSavedView,
  deleteSavedView,
  getSavedView,
  listSavedViews,
  updateSavedView,
} from './saved/saved-view-operations';
import { getActionCounts, getInsights, getProjectProgress } from './insights/insights-operations';
import { getTasksView } from './tasks/tasks-operations';
import { checkMayReadOf, findAgentActor } from '../../shared/actor-store';
import type { Reply, ReadContext } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { repeatedView } from './repeated-views-store';
import { attentionETag, readAttention, toAttention } from './attention/attention-store';
import { listActionsBy } from '../actions';
import type { PageRequest } from '../../platform/db/statements/page';
import { viewParams } from './view-params';
import { listViewConditions, type ListView } from './list-conditions-store';

const defaultSorts: Readonly<Record<ListView, string>> = {
  inbox: '-created_at',
  review: 'completed_at',
  ready: 'queue',
  working: '-last_activity_at',
  waiting: 'last_activity_at',
  stalled: 'last_activity_at',
  deferred: 'defer_until',
};

interface ListViewInput {
  readonly query: PageRequest & { readonly assigned_actor_id?: string };
}

/** The operations `GET /v1/views/{view}` for views that are lists of actions. */
const listViewHandlers = {
  getInboxView: listView('inbox'),
  getReviewView: listView('review'),
  getReadyView: listView('ready'),
  getWorkingView: listView('working'),
  getWaitingView: listView('waiting'),
  getStalledView: listView('stalled'),
  getDeferredView: listView('deferred'),
} satisfies Partial<ViewsHandlers>;

function listView(view: ListView) {
  return async ({ query }: ListViewInput, ctx: ReadContext) => {
    const { assigned_actor_id, ...paging } = query;
    const body = await listActionsBy(ctx, {
      filters: { assigned_actor_id },
      paging,
      defaultSort: defaultSorts[view],
      narrow: (actions) => actions.where(listViewConditions[view](viewParams(ctx))),
    });
    return { status: 200, body } as const;
  };
}

const repeated = repeatedView<Reply<'getAgentAttention'>>();

/** GET /v1/agents/{id}/attention: whether the agent has something to do. */
const getAgentAttention: ViewsHandlers['getAgentAttention'] = ({ path }, ctx) => {
  const dependsOn = { hasPresence: false, agentId: undefined, dependsOnCaller: true };
  return repeated.read(ctx, { ...dependsOn, input: path.id }, async () => {
    const agent = await findAgentActor(ctx.reader, ctx.workspaceId, path.id);
    if (agent === undefined) throw notFound('agent', path.id);
    checkMayReadOf(ctx.actor, agent, 'the views');
    const items = await readAttention(ctx, agent);
    const attention = toAttention(agent, items);
    const etag = attentionETag(attention, items, ctx.epoch);
    return { status: 200, body: attention, headers: { ETag: etag } };
  });
};

export { countClaimable } from './attention/attention-store';
export { readQuery } from './saved/saved-view-operations';
export { countWaiting } from './waiting-store';
export { readActionContext };

/** The operations of this feature. */
export const viewsHandlers: ViewsHandlers & Pick<ActionsHandlers, 'getActionContext'> = {
  getActionContext,
  getCommandView,
  getMineView,
  ...listViewHandlers,
  getTasksView,
  getInsights,
  getActionCounts,
  getProjectProgress,
  listSavedViews,
  createSavedView,
  getSavedView,
  updateSavedView,
  deleteSavedView,
  getAgentOverview,
  getAgentAttention,
};
