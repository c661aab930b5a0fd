import type { Reader } from '../../platform/db/reader';
import { strings } from '../../platform/db/statements/columns';
import type { Transaction } from '../../platform/db/transaction';
import { checkIfMatch } from '../../platform/http/responses/response';
import type { WriteContext } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { type History, historyStart, isBeyondHistory } from '../../shared/plans';
import {
  checkInReview,
  checkMayChange,
  checkOpen,
  checkTerminal,
  type PolicyAction,
} from './action-rules';
import {
  type ActionRow,
  findAction,
  findActionAndParent,
  findActionForUpdate,
  findActions,
  type SingleRow,
} from './action-store';
import { checkNotClaimedByAnother, isClaimedBy } from './claims/claim-rules';

type Check = (row: SingleRow) => void | Promise<void>;

/** The requirements of a verb on one action. */
export interface ActionGuard {
  /** The state that the verb changes. */
  readonly state: keyof typeof stateChecks;
  /** Throws 403 unless the caller may do this, and may do it without an approval. */
  readonly permission?: Check;
  readonly ifMatch: string | undefined;
  /** Throws 409 when a claim or another state of the action prevents the verb. */
  readonly conflicts?: Check;
}

const stateChecks = {
  open: ({ status }: SingleRow) => checkOpen(status),
  ended: ({ status }: SingleRow) => checkTerminal(status),
  inReview: checkInReview,
  openOrInReview: ({ status, review_state: review }: SingleRow) => {
    if (review !== 'pending') checkOpen(status);
  },
} as const;

/**
 * Locks the action that a verb changes, and checks the request in the order that all verbs share:
 * visible (404), in the right state (409), permitted and approved (403), version (412), claims and
 * other states (409). The verb checks its own rules (422) afterwards. The state comes before the
 * permission, because the caller that ended the action may have changed who has permission.
 */
export async function lockActionFor(
  ctx: WriteContext,
  id: string,
  { state, permission, ifMatch, conflicts }: ActionGuard,
): Promise<SingleRow> {
  const row = await findLockedAction(ctx, id);
  if (row === undefined) throw notFound('action', id);
  stateChecks[state](row);
  await permission?.(row);
  checkIfMatch(ifMatch, row.version);
  await conflicts?.(row);
  return row;
}

/** Throws 403 unless the caller may change the action or has claimed it. */
export function checkMayChangeAction(
  { actor, now }: Pick<WriteContext, 'actor' | 'now'>,
  row: PolicyRow & Pick<ActionRow, 'claimed_by_actor_id' | 'claim_expires_at'>,
): void {
  if (!isClaimedBy(row, actor.id, now)) checkMayChange(actor, toPolicyAction(row));
}

/** The guard of a plain change of an open action. */
export function changeGuard(
  ctx: WriteContext,
  ifMatch: string | undefined,
): ActionGuard & Required<Pick<ActionGuard, 'conflicts'>> {
  return {
    state: 'open',
    permission: (row) => checkMayChangeAction(ctx, row),
    ifMatch,
    conflicts: (row) => checkNotClaimedByAnother(ctx.actor, row, ctx.now),
  };
}

/** A workspace and the history window of its plan, which limits the visible actions. */
export interface ActionScope extends History {
  readonly reader: Reader;
  readonly workspaceId: string;
}

type LockingScope = ActionScope & { readonly transaction: Transaction };

/** The action of an id. Throws 404 unless the caller can see it. */
export async function getVisibleAction(scope: ActionScope, id: string): Promise<SingleRow> {
  const row = await findVisibleAction(scope, id);
  if (row === undefined) throw notFound('action', id);
  return row;
}

/** The action of an id, or undefined when the caller cannot see it. */
export async function findVisibleAction(
  scope: ActionScope,
  id: string,
): Promise<SingleRow | undefined> {
  return ifVisible(scope, await findAction(scope.reader, scope.workspaceId, id));
}

/** `findVisibleAction` with its row locked until the transaction ends. */
export async function findLockedAction(
  scope: LockingScope,
  id: string,
): Promise<SingleRow | undefined> {
  return ifVisible(scope, await findActionForUpdate(scope.transaction, scope.workspaceId, id));
}

/**
 * An action with the previous occurrence, if the caller can see that. Throws 404 unless the caller
 * can see the action.
 */
export async function getActionAndParent(
  scope: ActionScope,
  id: string,
): Promise<{ readonly action: ActionRow; readonly parent: ActionRow | undefined }> {
  const rows = await findActionAndParent(scope.reader, scope.workspaceId, id);
  const visible = visibleOf(scope, rows);
  const action = visible.find((row) => row.id === id);
  if (action === undefined) throw notFound('action', id);
  return { action, parent: visible.find((row) => row.id === action.spawned_from_action_id) };
}

/** The actions that the caller can see, in no particular order. */
export async function findVisibleActions(
  scope: ActionScope,
  ids: readonly string[],
): Promise<ActionRow[]> {
  if (ids.length === 0) return [];
  return visibleOf(scope, await findActions(scope.reader, scope.workspaceId, ids));
}

function ifVisible(history: History, row: SingleRow | undefined): SingleRow | undefined {
  return row === undefined || isBeyondHistory(row, historyStart(history)) ? undefined : row;
}

function visibleOf(history: History, rows: readonly ActionRow[]): ActionRow[] {
  const start = historyStart(history);
  return rows.filter((row) => !isBeyondHistory(row, start));
}

/** The columns of an action that permissions depend on. */
type PolicyRow = Pick<ActionRow, keyof PolicyAction>;

/** The fields of an action that permissions depend on. */
export function toPolicyAction(row: PolicyRow): PolicyAction {
  return { ...row, requirements: strings(row.requirements) };
}
