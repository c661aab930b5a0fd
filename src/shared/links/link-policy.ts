import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/**
 * Throws 403 unless the actor may attach something to a project or order: people and sysadmin agents to any, a worker to projects that
 * it created and orders that it keeps.
 */
export function checkMayAttach(
  actor: Actor,
  place: { readonly created_by_actor_id: string; readonly agent_id: string | null },
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  const isOwn =
    place.agent_id === null
      ? place.created_by_actor_id === actor.id
      : place.agent_id === actor.agentId;
  if (isOwn) return;
  throw problem(
    'FORBIDDEN',
    'You can attach links only to projects that you created and orders that you keep.',
  );
}

/** Throws 403 unless the actor may change or remove the link: people, sysadmin agents and who attached it. */
export function checkMayChangeLink(
  actor: Actor,
  link: { readonly created_by_actor_id: string },
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (link.created_by_actor_id === actor.id) return;
  throw problem('FORBIDDEN', 'You can change only links that you attached.');
}
