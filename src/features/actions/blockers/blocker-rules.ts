import { limits } from '../../../../generated/limits';
import { problem } from '../../../platform/problems';
import { isBlocking } from '../action-rules';

/** Maximum number of blockers of one action. */
const maxBlockers = limits.blockers;

/** Maximum number of blocker edges that the search for a cycle follows. */
export const maxEdges = 10_000;

/** Throws 409 `BLOCKED` with `details.blocked_by`, the blockers that have not been resolved. */
export function checkNotBlocked(
  blockers: readonly {
    readonly id: string;
    readonly status: string;
    readonly review_state: string;
  }[],
): void {
  const blocking = blockers.filter(isBlocking).map(({ id }) => id);
  if (blocking.length === 0) return;
  throw problem('BLOCKED', `The action waits for ${blocking.join(', ')}.`, {
    details: { blocked_by: blocking },
  });
}

/** Throws 422 `TOO_MANY_IDS` with `details.limit` unless the action may have one more blocker. */
export function checkBlockerCount(count: number): void {
  if (count < maxBlockers) return;
  throw problem('TOO_MANY_IDS', `An action has at most ${maxBlockers} blockers.`, {
    details: { limit: maxBlockers },
  });
}

/**
 * Throws 422 `DEPENDENCY_CYCLE` with `details.path` when the action would wait for itself.
 * `waitedFor` has the edges that start at the blocker, directly or indirectly. More than `maxEdges`
 * of them are 422 `TOO_MANY_IDS`.
 */
export function checkNoCycle(
  actionId: string,
  blockerId: string,
  waitedFor: readonly { readonly action_id: string; readonly blocker_id: string }[],
): void {
  const rest = findPath(actionId, blockerId, waitedFor);
  if (rest !== undefined) {
    const path = [actionId, ...rest];
    throw problem('DEPENDENCY_CYCLE', `The action would wait for itself: ${path.join(' → ')}.`, {
      details: { path },
    });
  }
  if (waitedFor.length > maxEdges) {
    throw problem('TOO_MANY_IDS', `More than ${maxEdges} blockers are behind this one.`, {
      details: { limit: maxEdges },
    });
  }
}

// Breadth-first search, so the path is a shortest one.
function findPath(
  goal: string,
  start: string,
  edges: readonly { readonly action_id: string; readonly blocker_id: string }[],
): string[] | undefined {
  const blockersOf = new Map<string, string[]>();
  for (const { action_id: from, blocker_id: to } of edges) {
    blockersOf.set(from, [...(blockersOf.get(from) ?? []), to]);
  }
  const reachedFrom = new Map<string, string | undefined>([[start, undefined]]);
  for (const id of reachedFrom.keys()) {
    if (id === goal) break;
    for (const blocker of blockersOf.get(id) ?? []) {
      if (!reachedFrom.has(blocker)) reachedFrom.set(blocker, id);
    }
  }
  if (!reachedFrom.has(goal)) return undefined;
  const path: string[] = [];
  for (let id: string | undefined = goal; id !== undefined; id = reachedFrom.get(id))
    path.unshift(id);
  return path;
}
