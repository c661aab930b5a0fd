import type { Reader } from '../../platform/db/reader';
import { findClosedWorkspaces } from '../../shared/closed-workspaces';

const maxShown = 20;

/** A workspace whose deletion has begun and not ended, in sentences. */
export interface UnfinishedDeletion {
  readonly seen: string;
  /** What to do about it. */
  readonly advice: string;
}

/** The deletions of workspaces that have begun and not ended, also those that run now. */
export async function findUnfinishedDeletions(reader: Reader): Promise<UnfinishedDeletion[]> {
  const closed = await findClosedWorkspaces(reader, maxShown, 'deleting');
  return closed.map(({ id, name, closed_at: at }) => ({
    seen: `The deletion of the workspace ${name} (${id}) began at ${at} and has not ended.`,
    advice: `Wait if it still runs; otherwise run callboard workspace delete ${id}.`,
  }));
}
