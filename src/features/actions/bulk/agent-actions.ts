import { emit } from '../../../shared/events';
import type { WriteContext } from '../../../platform/operation';
import { eventOn } from '../action-operations';
import { lockOpenActionsOf, lockPoolClaimsOf, unassignActions } from './agent-actions-store';

// As many actions at once as one statement takes on both databases.
const BATCH = 500;

/**
 * Returns every open action of an agent to the pool, with an event for each; one that is ready stays ready (product section 3). The
 * agent's row is locked, so that nothing new is assigned to it meanwhile.
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
    emit(ctx, ...actions.map((action) => eventOn(action, 'action.assigned', summary)));
    if (actions.length < BATCH) return;
  }
}

/**
 * Ends every live claim of an agent on pool work, with an event for each: it is open to all again. The agent's row is locked, so that it
 * claims nothing more meanwhile.
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
    emit(ctx, ...actions.map((action) => eventOn(action, 'action.released', summary)));
    if (actions.length < BATCH) return;
  }
}
