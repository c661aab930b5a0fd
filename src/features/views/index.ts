/**
 * Views: what people and agents see at a glance: the command and the tasks view, lists from the inbox to what is
 * deferred, an agent's overview. It owns no table and emits nothing: it reads what the other rooms keep. Every count equals the total of the list that shows the
 * same thing; every list is bounded, and says what it leaves out; the number of statements never depends on the number of rows.
 */
import type { ActionsHandlers, ViewsHandlers } from '../../../generated/handlers';
import { getAgentAttention } from './attention/attention-operations';
import { getCommandView } from './command/command-operations';
import { listViewHandlers } from './lists/list-operations';
import { getActionContext } from './context/context-operations';
import { getAgentOverview } from './overview/overview-operations';
import { getTasksView } from './tasks/tasks-operations';

/** The operations of this room. */
export const viewsHandlers: ViewsHandlers & Pick<ActionsHandlers, 'getActionContext'> = {
  getActionContext,
  getCommandView,
  ...listViewHandlers,
  getTasksView,
  getAgentOverview,
  getAgentAttention,
};
