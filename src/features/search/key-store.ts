import { type KeyPrefixes, numberOf } from '../../platform/action-keys';
import type { Reader } from '../../platform/db/reader';
import { withinHistory } from '../../shared/plans';

/** The id of the action whose key is the first among the words of a query, if the caller may see it. */
export async function findActionByKey(
  q: string,
  source: KeyPrefixes & { readonly reader: Reader; readonly workspaceId: string },
  historyStart: string | null,
): Promise<string | undefined> {
  const { reader, workspaceId, keyPrefixes } = source;
  const number = q
    .split(/[^A-Za-z0-9-]/)
    .map((word) => numberOf(word, keyPrefixes))
    .find((found) => found !== undefined);
  if (number === undefined) return undefined;
  const row = await reader.first<{ readonly id: string }>((db) => {
    const query = db('actions')
      .where('actions.workspace_id', workspaceId)
      .where('actions.number', number)
      .select('actions.id');
    return historyStart === null ? query : query.where(withinHistory(historyStart));
  });
  return row?.id;
}
