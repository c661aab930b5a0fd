import type { Reader } from '../../platform/db/reader';
import { problem } from '../../platform/problems';
import { type ClosedState, type ClosedWorkspace, findClosed } from './closed-workspaces-store';

/** Seconds. A move of most workspaces takes about as long. */
const RETRY_AFTER = '5';

/** Throws if the workspace is closed. The transaction then knows that it is open until it ends. */
export async function checkOpen(reader: Reader, workspaceId: string): Promise<void> {
  const closed = await findClosed(reader, workspaceId);
  if (closed === undefined) return;
  throw problem('UNAVAILABLE', messageOf(closed), { headers: { 'Retry-After': RETRY_AFTER } });
}

function messageOf({ state, address }: ClosedWorkspace): string {
  const messages: Readonly<Record<ClosedState, string>> = {
    deleting: 'The workspace is being deleted.',
    frozen: 'The workspace is about to move, so it can be read but not changed. Try again.',
    arriving: 'The workspace is arriving at this address. Try again.',
    moved: `The workspace has moved to ${address ?? 'another address'}. Send requests there.`,
  };
  return messages[state];
}
