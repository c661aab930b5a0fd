import {
  findLockedAction,
  blockForQuestion,
  toPolicyAction,
  isTerminal,
  type ActionRow,
} from '../actions';
import { findActor, findOwner, lockActiveUser } from '../../shared/actors';
import type { AgentActor, WriteContext } from '../../platform/operation';
import { invalidReference, problem } from '../../platform/problems';
import { checkMayAskAboutAction, checkMayAskAboutOrder } from './question-policy';
import { findSubject, type SubjectRow } from './question-store';

/** What a question is about; all null for nothing in particular. */
export interface ScopeIds {
  readonly actionId: string | null;
  readonly projectId: string | null;
  readonly orderId: string | null;
}

/** What a question is about, found and open to its asker. An action is locked. */
export interface Scope {
  readonly action: ActionRow | undefined;
  /** The person who created it, or null. */
  readonly creatorId: string | null;
}

/**
 * Finds what a question is about. Throws 422 `INVALID_REFERENCE` for an id that names nothing, 403 `FORBIDDEN` for what the
 * agent may not ask about, 409 `ALREADY_TERMINAL` with `details.status` for an action that is over.
 */
export async function findScope(
  ctx: WriteContext,
  agent: AgentActor,
  ids: ScopeIds,
): Promise<Scope> {
  if (ids.actionId !== null) return findActionScope(ctx, agent, ids.actionId);
  if (ids.projectId !== null) {
    return placeScope(await getPlace(ctx, { table: 'projects', id: ids.projectId }));
  }
  if (ids.orderId !== null) {
    const order = await getPlace(ctx, { table: 'orders', id: ids.orderId });
    checkMayAskAboutOrder(agent, order);
    return placeScope(order);
  }
  return { action: undefined, creatorId: null };
}

/** The person who is asked first: the one of the body, else whoever created the scope and is active, else the owner. */
export async function findAskedPerson(
  ctx: WriteContext,
  wanted: string | null | undefined,
  { creatorId }: Scope,
): Promise<string | null> {
  if (wanted === null) return null;
  if (wanted === undefined) {
    if (creatorId !== null && (await isActivePerson(ctx, creatorId))) return creatorId;
    return (await findOwner(ctx.transaction, ctx.workspaceId))?.id ?? null;
  }
  if (await isActivePerson(ctx, wanted)) return wanted;
  throw invalidReference('body/assigned_actor_id', 'a person who is not deactivated');
}

async function isActivePerson(
  { transaction, workspaceId }: WriteContext,
  id: string,
): Promise<boolean> {
  const userId = (await findActor(transaction, workspaceId, id))?.user_id;
  return typeof userId === 'string' && lockActiveUser(transaction, workspaceId, userId);
}

/** Tells the action that there is a question about it; a blocking one puts it on hold. */
export async function noteQuestion(
  ctx: WriteContext,
  { action }: Scope,
  blocking: boolean,
): Promise<void> {
  if (action !== undefined) await blockForQuestion(ctx, action, blocking);
}

async function findActionScope(ctx: WriteContext, agent: AgentActor, id: string): Promise<Scope> {
  const action = await findLockedAction(ctx, id);
  if (action === undefined) throw invalidReference('body/action_id', 'an action');
  checkMayAskAboutAction(agent, toPolicyAction(action));
  const { status } = action;
  if (isTerminal(status)) {
    throw problem('ALREADY_TERMINAL', `The action is ${status} already.`, { details: { status } });
  }
  return {
    action,
    creatorId: action.creator_kind === 'user' ? action.created_by_actor_id : null,
  };
}

async function getPlace(
  { transaction, workspaceId }: WriteContext,
  place: { readonly table: 'projects' | 'orders'; readonly id: string },
): Promise<SubjectRow> {
  const row = await findSubject(transaction, workspaceId, place);
  if (row !== undefined) return row;
  throw place.table === 'projects'
    ? invalidReference('body/project_id', 'a project')
    : invalidReference('body/order_id', 'an order');
}

function placeScope(row: SubjectRow): Scope {
  return {
    action: undefined,
    creatorId: row.creator_kind === 'user' ? row.created_by_actor_id : null,
  };
}
