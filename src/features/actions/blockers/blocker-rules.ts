import { limits } from '../../../../generated/limits';
import { problem } from '../../../platform/problems';
import { isBlocking } from '../action-rules';

/** The most blockers of one action. */
const maxBlockers = limits.blockers;

/** The most pairs of waiting and waited-for actions that are looked through for a circle. */
export const maxEdges = 10_000;

/** Throws 409 `BLOCKED` with `details.blocked_by`, the blockers that hold the action (product section 4). */
export function checkNotBlocked(
  blockers: readonly {
    readonly id: string;
    readonly status: string;
    readonly review_state: string;
  }[],
): void {
  const holding = blockers.filter(isBlocking).map(({ id }) => id);
  if (holding.length === 0) return;
  throw problem('BLOCKED', `The action waits for ${holding.join(', ')}.`, {
    details: { blocked_by: holding },
  });
}

/** Throws 422 `TOO_MANY_IDS` with `details.limit` unless the action may have one more blocker. */
export function checkRoom(count: number): void {
  if (count < maxBlockers) return;
  throw problem('TOO_MANY_IDS', `An action has at most ${maxBlockers} blockers.`, {
    details: { limit: maxBlockers },
  });
}

/**
 * Throws 422 `DEPENDENCY_CYCLE` with `details.path` when the action would wait for itself. `waitedFor` is whom the blocker waits for, as
 * far as it goes; more than `mostWaitedFor` pairs of them are 422 `TOO_MANY_IDS`.
 */
export function checkNoCycle(
  actionId: string,
  blockerId: string,
  waitedFor: readonly { readonly action_id: string; readonly blocker_id: string }[],
): void {
  const way = wayTo(actionId, blockerId, waitedFor);
  if (way !== undefined) {
    const path = [actionId, ...way];
    throw problem('DEPENDENCY_CYCLE', `The action would wait for itself: ${path.join(' → ')}.`, {
      details: { path },
    });
  }
  if (waitedFor.length > maxEdges) {
    throw problem('TOO_MANY_IDS', `More than ${maxEdges} blockers stand behind this one.`, {
      details: { limit: maxEdges },
    });
  }
}

// The shortest way: breadth first, each action remembering through whom it was reached.
function wayTo(
  goal: string,
  start: string,
  edges: readonly { readonly action_id: string; readonly blocker_id: string }[],
): string[] | undefined {
  const next = new Map<string, string[]>();
  for (const { action_id: from, blocker_id: to } of edges) {
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const reachedFrom = new Map<string, string | undefined>([[start, undefined]]);
  for (const id of reachedFrom.keys()) {
    if (id === goal) break;
    for (const further of next.get(id) ?? []) {
      if (!reachedFrom.has(further)) reachedFrom.set(further, id);
    }
  }
  if (!reachedFrom.has(goal)) return undefined;
  const way: string[] = [];
  for (let id: string | undefined = goal; id !== undefined; id = reachedFrom.get(id))
    way.unshift(id);
  return way;
}
