import type { Occurrence, TimerHandler, TimerSource } from '../../../shared/timers';
import { SECOND, addMilliseconds } from '../../../platform/time';
import { actionNews, workersOf } from '../action-events';
import { findStalled, lockTimedActions, type TimedAction } from './action-timers-store';
import {
  findByActivity,
  findOwnWindow,
  lockDueSearch,
  moveSearch,
  type ActivityPosition,
  type StalledSearch,
} from './stalled-search-store';

/** How many actions one transaction looks at. */
const BATCH = 200;

/** An id after all others. */
const LAST_ID = '~';

/**
 * Emits `action.stalled` for the actions of a workspace whose last activity has left the stalled
 * window since the last search. The search reads them in the order of their last activity, by an
 * index that the stalled view has, so no write of an action pays for it. A claim that expires on
 * assigned work makes it stalled too; `expireClaims` emits that event.
 */
export const searchStalled: TimerHandler = async (source) => {
  const { transaction, workspaceId, now, stalledSeconds } = source;
  const search = await lockDueSearch(transaction, workspaceId, now);
  if (search === undefined) return { occurrences: [] };
  const window = (await findOwnWindow(transaction, workspaceId)) ?? stalledSeconds;
  const end = addMilliseconds(now, -window * SECOND);
  const page = await findByActivity(transaction, workspaceId, {
    after: startOf(search, window),
    limit: BATCH,
  });
  const idle = page.filter(({ last_activity_at: at }) => at <= end);
  const occurrences = await stalledAmong(source, idle, window);
  const isUnfinished = idle.length === BATCH;
  const last = idle.at(-1);
  const next = page[idle.length]?.last_activity_at ?? now;
  await moveSearch(transaction, workspaceId, {
    window_seconds: window,
    ...(isUnfinished && last !== undefined
      ? { reached_at: last.last_activity_at, reached_id: last.id, due_at: search.due_at }
      : { reached_at: end, reached_id: LAST_ID, due_at: addMilliseconds(next, window * SECOND) }),
  });
  return { occurrences, isUnfinished };
};

// A search with another window, or the first one, began when it became due. What was stalled
// already gets no event: a change of the window made it so, or it was so before.
function startOf(search: StalledSearch, window: number): ActivityPosition {
  const { reached_at: at, reached_id: id } = search;
  if (at !== null && id !== null && search.window_seconds === window) return { at, id };
  return { at: addMilliseconds(search.due_at, -window * SECOND), id: LAST_ID };
}

async function stalledAmong(
  { transaction, workspaceId, now }: TimerSource,
  idle: readonly { readonly id: string }[],
  window: number,
): Promise<Occurrence[]> {
  const ids = idle.map(({ id }) => id);
  const actions = await lockTimedActions(transaction, { workspaceId, ids });
  const stalledSince = addMilliseconds(now, -window * SECOND);
  const found = await findStalled(transaction, { workspaceId, ids }, { now, stalledSince });
  return actions
    .filter((action) => found.has(action.id) && action.last_activity_at <= stalledSince)
    .filter((action) => !wasStalledByClaim(action, window))
    .map((action) => ({
      at: leavesWindow(action, window),
      event: actionNews(action, 'action.stalled', summaryOf(action), {
        related: workersOf(action, now),
      }),
    }));
}

function summaryOf({ last_activity_at: at }: TimedAction): string {
  return `The action has had no activity since ${at}.`;
}

/** When the last activity of an action leaves the stalled window. */
export function leavesWindow({ last_activity_at: at }: TimedAction, window: number): string {
  return addMilliseconds(at, window * SECOND);
}

function wasStalledByClaim(action: TimedAction, window: number): boolean {
  const { claim_expires_at: expiry } = action;
  return expiry !== null && expiry <= leavesWindow(action, window);
}
