import { limits } from '../../../../generated/limits';
import { problem } from '../../../platform/problems';
import { isBlocking } from '../action-rules';

/** Maximum number of blockers of one action. */
const maxBlockers = limits.blockers;

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
