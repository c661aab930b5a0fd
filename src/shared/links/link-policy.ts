import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/**
 * Throws 403 unless the actor may attach links to a project or order: people and sysadmin agents to
 * any, a worker to projects that it created and to its own orders.
 */
export function checkMayAttach(
  actor: Actor,
  subject: { readonly created_by_actor_id: string; readonly agent_id: string | null },
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  const isOwn =
    subject.agent_id === null
      ? subject.created_by_actor_id === actor.id
      : subject.agent_id === actor.agentId;
  if (isOwn) return;
  throw problem(
    'FORBIDDEN',
    'You can attach links only to projects that you created and to your orders.',
  );
}

/**
 * Throws 403 unless the actor may change or delete the link: people, sysadmin agents and its
 * creator.
 */
export function checkMayChangeLink(
  actor: Actor,
  link: { readonly created_by_actor_id: string },
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (link.created_by_actor_id === actor.id) return;
  throw problem('FORBIDDEN', 'You can change only links that you attached.');
}
