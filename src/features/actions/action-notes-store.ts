import { selectNote, type StoredNote } from '../../shared/notes';
import type { Reader } from '../../platform/db/reader';
import { compiledStatement } from '../../platform/db/statements/compiled';

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
