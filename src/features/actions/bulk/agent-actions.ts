import { emit } from '../../../shared/events';
import type { WriteContext } from '../../../platform/operation';
import { actionNews, workersOf } from '../action-events';
import { noClaim } from '../claims/claim-rules';
import { lockOpenActionsOf, lockPoolClaimsOf, unassignActions } from './agent-actions-store';
import type { LockedAction } from './project-actions-store';

// The number of actions that one statement can take on both databases.
const BATCH = 500;

/**
 * Unassigns all open actions of an agent and emits an event for each. Their status does not change.
 * The caller has locked the agent row, so no action is assigned to the agent meanwhile.
 */
export async function returnToPool(
  ctx: WriteContext,
  agent: { readonly actor_id: string; readonly name: string },
): Promise<void> {
  const { transaction, workspaceId, actor, now } = ctx;
  for (;;) {
    const actions = await lockOpenActionsOf(transaction, workspaceId, agent.actor_id, BATCH);
    if (actions.length === 0) return;
    const ids = actions.map(({ id }) => id);
    await unassignActions(transaction, { workspaceId, ids, now, actorId: actor.id });
    const summary = `Back in the pool: ${agent.name} was revoked.`;
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
