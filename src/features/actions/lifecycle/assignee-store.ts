import { compiledStatement } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';
import type { WriteContext } from '../../../platform/operation';
import { invalidReference, problem, type Problem } from '../../../platform/problems';
import {
  findActor,
  findActorOfAgent,
  lockAssignableUser,
  lockAgent,
  type ActorRow,
} from '../../../shared/actor-store';
import type { ActionRow } from '../action-store';

/** The two ways in which a body names an assignee. An absent field leaves the assignee as it is. */
export interface AssigneeFields {
  readonly assigned_actor_id?: string | null;
  readonly assigned_agent_id?: string | null;
}

/** An assignee: null unassigns, undefined leaves the assignee as it is. */
export type Assignee = ActorRow | null | undefined;

/** The assignee that a body names, or the 422 problem if the body is wrong. */
export interface NamedAssignee {
  /** Undefined also when there is a fault. */
  readonly assignee: Assignee;
  readonly fault: Problem | undefined;
}

/**
 * Finds the assignee that a body names and locks its agent or user row until the transaction ends,
 * so that a concurrent revocation, deactivation or change of role waits. Call it before actions are
 * locked. The fault is for `checkAssignee`, because the checks of the action come first.
 */
export async function lockAssignee(
  transaction: Transaction,
  workspaceId: string,
  fields: AssigneeFields,
): Promise<NamedAssignee> {
  const byActor = await findById(fields.assigned_actor_id, (id) =>
    lockAssignableActor(transaction, workspaceId, id),
  );
  const byAgent = await findById(fields.assigned_agent_id, (id) =>
    lockAssignableAgent(transaction, workspaceId, id),
  );
  const fault = [byActor, byAgent].find((named) => named.fault !== undefined);
  if (fault !== undefined) return fault;
  if (byActor.assignee === undefined) return byAgent;
  if (byAgent.assignee === undefined || byAgent.assignee?.id === byActor.assignee?.id) {
    return byActor;
  }
  return faulty(conflictingAssignee());
}

/**
 * The assignee of `lockAssignee`. Throws its fault: 422 `CONFLICTING_ASSIGNEE` when the two fields
 * disagree, 422 `INVALID_REFERENCE` for an id that names no person or agent of the workspace, or
 * one that is deactivated, a viewer or revoked. Throws the fault of `lockReviewer` too.
 */
export function checkAssignee(
  { assignee, fault }: NamedAssignee,
  reviewerFault?: Problem,
): Assignee {
  if (fault?.code === 'INVALID_REFERENCE' && reviewerFault !== undefined) {
    const issues = [...fault.issues, ...reviewerFault.issues];
    throw problem('INVALID_REFERENCE', fault.message, { issues });
  }
  const first = fault ?? reviewerFault;
  if (first !== undefined) throw first;
  return assignee;
}

/**
 * Checks the reviewer that a body names, and locks the user row like `lockAssignee`, which comes
 * after it. The fault is the 422 problem for anybody but an active person who is not a viewer.
 */
export async function lockReviewer(
  transaction: Transaction,
  workspaceId: string,
  id: string | null | undefined,
): Promise<{ readonly name?: string; readonly fault?: Problem }> {
  if (typeof id !== 'string') return {};
  const actor = await findActor(transaction, workspaceId, id);
  const userId = actor?.user_id;
  if (typeof userId !== 'string' || !(await lockAssignableUser(transaction, workspaceId, userId))) {
    const who = 'an active person who is not a viewer';
    return { fault: invalidReference('body/reviewer_actor_id', who) };
  }
  return actor === undefined ? {} : { name: actor.name };
}

/** The names of the people who are asked for a review, before and after a change. */
export interface ReviewerNames {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The name of the person whom a change relieves of a review. */
export async function earlierReviewer(
  { transaction, workspaceId }: Pick<WriteContext, 'transaction' | 'workspaceId'>,
  { requested_reviewer_actor_id: id }: Pick<ActionRow, 'requested_reviewer_actor_id'>,
  changes: Partial<Pick<ActionRow, 'requested_reviewer_actor_id'>>,
): Promise<string | undefined> {
  if (id === null || changes.requested_reviewer_actor_id === undefined) return undefined;
  return (await findActor(transaction, workspaceId, id))?.name;
}

async function lockAssignableActor(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<NamedAssignee> {
  const path = 'body/assigned_actor_id';
  const actor = await findActor(transaction, workspaceId, id);
  return actor === undefined || actor.kind === 'system'
    ? faulty(invalidReference(path, 'a person or an agent'))
    : lockAssignable(transaction, workspaceId, actor, path);
}

async function lockAssignableAgent(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<NamedAssignee> {
  const path = 'body/assigned_agent_id';
  const actor = await findActorOfAgent(transaction, workspaceId, id);
  return actor === undefined
    ? faulty(invalidReference(path, 'an agent'))
    : lockAssignable(transaction, workspaceId, actor, path);
}

async function lockAssignable(
  transaction: Transaction,
  workspaceId: string,
  actor: ActorRow,
  path: string,
): Promise<NamedAssignee> {
  const { agent_id: agentId, user_id: userId } = actor;
  if (agentId !== null && (await lockAgent(transaction, workspaceId, agentId)) === 'revoked') {
    return faulty(invalidReference(path, 'an agent that is not revoked'));
  }
  if (userId !== null && !(await lockAssignableUser(transaction, workspaceId, userId))) {
    return faulty(invalidReference(path, 'an active person who is not a viewer'));
  }
  return { assignee: actor, fault: undefined };
}

async function findById(
  id: string | null | undefined,
  find: (id: string) => Promise<NamedAssignee>,
): Promise<NamedAssignee> {
  return typeof id === 'string' ? find(id) : { assignee: id, fault: undefined };
}

function faulty(fault: Problem): NamedAssignee {
  return { assignee: undefined, fault };
}

function conflictingAssignee(): Problem {
  return problem(
    'CONFLICTING_ASSIGNEE',
    'assigned_actor_id and assigned_agent_id name different assignees. Send one of them.',
    {
      issues: [
        {
          path: 'body/assigned_agent_id',
          code: 'CONFLICTING_ASSIGNEE',
          message: 'body/assigned_agent_id names another actor than body/assigned_actor_id.',
        },
      ],
    },
  );
}

const agentsOfActions = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('agents')
    .where({ workspace_id: given('workspaceId') })
    .whereIn(
      'actor_id',
      db('actions')
        .where({ workspace_id: given('workspaceId') })
        .whereIn('id', [...ids])
        .select('assigned_actor_id'),
    )
    .orderBy('id')
    .select('id')
    .forKeyShare(),
);

/**
 * Locks the agents to whom the actions are assigned until the transaction ends, so that a
 * concurrent pause or revocation waits. Returns their number.
 */
export async function lockAssignedAgents(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  return (await transaction.rows(agentsOfActions({ workspaceId }, ids))).length;
}

const lockOfActions = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('actions')
    .where({ workspace_id: given('workspaceId') })
    .whereIn('id', [...ids])
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate(),
);

/** Locks actions by id until the transaction ends. */
export async function lockActions(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await transaction.lock(lockOfActions({ workspaceId }, ids));
}
