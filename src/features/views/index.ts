/**
 * Views: read-only summaries for people and agents, such as the command view, the tasks view, the
 * lists from inbox to deferred, and an agent's overview; and saved views, which are settings. It
 * emits no events. Every count equals the total of the list that shows the same rows. Every list is
 * bounded and reports how many rows it omits. The number of statements does not depend on the
 * number of rows.
 */
import type { ActionsHandlers, ViewsHandlers } from '../../../generated/handlers';
import { getAgentAttention } from './attention/attention-operations';
import { getCommandView } from './command/command-operations';
import { listViewHandlers } from './lists/list-operations';
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
import { getActionCounts, getInsights } from './insights/insights-operations';
import { getTasksView } from './tasks/tasks-operations';

export { countClaimable } from './attention/attention-store';
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
  listSavedViews,
  createSavedView,
  getSavedView,
  updateSavedView,
  deleteSavedView,
  getAgentOverview,
  getAgentAttention,
};
