import { historyStart, isBeyondHistory, type History } from '../../shared/plans';
import { strings } from '../../platform/db/statements/columns';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { notFound } from '../../platform/problems';
import type { PolicyAction } from './action-policy';
import {
  findAction,
  findActionAndParent,
  findActionForUpdate,
  findActions,
  type ActionRow,
  type SingleRow,
} from './action-store';

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

/** `getVisibleAction` with its row locked until the transaction ends. */
export async function lockAction(scope: LockingScope, id: string): Promise<SingleRow> {
  const row = await findLockedAction(scope, id);
  if (row === undefined) throw notFound('action', id);
  return row;
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
export type PolicyRow = Pick<ActionRow, keyof PolicyAction>;

/** The fields of an action that permissions depend on. */
export function toPolicyAction(row: PolicyRow): PolicyAction {
  return { ...row, requirements: strings(row.requirements) };
}
