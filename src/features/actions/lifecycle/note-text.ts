import { insertNotes } from '../../../shared/notes';
import type { WriteContext } from '../../../platform/operation';
import type { StoredAction } from '../action-store';

/** Stores what the caller says with a verb as a note of the action, if it says anything. Answers the columns that point at it. */
export async function noteWords(
  { transaction, workspaceId, actor, newId, now }: WriteContext,
  actionId: string,
  words: string | undefined,
): Promise<Partial<Pick<StoredAction, 'latest_note_id' | 'last_activity_note_id'>>> {
  if (words === undefined) return {};
  const id = newId('not');
  await insertNotes(transaction, [
    { id, workspaceId, kind: 'note', actionId, createdByActorId: actor.id, body: words, now },
  ]);
  return { latest_note_id: id, last_activity_note_id: id };
}
