import { bytesOfTexts, int } from '../../../platform/db/statements/columns';
import { historyStart, withinHistory } from '../../../shared/plans';
import type { ActionScope } from '../action-access';

const noteBytes = (column: string): string =>
  `coalesce((select octet_length(note.body) from notes as note
     where note.workspace_id = actions.workspace_id and note.id = actions.${column}), 0)`;

/** The bytes of an action's long texts and of the notes that it shows, as SQL over `actions`. */
export const bytesOfAction = [
  bytesOfTexts('actions.details', 'actions.result_summary', 'actions.input_payload'),
  noteBytes('latest_note_id'),
  noteBytes('last_activity_note_id'),
].join(' + ');

/** The ids of those of the actions that the caller can see, with the bytes of their long texts. */
export async function findVisibleSizes(
  { reader, workspaceId, ...history }: ActionScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.rows<{ readonly id: string; readonly bytes: unknown }>((db) =>
    db('actions')
      .where({ workspace_id: workspaceId })
      .whereIn('id', [...ids])
      .where(withinHistory(historyStart(history)))
      .select('id', db.raw(`${bytesOfAction} as bytes`)),
  );
  return new Map(rows.map(({ id, bytes }) => [id, int(bytes)]));
}
