import type { WriteContext } from '../../platform/operation';
import { findNewestNotes } from '../../shared/notes';
import { updateActionRow, type ActionRow } from './action-store';
import { activityColumns } from './caller-changes';

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
