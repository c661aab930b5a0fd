import type { Reader } from '../../platform/db/reader';
import { int } from '../../platform/db/statements/columns';

/** The ids of the actions with these numbers. */
export async function findIds(
  reader: Reader,
  workspaceId: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await findPairs(reader, workspaceId, 'number', numbers);
  return new Map(rows.map(({ id, number }) => [int(number), id]));
}

/** The numbers of the actions with these ids. */
export async function findNumbers(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await findPairs(reader, workspaceId, 'id', ids);
  return new Map(rows.map(({ id, number }) => [id, int(number)]));
}

// The list of a request has 200 items at most.
function findPairs(
  reader: Reader,
  workspaceId: string,
  column: 'id' | 'number',
  values: readonly (string | number)[],
): Promise<{ readonly id: string; readonly number: number }[]> {
  return reader.rows((db) =>
    db('actions')
      .where('workspace_id', workspaceId)
      .whereNotNull('number')
      .whereIn(column, [...values])
      .select('id', 'number'),
  );
}
