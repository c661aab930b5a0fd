/**
 * Views: what people and agents see at a glance: the command view, the waiting and the tasks view, an agent's overview. It owns no
 * table and emits nothing: it reads what the other rooms keep. Every count equals the total of the list that shows the
 * same thing; every list is bounded, and says what it leaves out; the number of statements never depends on the number of rows.
 */
import type { ViewsHandlers } from '../../generated/handlers';
import { getAgentAttention } from './attention-operations';
import { getCommandView } from './command-operations';
import { getAgentOverview } from './overview-operations';
import { getTasksView } from './tasks-operations';
import { getWaitingView } from './waiting-operations';

/** The operations of this room. */
export const viewsHandlers: ViewsHandlers = {
  getCommandView,
  getWaitingView,
  getTasksView,
  getAgentOverview,
  getAgentAttention,
};
