import type { Reader } from '../../platform/db/reader';
import { problem, type Problem } from '../../platform/problems';
import { type ClosedState, findClosed } from './closed-workspaces-store';

/** Seconds. A move of most workspaces takes about as long. */
const RETRY_AFTER = '5';

/** Throws if the workspace is closed. The transaction then knows that it is open until it ends. */
export async function checkOpen(reader: Reader, workspaceId: string): Promise<void> {
  const closed = await findClosed(reader, workspaceId);
  if (closed !== undefined) throw closedProblem(closed.state);
}

/** The refusal of a request to a closed workspace. */
export function closedProblem(state: ClosedState): Problem {
  return problem('UNAVAILABLE', messages[state], { headers: { 'Retry-After': RETRY_AFTER } });
}

const messages: Readonly<Record<ClosedState, string>> = {
  deleting: 'The workspace is being deleted.',
  frozen: 'The workspace is about to move, so it can be read but not changed. Try again.',
  arriving: 'The workspace is arriving at this address. Try again.',
  moved: 'The workspace has moved to another address.',
};
