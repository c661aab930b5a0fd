import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';
export {
  actorColumns,
  type ActorRow,
  type AgentActorRow,
  findActor,
  findActorOfAgent,
  findActors,
  findAgentActor,
  findFreeName,
  findOwner,
  findSystemActor,
  findSystemActors,
  isNameTaken,
  joinActor,
  lockAssignableUser,
  lockAgent,
  lockNames,
  namesOf,
  type NamesOf,
  nameTakenProblem,
  selectNames,
} from './actor-store';

/**
 * Throws 403 `FORBIDDEN` unless the caller is the agent itself, a sysadmin agent or a person.
 * `what` names what the caller reads: "the queue".
 */
export function checkMayReadOf(
  actor: Actor,
  agent: { readonly id: string; readonly name: string },
  what: string,
): void {
  const { id, name } = agent;
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin' || actor.agentId === id) return;
  throw problem(
    'FORBIDDEN',
    `Only people, sysadmin agents and ${name} can read ${what} of ${name}.`,
  );
}
