import { findPlan, limitsOf } from '../plans';
import type { Condition } from '../platform/db/columns';
import type { ReadHand } from '../platform/db/hands';
import { historyStart } from './action-rules';

/** Where the caller's history begins, as the workspace's plan says now. */
export async function findHistoryStart({
  hand,
  workspaceId,
  now,
}: {
  readonly hand: ReadHand;
  readonly workspaceId: string;
  readonly now: string;
}): Promise<string | null> {
  const { history_days: historyDays } = limitsOf(await findPlan(hand, workspaceId));
  return historyStart({ now, historyDays });
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
