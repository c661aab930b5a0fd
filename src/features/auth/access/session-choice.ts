import type { Reader } from '../../../platform/db/reader';
import type { PresentedCookie } from '../../../platform/http/cookies';
import { problem, type Problem } from '../../../platform/problems';
import { movedProblem } from '../../../shared/closed-workspaces';
import { namedWorkspace } from '../../../shared/tokens';
import { findLiveSessions, type LiveSession } from '../sign-in/session-store';

/** 401 for a workspace without a session here, or that does not exist. */
export function noSession(): Problem {
  return problem(
    'UNAUTHENTICATED',
    'This browser is not signed in to the workspace that the request names. Sign in to it.',
    { headers: { 'WWW-Authenticate': 'Bearer realm="callboard"' } },
  );
}

function severalSessions(): Problem {
  return problem(
    'UNAUTHENTICATED',
    'This browser is signed in to several workspaces. Name one in the header Callboard-Workspace.',
    { headers: { 'WWW-Authenticate': 'Bearer realm="callboard"' } },
  );
}

/** The cookies of a request, and which of their sessions it is for. */
export interface SessionChoice {
  readonly cookies: readonly PresentedCookie[];
  /** The workspace that the request names. */
  readonly workspaceId: string | undefined;
  /** Whether any live session will do. */
  readonly anySession: boolean;
  readonly isOptional: boolean;
}

/**
 * The session that a request is for. Without a name, a request of several sessions is refused: it
 * must not speak for a workspace that its sender does not mean.
 */
export async function chooseSession(
  reader: Reader,
  { cookies, workspaceId, anySession, isOptional }: SessionChoice,
  now: string,
): Promise<LiveSession> {
  const isCandidate = (cookie: PresentedCookie): boolean =>
    workspaceId === undefined || (cookie.workspaceId ?? workspaceId) === workspaceId;
  const values = cookies.filter(isCandidate).map(({ value }) => value);
  if (values.length === 0) throw noSession();
  const found = await findLiveSessions(reader, values, now);
  const live = found.filter(
    ({ session }) => workspaceId === undefined || session.workspace_id === workspaceId,
  );
  const [first] = anySession ? live.toSorted(servedFirst) : live;
  if (first === undefined) {
    const named =
      workspaceId ?? values.map((each) => namedWorkspace(each).workspace_id).find(Boolean);
    // A page to sign in is for people of other workspaces too.
    const moved = isOptional ? undefined : await movedProblem(reader, named);
    throw moved ?? endedSession();
  }
  if (live.length > 1 && !anySession) throw severalSessions();
  return first;
}

function servedFirst(one: LiveSession, other: LiveSession): number {
  return Number(isNotServed(one)) - Number(isNotServed(other));
}

function isNotServed({ session: { closed_state: state } }: LiveSession): boolean {
  return state === 'arriving' || state === 'moved';
}

/** 401 for a session that has ended. */
export function endedSession(): Problem {
  return problem('UNAUTHENTICATED', 'The session has ended. Sign in again.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="callboard"' },
  });
}
