import type { Knex } from 'knex';
import { type Condition, isOneOf } from '../../../platform/db/statements/columns';
import type { ActivityWindows } from '../action-rules';

// Conditions on the claims of actions. `isLive` in claim-rules.ts defines the same in JavaScript.

type Now = Pick<ActivityWindows, 'now'>;
type ActorNow = Now & { readonly actorId: string };

/** Under a claim whose lease has not expired. On a ready action, every live claim is such a claim. */
export function leased({ now }: Now): Condition {
  return (query) => void query.where('actions.claim_expires_at', '>', now);
}

/** Waiting, under a claim at rest: it does not expire while its agent waits for an answer. */
export function claimAtRest(): Condition {
  return (query) =>
    void query
      .where(isOneOf('actions.status', ['waiting']))
      .whereNotNull('actions.claimed_by_actor_id')
      .whereNull('actions.claim_expires_at');
}

/** Under a live claim: its lease has not expired, or it is at rest. */
export function claimed(clock: Now): Condition {
  return (query) => void query.where(leased(clock)).orWhere(claimAtRest());
}

/** Claimed by a worker of an agent; null is the worker of the claims that name none. */
export function claimedByWorker({
  actorId,
  worker,
}: {
  readonly actorId: string;
  readonly worker: string | null;
}): Condition {
  return (query) => {
    void query.where('actions.claimed_by_actor_id', actorId);
    if (worker === null) void query.whereNull('actions.claim_worker');
    // Never null, so the condition can be negated.
    else void query.whereRaw("coalesce(actions.claim_worker, '') = ?", [worker]);
  };
}

/**
 * Not offered to the agent: it released its claim less than the workspace's `release_backoff` ago,
 * and nobody else has changed the action since.
 */
export function releasedBy({ actorId, now }: ActorNow): Condition {
  return (query) =>
    void query
      .where('actions.released_until', '>', now)
      .where('actions.last_claimed_by_actor_id', actorId)
      .where('actions.updated_by_actor_id', actorId);
}

/** `releasedBy` negated. */
export function notReleasedBy({ actorId, now }: ActorNow): Condition {
  return (query) =>
    void query
      .whereNull('actions.released_until')
      .orWhere('actions.released_until', '<=', now)
      .orWhereNot('actions.last_claimed_by_actor_id', actorId)
      .orWhereNot('actions.updated_by_actor_id', actorId);
}

/** `endedBackoff` for an update of many actions. */
export function endedBackoffs(
  db: Knex,
  { actorId, now }: ActorNow,
): { readonly released_until: Knex.Raw } {
  return {
    released_until: db.raw(
      `case when released_until > ?
         and not (last_claimed_by_actor_id = ? and updated_by_actor_id = ?)
         then ? else released_until end`,
      [now, actorId, actorId, now],
    ),
  };
}

/** Without a lease, or with an expired one. A ready action of this kind has no live claim. */
export function unleased({ now }: Now): Condition {
  return (query) =>
    void query.whereNull('actions.claim_expires_at').orWhere('actions.claim_expires_at', '<=', now);
}

/**
 * The waiting actions that are assigned to the actor, or unassigned and under its live claim, as
 * `actions`. Each part uses its own index.
 */
export function waitingAssignedOrClaimedBy(
  db: Knex,
  { workspaceId, actorId, now }: ActorNow & { readonly workspaceId: string },
): Knex.QueryBuilder {
  const waiting = (): Knex.QueryBuilder =>
    db('actions')
      .where('actions.workspace_id', workspaceId)
      .where(isOneOf('actions.status', ['waiting']))
      .select('actions.*');
  const pool = waiting()
    .whereNull('actions.assigned_actor_id')
    .where('actions.claimed_by_actor_id', actorId)
    .where(claimed({ now }));
  const own = waiting().where('actions.assigned_actor_id', actorId);
  return db.from(own.unionAll([pool]).as('actions'));
}

/** Neither assigned to the actor, nor unassigned and under its live claim. */
export function notOfActor({ actorId, now }: ActorNow): Condition {
  return (query) =>
    void query.whereNot('actions.assigned_actor_id', actorId).orWhere((pool) => {
      void pool.whereNull('actions.assigned_actor_id').where((others) => {
        void others
          .whereNull('actions.claimed_by_actor_id')
          .orWhereNot('actions.claimed_by_actor_id', actorId)
          .orWhereNot(claimed({ now }));
      });
    });
}
