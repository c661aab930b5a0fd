/**
 * Actors: the users, agents and the system of a workspace. Every `*_actor_id` column refers to one;
 * joins of this module derive fields such as `assigned_actor_name` and `created_by_agent_id`.
 */
export { checkMayReadOf } from './actor-rules';
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
