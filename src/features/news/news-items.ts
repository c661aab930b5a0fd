import type { components } from '../../../generated/types';
import type { NewsRow } from '../../shared/events';
import type { Reader } from '../../platform/db/reader';
import { findNewsDetails } from './news-details-store';
import { toNewsItem } from './news-mapping';

/** The news of an agent in the contract's shape, in at most two statements. */
export async function toNewsItems(
  reader: Reader,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
  rows: readonly NewsRow[],
): Promise<components['schemas']['NewsItem'][]> {
  const details = await findNewsDetails(reader, workspaceId, {
    requests: rows
      .filter(({ subject_type: type }) => type === 'question' || type === 'proposal')
      .map(({ subject_id: id }) => id),
    notes: rows.flatMap(({ note_id: id }) => id ?? []),
  });
  return rows.map((row) => toNewsItem(agentId, row, details));
}
