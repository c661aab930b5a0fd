import { selectNote, type StoredNote } from '../../shared/notes';
import type { ReadHand } from '../../platform/db/hands';
import { keepStatement } from '../../platform/db/statements/kept-statement';

const notesOfIds = keepStatement<'workspaceId'>((db, given, ids) =>
  selectNote(
    db('notes')
      .where('notes.workspace_id', given('workspaceId'))
      .whereIn('notes.id', [...ids]),
  ),
);

/** The notes of those ids with their authors, in one statement. */
export function findNotes<Row>(
  hand: ReadHand,
  workspaceId: string,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return hand.rows<Row>(notesOfIds({ workspaceId }, ids));
}

const storedNotesOfIds = keepStatement<'workspaceId'>((db, given, ids) =>
  db('notes')
    .where('workspace_id', given('workspaceId'))
    .whereIn('id', [...ids]),
);

/** The notes of those ids, in one statement. */
export function findStoredNotes(
  hand: ReadHand,
  workspaceId: string,
  ids: readonly string[],
): Promise<StoredNote[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return hand.rows<StoredNote>(storedNotesOfIds({ workspaceId }, ids));
}
