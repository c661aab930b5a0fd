/**
 * Actors: the users, agents and the system of a workspace. Every `*_actor_id` column refers to one;
 * joins of this module derive fields such as `assigned_actor_name` and `created_by_agent_id`.
 */
export {
  actorColumns,
  findActor,
  findActorOfAgent,
  findActors,
  findOwner,
  findSystemActor,
  findSystemActors,
  findAgentActor,
  lockActiveUser,
  lockAgent,
  joinActor,
  type ActorRow,
  type AgentActorRow,
} from './actor-store';
export { namesOf, selectNames, type NamesOf } from './names-store';
export { findFreeName, isNameTaken, lockNames, nameTakenProblem } from './name-store';
