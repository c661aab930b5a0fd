import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import type { Reader } from '../../../platform/db/reader';
import { bool } from '../../../platform/db/statements/columns';
import type { Actor, WriteContext } from '../../../platform/operation';
import { Problem, problem } from '../../../platform/problems';
import { eventColumns } from '../action-activity-store';
import { checkMayChangeAction } from '../action-guard';
import { checkMayAssign } from '../action-rules';
import { type ActionRow, actionsOf } from '../action-store';
import { checkNotClaimedByAnother } from '../claims/claim-rules';
import {
  type LockedAction,
  type OpenActionsBatch,
  openBatch,
  type ProjectKey,
} from './project-actions-store';

/** The ids of refused actions that an error names. */
export function namedIds(actions: readonly { readonly id: string }[]): string[] {
  return actions.slice(0, limits.refused_actions).map(({ id }) => id);
}

/**
 * Checks each action as the single verb would. Throws the first refusal, with the ids of all
 * actions that are refused with its code in `details.action_ids`.
 */
function checkEach<Touched extends { readonly id: string }>(
  actions: readonly Touched[],
  check: (action: Touched) => void,
): void {
  const refusals = actions.flatMap((action) => {
    const refusal = refusalOf(() => check(action));
    return refusal === undefined ? [] : [{ id: action.id, refusal }];
  });
  const [first] = refusals;
  if (first === undefined) return;
  const { code, message, details, headers } = first.refusal;
  const same = refusals.filter(({ refusal }) => refusal.code === code);
  throw problem(code, `Action ${first.id}: ${message} The request changes nothing.`, {
    details: { ...details, action_ids: namedIds(same) },
    headers,
  });
}

/** Throws 403 unless the caller may change each of the actions. */
export function checkMayChangeEach(ctx: WriteContext, actions: readonly TouchedAction[]): void {
  checkEach(actions, (action) => checkMayChangeAction(ctx, action));
}

/** Throws 409 `ALREADY_CLAIMED` for an agent while another one has a live claim on an action. */
export function checkNoneClaimedByAnother(
  { actor, now }: WriteContext,
  actions: readonly TouchedAction[],
): void {
  checkEach(actions, (action) => checkNotClaimedByAnother(actor, action, now));
}

/** The actions that the caller needs an approval to drop. */
export function gatedForDrop(actor: Actor, actions: readonly TouchedAction[]): TouchedAction[] {
  if (actor.kind !== 'agent') return [];
  return actions.filter(
    (action) => actor.requiresProposals || bool(action.order_requires_proposals),
  );
}

/**
 * Throws 403 for actions that the caller can hide in a template only with an approval. A project
 * with such actions becomes a template by a person, not by an approval.
 */
export function checkMayHideEach(actor: Actor, actions: readonly TouchedAction[]): void {
  const gated = new Set(gatedForDrop(actor, actions));
  checkEach(actions, (action) => {
    if (!gated.has(action)) return;
    throw problem('FORBIDDEN', 'Only people can make it part of a template.');
  });
}

/** Throws 403 unless the caller could create a copy of each of the actions with its assignee. */
export function checkMayCopyEach(actor: Actor, actions: readonly TouchedAction[]): void {
  checkEach(actions, (action) => checkMayAssign(actor, assigneeOf(action)));
}

/** The actions whose copies the caller could create only with an approval, for their orders. */
export function gatedForCopy(actor: Actor, actions: readonly TouchedAction[]): TouchedAction[] {
  if (actor.kind !== 'agent') return [];
  return actions.filter(
    (action) => action.assigned_actor_id !== actor.id && bool(action.order_requires_proposals),
  );
}

function assigneeOf(action: TouchedAction) {
  const { assigned_actor_id: id, assignee_kind: kind, assignee_name: name } = action;
  return id === null || kind === null ? null : { id, kind, name: name ?? 'another actor' };
}

function refusalOf(check: () => void): Problem | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** An action that a request changes beside its own record, with the columns that guards read. */
export interface TouchedAction
  extends
    LockedAction,
    Pick<
      ActionRow,
      | 'domain_id'
      | 'created_by_actor_id'
      | 'requirements'
      | 'claim_lease_seconds'
      | 'assignee_kind'
      | 'assignee_name'
    > {
  /** Null without an order. */
  readonly order_requires_proposals: unknown;
}

/** The actions of these ids, with one statement, in the order of ids. Lock them before. */
export function findTouchedActions(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<TouchedAction[]> {
  return reader.rows<TouchedAction>((db) =>
    selectTouched(actionsOf(db, workspaceId).whereIn('actions.id', [...ids])).orderBy('actions.id'),
  );
}

/** A batch of the open actions of a project, not locked. */
export function findTouchedBatch(
  reader: Reader,
  project: ProjectKey,
  batch: OpenActionsBatch,
): Promise<TouchedAction[]> {
  return reader.rows<TouchedAction>((db) => selectTouched(openBatch(db, project, batch)));
}

function selectTouched(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query
    .leftJoin('actors as assignee', (on) => {
      on.on('assignee.workspace_id', 'actions.workspace_id').on(
        'assignee.id',
        'actions.assigned_actor_id',
      );
    })
    .leftJoin('orders', (on) => {
      on.on('orders.workspace_id', 'actions.workspace_id').on('orders.id', 'actions.order_id');
    })
    .select([...eventColumns])
    .select('actions.domain_id', 'actions.created_by_actor_id')
    .select('actions.requirements', 'actions.claim_lease_seconds')
    .select('assignee.kind as assignee_kind', 'assignee.name as assignee_name')
    .select('orders.requires_proposals as order_requires_proposals');
}
