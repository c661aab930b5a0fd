import { emit, type NewEvent } from '../../../shared/events';
import type { WriteContext } from '../../../platform/operation';
import { actionNews, workersOf, type EventAction, type WorkedOn } from '../action-events';
import { findDependents, findUnblocked, lockBlockersOf } from './unblocking-store';

// Both databases accept a statement with this many ids.
const BATCH = 500;

/** Actions that blocked others until this transaction ended or approved them, and its actor. */
export interface EndedBlockers {
  readonly ids: readonly string[];
  readonly actorId: string;
}

/**
 * Emits `action.unblocked` for each open action whose last blocker this transaction has ended. Call
 * it after the change. Lock order: actions, then blockers.
 */
export async function emitUnblocked(
  ctx: WriteContext,
  { ids, actorId }: EndedBlockers,
): Promise<void> {
  const { transaction, workspaceId, now } = ctx;
  // An action may have blockers in several batches.
  const emitted = new Set<string>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const ended = { workspaceId, ids: ids.slice(start, start + BATCH) };
    let afterId: string | undefined = '';
    while (afterId !== undefined) {
      const page = { afterId, limit: BATCH };
      const dependents: string[] = await findDependents(transaction, ended, page);
      afterId = dependents.length < BATCH ? undefined : dependents.at(-1);
      if (dependents.length === 0) continue;
      const scope = { workspaceId, ids: dependents };
      await lockBlockersOf(transaction, scope);
      const unblocked = await findUnblocked(transaction, scope, ended.ids);
      const fresh = unblocked.filter(({ id }) => !emitted.has(id));
      for (const { id } of fresh) emitted.add(id);
      emit(ctx, ...fresh.map((action) => ({ ...unblockedEvent(action, now), actorId })));
    }
  }
}

/** The event of an action that has no blocker any more. */
export function unblockedEvent(action: EventAction & WorkedOn, now: string): NewEvent {
  return actionNews(action, 'action.unblocked', 'The last blocker of the action has ended.', {
    related: workersOf(action, now),
  });
}
