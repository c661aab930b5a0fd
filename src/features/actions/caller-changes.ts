import type { WriteContext } from '../../platform/operation';
import type { ActionRow } from './action-store';
import { assigneeActivity } from './claims/claim-rules';

/** The columns that record the caller's activity on an action. */
export function activityColumns({ actor, now }: WriteContext, row: ActionRow) {
  return { last_activity_at: now, ...assigneeActivity(row, actor.id, now) };
}

/** The columns that every change by the caller sets. */
export function changeColumns(ctx: WriteContext, row: ActionRow) {
  return {
    ...activityColumns(ctx, row),
    updated_at: ctx.now,
    updated_by_actor_id: ctx.actor.id,
  };
}
