import { findActors } from '../../../shared/actors';
import {
  armTimers,
  takeDueTimers,
  type Occurrence,
  type TimerHandler,
} from '../../../shared/timers';
import { SECOND, addMilliseconds } from '../../../platform/time';
import { isTerminal } from '../action-rules';
import { actionNews, workersOf } from '../action-events';
import { findInPlay, findStalled, lockTimedActions, type TimedAction } from './action-timers-store';
import { leavesWindow } from './stalled-search';
import { findOwnWindow } from './stalled-search-store';

/** Emits `action.undeferred` for the actions in play whose `defer_until` has passed. */
export const undeferActions: TimerHandler = async (source, subjectIds) => {
  const { transaction, workspaceId, now } = source;
  const kind = 'action.undeferred';
  const actions = await lockTimedActions(transaction, { workspaceId, ids: subjectIds });
  const ids = actions.map(({ id }) => id);
  const taken = await takeDueTimers(transaction, { workspaceId, kind, now }, ids);
  const inPlay = await findInPlay(transaction, { workspaceId, ids });
  const occurrences = actions.flatMap((action): Occurrence[] => {
    const { id, defer_until: at } = action;
    if (at === null || at > now || !taken.has(id) || !inPlay.has(id)) return [];
    const related = workersOf(action, now);
    return [
      { at, event: actionNews(action, kind, 'The action is no longer deferred.', { related }) },
    ];
  });
  return { occurrences };
};

type Expired = TimedAction & {
  readonly claim_expires_at: string;
  readonly claimed_by_actor_id: string;
};

/**
 * Emits `claim.expired` for claims whose lease has ended, and `action.stalled` for assigned work
 * that is stalled since. A timer that is too early, because the claim was renewed, moves to the end
 * of the claim.
 */
export const expireClaims: TimerHandler = async (source, subjectIds) => {
  const { transaction, workspaceId, now, stalledSeconds } = source;
  const kind = 'claim.expired';
  const locked = await lockTimedActions(transaction, { workspaceId, ids: subjectIds });
  const taken = await takeDueTimers(
    transaction,
    { workspaceId, kind, now },
    locked.map(({ id }) => id),
  );
  const claimed = locked
    .filter((action) => taken.has(action.id) && !isTerminal(action.status))
    .filter(hasLease);
  await armTimers(
    transaction,
    claimed
      .filter(({ claim_expires_at: expiry }) => expiry > now)
      .map(({ id, claim_expires_at: due_at }) => ({
        workspace_id: workspaceId,
        kind,
        subject_id: id,
        due_at,
      })),
  );
  const expired = claimed.filter(({ claim_expires_at: expiry }) => expiry <= now);
  if (expired.length === 0) return { occurrences: [] };
  const window = (await findOwnWindow(transaction, workspaceId)) ?? stalledSeconds;
  const stalled = await findStalled(
    transaction,
    { workspaceId, ids: expired.map(({ id }) => id) },
    { now, stalledSince: addMilliseconds(now, -window * SECOND) },
  );
  const claimants = await findActors(transaction, workspaceId, [
    ...new Set(expired.map(({ claimed_by_actor_id: id }) => id)),
  ]);
  return {
    occurrences: expired.flatMap((action) => {
      const name = claimants.get(action.claimed_by_actor_id)?.name ?? 'the agent';
      const at = action.claim_expires_at;
      // An action that left the stalled window before has had its event.
      const isStalled = stalled.has(action.id) && at < leavesWindow(action, window);
      return [
        { at, event: expiredEvent(action, name) },
        ...(isStalled ? [{ at, event: stalledEvent(action, name) }] : []),
      ];
    }),
  };
};

function hasLease(action: TimedAction): action is Expired {
  return action.claim_expires_at !== null && action.claimed_by_actor_id !== null;
}

function expiredEvent(action: Expired, name: string): Occurrence['event'] {
  const where =
    action.assigned_actor_id === null
      ? 'the action is open to all again'
      : 'the action stays assigned';
  return actionNews(action, 'claim.expired', `The claim of ${name} has expired; ${where}.`, {
    related: {
      worker: [action.assigned_actor_id],
      former_worker: [action.claimed_by_actor_id],
    },
  });
}

// The same agents have the news of the expired claim.
function stalledEvent(action: Expired, name: string): Occurrence['event'] {
  const summary = `The claim of ${name} has expired, and nobody works on the action.`;
  return actionNews(action, 'action.stalled', summary, { related: {} });
}
