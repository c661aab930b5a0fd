import { findPlan, limitsOf } from '../plans';
import type { Condition } from '../platform/db/columns';
import type { ReadHand } from '../platform/db/hands';
import { historyCutoff } from './action-rules';

/** The point in time before which the plan hides finished work (product section 4, "Plans"); null when it hides none. */
export async function findHistoryStart({
  hand,
  workspaceId,
  now,
}: {
  readonly hand: ReadHand;
  readonly workspaceId: string;
  readonly now: string;
}): Promise<string | null> {
  return historyCutoff(now, limitsOf(await findPlan(hand, workspaceId)).history_days);
}

/** Open, or ended since the history's start. */
export function withinHistory(start: string | null): Condition {
  return (query) => {
    if (start === null) return;
    void query
      .whereNotIn('actions.status', ['done', 'dropped'])
      .orWhereRaw('coalesce(actions.completed_at, actions.updated_at) >= ?', [start]);
  };
}
