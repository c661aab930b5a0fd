import type { Reader } from '../../../platform/db/reader';
import { compiledStatement } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';

/** An action with the name of its record in another service. */
export interface ImportKeyRow {
  readonly workspace_id: string;
  readonly import_key: string;
  readonly action_id: string;
  readonly created_at: string;
}

const actionsOfKeys = compiledStatement<'workspaceId'>((db, given, keys) =>
  db('import_keys')
    .where({ workspace_id: given('workspaceId') })
    .whereIn('import_key', [...keys])
    .select('import_key', 'action_id'),
);

/** The ids of the actions that were imported by these keys, by key. */
export async function findImported(
  reader: Reader,
  workspaceId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await reader.rows<Pick<ImportKeyRow, 'import_key' | 'action_id'>>(
    actionsOfKeys({ workspaceId }, keys),
  );
  return new Map(rows.map(({ import_key: key, action_id: id }) => [key, id]));
}

/**
 * Stores keys, except those that are known. The primary key decides which of several requests is
 * first: the others wait until it has committed.
 */
export async function insertImportKeys(
  transaction: Transaction,
  rows: readonly ImportKeyRow[],
): Promise<void> {
  // In one order, so that concurrent requests do not wait for each other.
  const sorted = rows.toSorted((one, other) => (one.import_key < other.import_key ? -1 : 1));
  await transaction.write((db) =>
    db('import_keys').insert(sorted).onConflict(['workspace_id', 'import_key']).ignore(),
  );
}

/**
 * Stores the newest notes of new actions, by their ids. Notes refer to actions and the other way
 * round, so an action is inserted without its notes. Its version stays the first one.
 */
export async function setNewestNotes(
  transaction: Transaction,
  workspaceId: string,
  noteOf: ReadonlyMap<string, string>,
): Promise<void> {
  if (noteOf.size === 0) return;
  const notes = JSON.stringify(Object.fromEntries(noteOf));
  const json = transaction.dialect === 'postgres' ? '?::jsonb' : '?';
  await transaction.write((db) => {
    const note = db.raw(`${json} ->> id`, [notes]);
    return db('actions')
      .where({ workspace_id: workspaceId })
      .whereIn('id', [...noteOf.keys()])
      .update({ latest_note_id: note, last_activity_note_id: note });
  });
}
