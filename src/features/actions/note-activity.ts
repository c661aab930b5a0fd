import type { WriteContext } from '../../platform/operation';
import { findNewestNotes } from '../../shared/notes';
import { updateActionRow, type ActionRow } from './action-store';
import { assigneeActivity } from './claims/claim-rules';

/** Stores a note that was just written as the latest activity of its locked action. */
export async function recordNote(
  { transaction, actor, now }: WriteContext,
  action: ActionRow,
  noteId: string,
): Promise<void> {
  await updateActionRow(transaction, action, {
    latest_note_id: noteId,
    last_activity_note_id: noteId,
    last_activity_at: now,
    version: action.version + 1,
    ...assigneeActivity(action, actor.id, now),
  });
}

/** Makes the newest note that is not archived the latest note of its locked action. */
export async function showLatestNote(
  { transaction, workspaceId }: WriteContext,
  action: ActionRow,
): Promise<void> {
  const newest = await findNewestNotes(transaction, workspaceId, action.id);
  await updateActionRow(transaction, action, { ...newest, version: action.version + 1 });
}
