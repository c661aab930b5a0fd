import { addMilliseconds, SECOND } from '../../../platform/time';
import { findActors } from '../../../shared/actor-store';
import {
  armTimers,
  type Occurrence,
  takeDueTimers,
  type TimerHandler,
  type TimerSource,
} from '../../../shared/timer-store';
import { actionNews, workersOf } from '../action-activity-store';
import { isTerminal } from '../action-rules';
import {
  type ActivityPosition,
  findByActivity,
  findInPlay,
  findOfferedAgain,
  findOwnWindow,
  findStalled,
  lockDueSearch,
  lockTimedActions,
  moveSearch,
  type StalledSearch,
  type TimedAction,
} from './action-timers-store';

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

/**
 * Emits `action.offered_again` for the actions that the queue of the agent that released them has
 * again, because the backoff of the release has ended.
 */
export const offerAgain: TimerHandler = async (source, subjectIds) => {
  const { transaction, workspaceId, now } = source;
  const kind = 'action.offered_again';
  const actions = await lockTimedActions(transaction, { workspaceId, ids: subjectIds });
  const ids = actions.map(({ id }) => id);
  const taken = await takeDueTimers(transaction, { workspaceId, kind, now }, ids);
  const releasers = await findOfferedAgain(
    transaction,
    { workspaceId, ids: [...taken.keys()] },
    now,
  );
  const names = await findActors(transaction, workspaceId, [...new Set(releasers.values())]);
  const occurrences = actions.flatMap((action): Occurrence[] => {
    const [at, releaser] = [taken.get(action.id), releasers.get(action.id)];
    if (at === undefined || releaser === undefined) return [];
    const name = names.get(releaser)?.name ?? 'the agent';
    const role = action.assigned_actor_id === releaser ? 'worker' : 'former_worker';
    const summary = `The action is offered again to ${name}, which released it.`;
    return [{ at, event: actionNews(action, kind, summary, { related: { [role]: [releaser] } }) }];
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
function leavesWindow({ last_activity_at: at }: TimedAction, window: number): string {
  return addMilliseconds(at, window * SECOND);
}

function wasStalledByClaim(action: TimedAction, window: number): boolean {
  const { claim_expires_at: expiry } = action;
  return expiry !== null && expiry <= leavesWindow(action, window);
}
