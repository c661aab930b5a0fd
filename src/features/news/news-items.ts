import type { components } from '../../../generated/types';
import type { NewsRow } from '../../shared/events';
import type { Reader } from '../../platform/db/reader';
import { findNewsDetails } from './news-details-store';
import { toNewsItem } from './news-mapping';

/** The agent whose news are mapped; `consoleUrl` is that of the settings, `now` derives states. */
interface NewsOwner {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly consoleUrl: string | null;
  readonly now: string;
  readonly epoch: string;
}

/** The news of an agent in the contract's shape, in at most two statements. */
export async function toNewsItems(
  reader: Reader,
  owner: NewsOwner,
  rows: readonly NewsRow[],
): Promise<components['schemas']['NewsItem'][]> {
  const details = await findNewsDetails(reader, owner.workspaceId, {
    requests: rows
      .filter(({ subject_type: type }) => type === 'question' || type === 'proposal')
      .map(({ subject_id: id }) => id),
    notes: rows.flatMap(({ note_id: id }) => id ?? []),
  });
  return rows.map((row) => toNewsItem(owner, row, details));
}
