import type { ViewsHandlers } from '../../../../generated/handlers';
import { limits } from '../../../../generated/limits';
import { readActionCounts } from './action-counts-store';

/** GET /v1/views/action-counts: the numbers of actions by a column. */
export const getActionCounts: ViewsHandlers['getActionCounts'] = async ({ query }, ctx) => {
  const by = query.by ?? 'status';
  const groups = await readActionCounts(ctx, by);
  // Unassigned actions are a group before those of the assignees.
  const most = limits.action_count_groups + (by === 'assignee' ? 1 : 0);
  return {
    status: 200,
    body: { by, groups: groups.slice(0, most), has_more: groups.length > most },
  };
};
