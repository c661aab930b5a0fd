import type { Transaction } from '../../../platform/db/transaction';
import type { WriteContext } from '../../../platform/operation';
import { emit, type EventSource } from '../../../shared/events';
import { actionNews, eventColumns, workersOf } from '../action-activity-store';
import { open } from '../action-scopes-store';
import type { StoredAction } from '../action-store';
import { noClaim } from '../claims/claim-rules';
import { claimed, endedBackoffs } from '../claims/claim-scopes-store';
import type { LockedAction } from './project-actions-store';

// The number of actions that one statement can take on both databases.
const BATCH = 500;

interface Assignee {
  readonly actor_id: string;
  readonly name: string;
}

/**
 * Unassigns all open actions of an agent and emits an event for each. Their status does not change.
 * The caller has locked the agent row, so no action is assigned to the agent meanwhile.
 */
export function returnToPool(ctx: WriteContext, agent: Assignee): Promise<void> {
  return unassignAll(ctx, agent, `Back in the pool: ${agent.name} was revoked.`, {});
}

/**
 * Moves all open actions of a person to the inbox, unassigned, and emits an event for each. No agent
 * may take them unasked. The caller has locked the user row, as `returnToPool` the agent's.
 */
export function returnToInbox(ctx: EventSource, person: Assignee): Promise<void> {
  const summary = `Back in the inbox: ${person.name} is a viewer now.`;
  return unassignAll(ctx, person, summary, { status: 'inbox', waits_for_answer: false });
}

async function unassignAll(
  ctx: EventSource,
  assignee: Assignee,
  summary: string,
  place: Place,
): Promise<void> {
  const { transaction, workspaceId, actor, now } = ctx;
  for (;;) {
    const actions = await lockOpenActionsOf(transaction, workspaceId, assignee.actor_id, BATCH);
    if (actions.length === 0) return;
    const ids = actions.map(({ id }) => id);
    await unassignActions(transaction, { workspaceId, ids, now, actorId: actor.id }, place);
    emit(
      ctx,
      ...actions.map((action) =>
        actionNews(action, 'action.assigned', summary, {
          related: workersOf(action, now, unassigned(action)),
        }),
      ),
    );
    if (actions.length < BATCH) return;
  }
}

/**
 * Ends all live claims of an agent on pool work and emits an event for each. The caller has locked
 * the agent row, so the agent claims nothing meanwhile.
 */
export async function endPoolClaims(
  ctx: WriteContext,
  agent: { readonly actor_id: string; readonly name: string },
  why: 'paused' | 'revoked',
): Promise<void> {
  const { transaction, workspaceId, actor, now } = ctx;
  const claimant = { workspaceId, actorId: agent.actor_id, now };
  for (;;) {
    const actions = await lockPoolClaimsOf(transaction, claimant, BATCH);
    if (actions.length === 0) return;
    const ids = actions.map(({ id }) => id);
    await unassignActions(transaction, { workspaceId, ids, now, actorId: actor.id });
    const summary = `Open to all again: ${agent.name} was ${why}.`;
    emit(
      ctx,
      ...actions.map((action) =>
        actionNews(action, 'action.released', summary, {
          related: workersOf(action, now, unassigned(action)),
        }),
      ),
    );
    if (actions.length < BATCH) return;
  }
}

function unassigned(action: LockedAction): LockedAction {
  return { ...action, assigned_actor_id: null, ...noClaim };
}

/** Locks at most `limit` open actions of an assignee, templates included. */
function lockOpenActionsOf(
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
function lockPoolClaimsOf(
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

/** The columns of a new status; none if the status does not change. */
type Place = Partial<Pick<StoredAction, 'status' | 'waits_for_answer'>>;

/** Unassigns locked actions and ends the claims on them. */
async function unassignActions(
  transaction: Transaction,
  change: {
    readonly workspaceId: string;
    readonly ids: readonly string[];
    readonly now: string;
    readonly actorId: string;
  },
  place: Place = {},
): Promise<void> {
  await transaction.write((db) =>
    db('actions')
      .where({ workspace_id: change.workspaceId })
      .whereIn('id', [...change.ids])
      .update({
        ...place,
        assigned_actor_id: null,
        assigned_at: null,
        assignee_active_at: null,
        ...noClaim,
        claim_generation: db.raw('claim_generation + 1'),
        ...endedBackoffs(db, change),
        last_activity_at: change.now,
        updated_at: change.now,
        updated_by_actor_id: change.actorId,
        version: db.raw('version + 1'),
      }),
  );
}
