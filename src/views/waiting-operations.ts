import type { ViewsHandlers } from '../../generated/handlers';
import { listActionsBy } from '../actions';
import { awaited } from './work-store';

/** GET /v1/views/waiting: waiting actions that are not deferred, oldest activity first unless asked otherwise. */
export const getWaitingView: ViewsHandlers['getWaitingView'] = async ({ query }, ctx) => {
  const { assigned_actor_id, ...paging } = query;
  const body = await listActionsBy(ctx, {
    filters: { assigned_actor_id },
    paging,
    defaultSort: 'last_activity_at',
    narrow: (actions) => actions.where(awaited(ctx)),
  });
  return { status: 200, body };
};
