import type { Transaction } from '../../../platform/db/transaction';
import { eventColumns } from '../action-events';
import { open } from '../lists/action-scopes-store';
import { noClaim } from '../claims/claim-rules';
import { claimed } from '../lists/claim-scopes-store';
import type { LockedAction } from './project-actions-store';

/** Locks at most `limit` open actions of an assignee, templates included. */
export function lockOpenActionsOf(
  transaction: Transaction,
  workspaceId: string,
  actorId: string,
  limit: number,
): Promise<LockedAction[]> {
  return transaction.rows<LockedAction>((db) =>
    db('actions')
      .where({ workspace_id: workspaceId, assigned_actor_id: actorId })
      .where(open())
      .orderBy('id')
      .limit(limit)
      .select([...eventColumns])
      .forNoKeyUpdate(),
  );
}

/** Locks at most `limit` actions of the pool that are under a live claim of the actor. */
export function lockPoolClaimsOf(
  transaction: Transaction,
  { workspaceId, actorId, now }: Readonly<Record<'workspaceId' | 'actorId' | 'now', string>>,
  limit: number,
): Promise<LockedAction[]> {
  return transaction.rows<LockedAction>((db) =>
    db('actions')
      .where({ workspace_id: workspaceId, claimed_by_actor_id: actorId })
      .where(claimed({ now }))
      .whereNull('assigned_actor_id')
      .where(open())
      .orderBy('id')
      .limit(limit)
      .select([...eventColumns])
      .forNoKeyUpdate(),
  );
}

/** Unassigns locked actions and ends the claims on them. Their status does not change. */
export async function unassignActions(
  transaction: Transaction,
  change: {
    readonly workspaceId: string;
    readonly ids: readonly string[];
    readonly now: string;
    readonly actorId: string;
  },
): Promise<void> {
  await transaction.write((db) =>
    db('actions')
      .where({ workspace_id: change.workspaceId })
      .whereIn('id', [...change.ids])
      .update({
        assigned_actor_id: null,
        assigned_at: null,
        assignee_active_at: null,
        ...noClaim,
        claim_generation: db.raw('claim_generation + 1'),
        last_activity_at: change.now,
        updated_at: change.now,
        updated_by_actor_id: change.actorId,
        version: db.raw('version + 1'),
      }),
  );
}
