import type { Reader } from '../../platform/db/reader';
import { compiledStatement } from '../../platform/db/statements/compiled';
import type { WriteContext } from '../../platform/operation';
import type { NewEvent, NewsKind, QuietKind, Related } from '../../shared/events';
import { findNewestNotes, insertNotes, selectNote, type StoredNote } from '../../shared/note-store';
import {
  type ActionRow,
  activityColumns,
  type StoredAction,
  updateActionRow,
} from './action-store';
import { claimantOf } from './claims/claim-rules';

/** The columns of an action that its events contain. */
export type EventAction = Pick<ActionRow, 'id' | 'title' | 'project_id' | 'order_id'>;

/** The columns of an action that say whose work it is. */
export type WorkedOn = Pick<
  ActionRow,
  | 'status'
  | 'assigned_actor_id'
  | 'claimed_by_actor_id'
  | 'claim_expires_at'
  | 'completed_by_actor_id'
  | 'review_state'
>;

/** The names of the columns of `EventAction` and `WorkedOn`, for bulk statements. */
export const eventColumns = [
  'actions.id',
  'actions.title',
  'actions.project_id',
  'actions.order_id',
  'actions.status',
  'actions.assigned_actor_id',
  'actions.claimed_by_actor_id',
  'actions.claim_expires_at',
  'actions.completed_by_actor_id',
  'actions.review_state',
] as const;

/** An event about an action that is no news. */
export function actionEvent(row: EventAction, kind: QuietKind, summary: string): NewEvent {
  return { kind, ...partsOf(row), summary };
}

/** An event about an action that is news for the actors whose work it is or was. */
export function actionNews(
  row: EventAction,
  kind: NewsKind,
  summary: string,
  { related, noteId }: { readonly related: Related; readonly noteId?: string | null | undefined },
): NewEvent {
  return { kind, ...partsOf(row), summary, related, noteId };
}

/**
 * The actors whose work an action is: its assignee, its claimant, and until the review the actor
 * who finished it. With `after`, the action after the event, those of `row` are former workers.
 */
export function workersOf(row: WorkedOn, now: string, after?: WorkedOn): Related {
  const of = (action: WorkedOn): readonly (string | null)[] => [
    action.assigned_actor_id,
    claimantOf(action, now),
    action.review_state === 'pending' ? action.completed_by_actor_id : null,
  ];
  return after === undefined ? { worker: of(row) } : { worker: of(after), former_worker: of(row) };
}

function partsOf(row: EventAction): Pick<NewEvent, 'subject' | 'about'> {
  return {
    subject: { type: 'action', id: row.id, title: row.title },
    about: { actionId: row.id, projectId: row.project_id, orderId: row.order_id },
  };
}

const notesOfIds = compiledStatement<'workspaceId'>((db, given, ids) =>
  selectNote(
    db('notes')
      .where('notes.workspace_id', given('workspaceId'))
      .whereIn('notes.id', [...ids]),
  ),
);

/** The notes of these ids with their authors, with one statement. */
export function findNotes<Row>(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return reader.rows<Row>(notesOfIds({ workspaceId }, ids));
}

const storedNotesOfIds = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('notes')
    .where('workspace_id', given('workspaceId'))
    .whereIn('id', [...ids]),
);

/** The notes of these ids, with one statement. */
export function findStoredNotes(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<StoredNote[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return reader.rows<StoredNote>(storedNotesOfIds({ workspaceId }, ids));
}

/** Makes a new note the latest activity of its locked action. */
export async function recordNote(
  ctx: WriteContext,
  action: ActionRow,
  noteId: string,
): Promise<void> {
  await updateActionRow(ctx.transaction, action, {
    latest_note_id: noteId,
    last_activity_note_id: noteId,
    ...activityColumns(ctx, action),
  });
}

/** Makes the newest note that is not archived the latest note of its locked action. */
export async function showLatestNote(
  { transaction, workspaceId }: WriteContext,
  action: ActionRow,
): Promise<void> {
  const newest = await findNewestNotes(transaction, workspaceId, action.id);
  await updateActionRow(transaction, action, newest);
}

/**
 * Stores the reason or comment of a verb as a note on the action, if there is one. Returns the
 * columns that refer to the note.
 */
export async function insertVerbNote(
  { transaction, workspaceId, actor, newId, now }: WriteContext,
  actionId: string,
  body: string | undefined,
): Promise<Partial<Pick<StoredAction, 'latest_note_id' | 'last_activity_note_id'>>> {
  if (body === undefined) return {};
  const id = newId('not');
  await insertNotes(transaction, [
    { id, workspaceId, kind: 'note', actionId, createdByActorId: actor.id, body, now },
  ]);
  return { latest_note_id: id, last_activity_note_id: id };
}
