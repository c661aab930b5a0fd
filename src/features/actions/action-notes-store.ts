import type { Reader } from '../../platform/db/reader';
import { compiledStatement } from '../../platform/db/statements/compiled';
import type { WriteContext } from '../../platform/operation';
import { findNewestNotes, insertNotes, selectNote, type StoredNote } from '../../shared/notes';
import {
  type ActionRow,
  activityColumns,
  type StoredAction,
  updateActionRow,
} from './action-store';

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
