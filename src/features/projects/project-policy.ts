import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** Throws 403 unless the actor may change the project: people and sysadmin agents any, a worker what it created. */
export function checkMayChange(
  actor: Actor,
  project: { readonly created_by_actor_id: string },
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (project.created_by_actor_id === actor.id) return;
  throw problem('FORBIDDEN', 'You can change only projects that you created.');
}

/** Throws 403 when a worker would close a project in which other agents hold open work (product section 3). */
export function checkMayClose(actor: Actor, lanes: readonly string[]): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (lanes.every((lane) => lane === actor.id)) return;
  throw problem(
    'FORBIDDEN',
    'Another agent has open work in this project, so you cannot close it.',
  );
}

/** Throws 403 when a worker would hand work to other agents by copying a template that is theirs in part (product section 3). */
export function checkMayCopy(actor: Actor, lanes: readonly string[]): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (lanes.every((lane) => lane === actor.id)) return;
  throw problem(
    'FORBIDDEN',
    'This template assigns work to another agent. Ask a person to duplicate it.',
  );
}
