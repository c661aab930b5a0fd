import { insertNotes } from '../../../shared/notes';
import type { WriteContext } from '../../../platform/operation';
import type { StoredAction } from '../action-store';

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
