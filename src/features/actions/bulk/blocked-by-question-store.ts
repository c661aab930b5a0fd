import type { Knex } from 'knex';
import { databaseTime } from '../../../platform/db/clock';
import { isOneOf } from '../../../platform/db/statements/columns';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import type { StoredAction } from '../action-store';
import { noClaim } from '../claims/claim-rules';
import { claimAtRest } from '../lists/claim-scopes-store';

/** A waiting action whose wait, or the rest of its claim, ends with a question. */
export type BlockedAction = Pick<
  StoredAction,
  | 'workspace_id'
  | 'id'
  | 'title'
  | 'project_id'
  | 'order_id'
  | 'status'
  | 'assigned_actor_id'
  | 'waits_for_answer'
  | 'claimed_by_actor_id'
  | 'claim_expires_at'
>;

interface ActionIds {
  readonly workspaceId: string;
  readonly ids: readonly string[];
}

type Change = ActionIds & { readonly now: string; readonly actorId: string };

/** Locks those of the actions that wait only for an answer, or whose claim is at rest. */
export function lockBlockedActions(
  reader: Reader,
  { workspaceId, ids }: ActionIds,
): Promise<BlockedAction[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return reader.rows<BlockedAction>((db) =>
    db('actions')
      .where({ workspace_id: workspaceId })
      .where(isOneOf('status', ['waiting']))
      .where((either) => void either.where('waits_for_answer', true).orWhere(claimAtRest()))
      .whereIn('id', [...ids])
      .orderBy('id')
      .select('workspace_id', 'id', 'title', 'project_id', 'order_id')
      .select('status', 'assigned_actor_id', 'waits_for_answer')
      .select('claimed_by_actor_id', 'claim_expires_at')
      .forNoKeyUpdate(),
  );
}

/**
 * Makes locked actions that waited for an answer ready. A new lease begins for their claims at
 * rest.
 */
export async function makeReady(transaction: Transaction, change: Change): Promise<void> {
  await updateWaiting(transaction, change, (db) => ({
    status: 'ready',
    waits_for_answer: false,
    claim_expires_at: db.raw('case when claimed_by_actor_id is null then null else ? end', [
      db.raw('coalesce(claim_expires_at, ?)', [newExpiry(db, transaction)]),
    ]),
  }));
}

/** The columns of an action that leaves its wait and its assignee. */
export const backInInbox = {
  status: 'inbox',
  waits_for_answer: false,
  assigned_actor_id: null,
  assigned_at: null,
  assignee_active_at: null,
  ...noClaim,
} as const;

/** Moves locked actions that waited for an answer to the inbox, unassigned. */
export async function returnToInbox(transaction: Transaction, change: Change): Promise<void> {
  await updateWaiting(transaction, change, () => backInInbox);
}

/** Begins a new lease for the claims at rest on locked actions, which continue to wait. */
export async function endRests(transaction: Transaction, change: Change): Promise<void> {
  await updateWaiting(transaction, change, (db) => ({
    claim_expires_at: newExpiry(db, transaction),
  }));
}

async function updateWaiting(
  transaction: Transaction,
  { workspaceId, ids, now, actorId }: Change,
  columns: (db: Knex) => object,
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.write((db) =>
    db('actions')
      .where({ workspace_id: workspaceId })
      .whereIn('id', [...ids])
      .update({
        ...columns(db),
        last_activity_at: now,
        updated_at: now,
        updated_by_actor_id: actorId,
        version: db.raw('version + 1'),
      }),
  );
}

function newExpiry(db: Knex, { dialect }: Transaction): Knex.Raw {
  return databaseTime(db, dialect, db.ref('claim_lease_seconds'));
}
