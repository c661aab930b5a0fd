import type { Reader } from '../../platform/db/reader';
import { problem, type Problem } from '../../platform/problems';
import { type ClosedState, type ClosedWorkspace, findClosed } from './closed-workspaces-store';
export {
  type ClosedState,
  closedState,
  type ClosedWorkspace,
  findClosed,
  findClosedAmong,
  findClosedWorkspaces,
  findEarlierTransactions,
  notClosed,
  readableHere,
  servedHere,
  storeArriving,
  storeDeleting,
  storeFrozen,
  storeMoved,
  storeOpen,
} from './closed-workspaces-store';

/** Seconds. A move of most workspaces takes about as long. */
const RETRY_AFTER = '5';

/** Throws if the workspace is closed. The transaction then knows that it is open until it ends. */
export async function checkOpen(reader: Reader, workspaceId: string): Promise<void> {
  const closed = await findClosed(reader, workspaceId);
  if (closed !== undefined) throw movedTo(closed) ?? unavailable(closed);
}

/**
 * The same for clients of OAuth, whose protocol cannot name another server: 503 also for a workspace
 * that has moved.
 */
export async function checkOpenForClient(reader: Reader, workspaceId: string): Promise<void> {
  const closed = await findClosed(reader, workspaceId);
  if (closed !== undefined) throw unavailable(closed);
}

/**
 * 410 with the new address of the workspace that a credential names, if it has moved. Its rows, and
 * with them the credential, may be deleted here.
 */
export async function movedProblem(
  reader: Reader,
  workspaceId: string | undefined,
): Promise<Problem | undefined> {
  const closed = workspaceId === undefined ? undefined : await findClosed(reader, workspaceId);
  return closed && movedTo(closed);
}

function movedTo({ state, address }: ClosedWorkspace): Problem | undefined {
  if (state !== 'moved' || address === null) return undefined;
  return problem('MOVED', `The workspace has moved to ${address}. Send requests there.`, {
    details: { address },
  });
}

function unavailable({ state, address }: ClosedWorkspace): Problem {
  const messages: Readonly<Record<ClosedState, string>> = {
    deleting: 'The workspace is being deleted.',
    frozen: 'The workspace is about to move, so it can be read but not changed. Try again.',
    arriving: 'The workspace is arriving at this address. Try again.',
    moved: `The workspace has moved to ${address ?? 'another address'}. Connect to it there.`,
  };
  return problem('UNAVAILABLE', messages[state], { headers: { 'Retry-After': RETRY_AFTER } });
}
