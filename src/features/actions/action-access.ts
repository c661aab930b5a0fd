import { historyStart, isBeyondHistory, type History } from '../../shared/plans';
import { strings } from '../../platform/db/statements/columns';
import type { ReadHand, WriteHand } from '../../platform/db/hands';
import { notFound } from '../../platform/problems';
import type { Lane } from './action-policy';
import {
  findAction,
  findActionAndParent,
  findActionForUpdate,
  findActions,
  type ActionRow,
  type SingleRow,
} from './action-store';

/** Where an action is looked for. */
export interface Place<Hand extends ReadHand = ReadHand> extends History {
  readonly hand: Hand;
  readonly workspaceId: string;
}

/** The action of an id; 404 when the caller cannot see one. */
export async function getVisibleAction(place: Place, id: string): Promise<SingleRow> {
  const row = await findVisibleAction(place, id);
  if (row === undefined) throw notFound('action', id);
  return row;
}

/** `getVisibleAction` for an id that may name nothing the caller can see. */
export async function findVisibleAction(place: Place, id: string): Promise<SingleRow | undefined> {
  return ifVisible(place, await findAction(place.hand, place.workspaceId, id));
}

/** `getVisibleAction` with its row locked until the transaction ends. */
export async function lockAction(place: Place<WriteHand>, id: string): Promise<SingleRow> {
  const row = await findLockedAction(place, id);
  if (row === undefined) throw notFound('action', id);
  return row;
}

/** `lockAction` for an id that may name nothing the caller can see. */
export async function findLockedAction(
  place: Place<WriteHand>,
  id: string,
): Promise<SingleRow | undefined> {
  return ifVisible(place, await findActionForUpdate(place.hand, place.workspaceId, id));
}

/** An action, and the one before it if there is one that the caller can see; 404 when the caller cannot see the action. */
export async function getActionAndParent(
  place: Place,
  id: string,
): Promise<{ readonly action: ActionRow; readonly parent: ActionRow | undefined }> {
  const rows = await findActionAndParent(place.hand, place.workspaceId, id);
  const seen = withinHistoryOf(place, rows);
  const action = seen.find((row) => row.id === id);
  if (action === undefined) throw notFound('action', id);
  return { action, parent: seen.find((row) => row.id === action.spawned_from_action_id) };
}

/** Those of the actions that the caller can see, in no particular order. */
export async function findVisibleActions(
  place: Place,
  ids: readonly string[],
): Promise<ActionRow[]> {
  return withinHistoryOf(place, await findActions(place.hand, place.workspaceId, ids));
}

function ifVisible(history: History, row: SingleRow | undefined): SingleRow | undefined {
  return row === undefined || isBeyondHistory(row, historyStart(history)) ? undefined : row;
}

function withinHistoryOf(history: History, rows: readonly ActionRow[]): ActionRow[] {
  const start = historyStart(history);
  return rows.filter((row) => !isBeyondHistory(row, start));
}

/** What the policy looks at. */
export function laneOf(row: ActionRow): Lane {
  return { ...row, requirements: strings(row.requirements) };
}
