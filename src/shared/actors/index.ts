/**
 * Actors: who can act in a workspace: a user, an agent or the system. Every `*_actor_id` points at one; the
 * derived fields (`assigned_actor_name`, `created_by_agent_id` ...) come from here.
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
  lockAgents,
  joinActor,
  type ActorRow,
  type AgentActorRow,
} from './actor-store';
