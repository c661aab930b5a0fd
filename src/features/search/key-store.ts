import { type KeyPrefixes, numbersIn } from '../../platform/action-keys';
import type { Reader } from '../../platform/db/reader';
import { int } from '../../platform/db/statements/columns';
import { withinHistory } from '../../shared/plans';

/** The ids of the actions whose keys are words of a query and that the caller may see, in its order. */
export async function findActionsByKeys(
  q: string,
  source: KeyPrefixes & { readonly reader: Reader; readonly workspaceId: string },
  historyStart: string | null,
): Promise<string[]> {
  const { reader, workspaceId, keyPrefixes } = source;
  const numbers = numbersIn(q, keyPrefixes);
  if (numbers.length === 0) return [];
  const rows = await reader.rows<{ readonly id: string; readonly number: unknown }>((db) => {
    const query = db('actions')
      .where('actions.workspace_id', workspaceId)
      .whereIn('actions.number', numbers)
      .select('actions.id', 'actions.number');
    return historyStart === null ? query : query.where(withinHistory(historyStart));
  });
  const ids = new Map(rows.map(({ id, number }) => [int(number), id]));
  return numbers.flatMap((number) => ids.get(number) ?? []);
}
