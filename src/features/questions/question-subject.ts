import {
  findLockedAction,
  blockForQuestion,
  toPolicyAction,
  isTerminal,
  type ActionRow,
} from '../actions';
import { findActor, findOwner, lockAssignableUser } from '../../shared/actors';
import type { AgentActor, WriteContext } from '../../platform/operation';
import { invalidReference, problem } from '../../platform/problems';
import { checkMayAskAboutAction, checkMayAskAboutOrder } from './question-rules';
import { findSubjectRow, type SubjectRow } from './question-store';

/** The ids of a question's subject; all null for a question about no record. */
export interface SubjectIds {
  readonly actionId: string | null;
  readonly projectId: string | null;
  readonly orderId: string | null;
}

/** The subject of a question. An action is locked. */
export interface Subject {
  readonly action: ActionRow | undefined;
  /** The person who created the subject, or null. */
  readonly creatorId: string | null;
}

/**
 * Finds the subject of a question. Throws 422 `INVALID_REFERENCE` for an unknown id, 409
 * `ALREADY_TERMINAL` with `details.status` for an action that has ended, and 403 `FORBIDDEN` for a
 * subject that the agent may not ask about.
 */
export async function findSubject(
  ctx: WriteContext,
  agent: AgentActor,
  ids: SubjectIds,
): Promise<Subject> {
  if (ids.actionId !== null) return findSubjectAction(ctx, agent, ids.actionId);
  if (ids.projectId !== null) {
    return toSubject(await getSubjectRow(ctx, { table: 'projects', id: ids.projectId }));
  }
  if (ids.orderId !== null) {
    const order = await getSubjectRow(ctx, { table: 'orders', id: ids.orderId });
    checkMayAskAboutOrder(agent, order);
    return toSubject(order);
  }
  return { action: undefined, creatorId: null };
}

/**
 * The person to whom a question is assigned: the one of the body, else the active person who
 * created the subject, else the owner of the workspace; never a viewer. Throws 422
 * `INVALID_REFERENCE` for a person in the body who is unknown, deactivated or a viewer.
 */
export async function findAssignee(
  ctx: WriteContext,
  requested: string | null | undefined,
  { creatorId }: Subject,
): Promise<string | null> {
  if (requested === null) return null;
  if (requested === undefined) {
    if (creatorId !== null && (await lockAssignablePerson(ctx, creatorId))) return creatorId;
    const owner = await findOwner(ctx.transaction, ctx.workspaceId);
    return owner !== undefined && (await lockAssignablePerson(ctx, owner.id)) ? owner.id : null;
  }
  if (await lockAssignablePerson(ctx, requested)) return requested;
  throw invalidReference('body/assigned_actor_id', 'an active person who is not a viewer');
}

/**
 * Records a new question on its action, if it has one. A blocking question moves a ready action to
 * waiting.
 */
export async function recordQuestion(
  ctx: WriteContext,
  { action }: Subject,
  blocking: boolean,
): Promise<void> {
  if (action !== undefined) await blockForQuestion(ctx, action, blocking);
}

async function lockAssignablePerson(
  { transaction, workspaceId }: WriteContext,
  id: string,
): Promise<boolean> {
  const userId = (await findActor(transaction, workspaceId, id))?.user_id;
  return typeof userId === 'string' && lockAssignableUser(transaction, workspaceId, userId);
}

async function findSubjectAction(
  ctx: WriteContext,
  agent: AgentActor,
  id: string,
): Promise<Subject> {
  const action = await findLockedAction(ctx, id);
  if (action === undefined) throw invalidReference('body/action_id', 'an action');
  const { status } = action;
  if (isTerminal(status)) {
    throw problem('ALREADY_TERMINAL', `The action is ${status} already.`, { details: { status } });
  }
  checkMayAskAboutAction(agent, toPolicyAction(action));
  return {
    action,
    creatorId: action.creator_kind === 'user' ? action.created_by_actor_id : null,
  };
}

async function getSubjectRow(
  { transaction, workspaceId }: WriteContext,
  subject: { readonly table: 'projects' | 'orders'; readonly id: string },
): Promise<SubjectRow> {
  const row = await findSubjectRow(transaction, workspaceId, subject);
  if (row !== undefined) return row;
  throw subject.table === 'projects'
    ? invalidReference('body/project_id', 'a project')
    : invalidReference('body/order_id', 'an order');
}

function toSubject(row: SubjectRow): Subject {
  return {
    action: undefined,
    creatorId: row.creator_kind === 'user' ? row.created_by_actor_id : null,
  };
}
