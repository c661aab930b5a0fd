import {
  findActor,
  findActorOfAgent,
  lockActiveUser,
  lockAgent,
  type ActorRow,
} from '../../../shared/actors';
import type { Transaction } from '../../../platform/db/transaction';
import { invalidReference, problem } from '../../../platform/problems';

/** The two ways in which a body names an assignee; an absent one says nothing. */
export interface AssigneeFields {
  readonly assigned_actor_id?: string | null;
  readonly assigned_agent_id?: string | null;
}

/** Whether a body names an assignee that has to be looked for. */
export function namesSomebody(fields: AssigneeFields): boolean {
  return (
    typeof fields.assigned_actor_id === 'string' || typeof fields.assigned_agent_id === 'string'
  );
}

/**
 * The assignee that a body names: an actor, null for nobody, undefined when the body says nothing. Both fields may be sent when they
 * agree, else 422 `CONFLICTING_ASSIGNEE`; an id that names no person or agent of the workspace is 422 `INVALID_REFERENCE`, that of a revoked
 * agent or a deactivated person too. Who is found is held as they are until the transaction ends: call it before actions are locked.
 */
export async function resolveAssignee(
  transaction: Transaction,
  workspaceId: string,
  fields: AssigneeFields,
): Promise<ActorRow | null | undefined> {
  const byActor = await resolve(fields.assigned_actor_id, async (id) => {
    const actor = await findActor(transaction, workspaceId, id);
    if (actor === undefined || actor.kind === 'system') {
      throw invalidReference('body/assigned_actor_id', 'a person or an agent');
    }
    await holdAssignable(transaction, workspaceId, actor, 'body/assigned_actor_id');
    return actor;
  });
  const byAgent = await resolve(fields.assigned_agent_id, async (id) => {
    const actor = await findActorOfAgent(transaction, workspaceId, id);
    if (actor === undefined) throw invalidReference('body/assigned_agent_id', 'an agent');
    await holdAssignable(transaction, workspaceId, actor, 'body/assigned_agent_id');
    return actor;
  });
  if (byActor === undefined) return byAgent;
  if (byAgent === undefined || byAgent?.id === byActor?.id) return byActor;
  throw problem(
    'CONFLICTING_ASSIGNEE',
    'assigned_actor_id and assigned_agent_id name different assignees. Send one of them.',
    {
      issues: [
        {
          path: 'body/assigned_agent_id',
          code: 'CONFLICTING_ASSIGNEE',
          message: 'It is not the agent behind body/assigned_actor_id.',
        },
      ],
    },
  );
}

async function holdAssignable(
  transaction: Transaction,
  workspaceId: string,
  { agent_id: agentId, user_id: userId }: ActorRow,
  path: string,
): Promise<void> {
  if (agentId !== null && (await lockAgent(transaction, workspaceId, agentId)) === 'revoked') {
    throw invalidReference(path, 'an agent that is not revoked');
  }
  if (userId !== null && !(await lockActiveUser(transaction, workspaceId, userId))) {
    throw invalidReference(path, 'a person who is not deactivated');
  }
}

async function resolve(
  id: string | null | undefined,
  find: (id: string) => Promise<ActorRow>,
): Promise<ActorRow | null | undefined> {
  return typeof id === 'string' ? find(id) : id;
}
