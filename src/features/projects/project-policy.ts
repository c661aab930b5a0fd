import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/**
 * Throws 403 unless the actor may change the project: people and sysadmin agents any, a worker what
 * it created.
 */
export function checkMayChange(
  actor: Actor,
  project: { readonly created_by_actor_id: string },
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (project.created_by_actor_id === actor.id) return;
  throw problem('FORBIDDEN', 'You can change only projects that you created.');
}
