import type { Database } from '../../../platform/db/connect';
import { createReader, type Reader } from '../../../platform/db/reader';
import { transact } from '../../../platform/db/transaction';
import type { PresentedCookie } from '../../../platform/http/cookies';
import type { Credential, Exchange } from '../../../platform/http/exchange';
import type { RateLimit } from '../../../platform/http/requests/rate-limit';
import { newId } from '../../../platform/ids';
import type { AgentActor } from '../../../platform/operation';
import { problem, type Problem } from '../../../platform/problems';
import { movedProblem } from '../../../shared/closed-workspaces-store';
import { emit } from '../../../shared/events';
import { findUploadUrl, uploadUrlNotValid } from '../../../shared/file-store';
import { limitsOf } from '../../../shared/plans';
import {
  findPresentedToken,
  type PresentedToken,
  activateAgent,
  markUsed,
  namedWorkspace,
} from '../../../shared/tokens';
import { findLiveSessions, type LiveSession } from '../sign-in/session-store';

/** What the check of a token needs. */
export interface TokenParts {
  readonly database: Database;
  readonly limitRate: RateLimit;
}

/** A valid bearer token with its agent. */
export type ValidToken = PresentedToken & { readonly actor: AgentActor };

/** The agent of a valid token as a caller. */
export function credentialOfToken(token: ValidToken): Credential {
  const { actor, nextTimeout, closedState } = token;
  return {
    scheme: 'bearerToken',
    actor,
    windows: token,
    historyDays: limitsOf(token.plan).history_days,
    keyPrefixes: token.keyPrefixes,
    nextTimeout: closedState === null ? nextTimeout : null,
    epoch: token.epoch,
    storage: { plan: token.plan, bytes: token.storedBytes },
  };
}

/**
 * The agent that a URL of one upload acts for. Throws the same 404 for every URL that takes no
 * upload: also when its token has ended, or the agent may not write.
 */
export async function authenticateUpload(
  { database, limitRate }: TokenParts,
  exchange: Exchange,
  secret: string,
): Promise<Credential> {
  const { now } = exchange;
  const reader = createReader(database, exchange.databaseUse);
  const url = await findUploadUrl(reader, secret, now);
  if (url === undefined) throw uploadUrlNotValid();
  const { workspace_id: workspaceId, public_id: publicId } = url;
  const token = await findPresentedToken(reader, { publicId, workspaceId });
  if (token === undefined || !mayWrite(token, now)) throw uploadUrlNotValid();
  const { tokenId, grantId } = token.actor;
  exchange.sender = { tokenId, actorId: token.actorId, workspaceId };
  await limitRate({ policy: 'token', workspaceId, id: grantId ?? tokenId }, exchange);
  // The contract has these where a credential is required.
  for (const name of ['RateLimit', 'RateLimit-Policy']) exchange.res.removeHeader(name);
  return credentialOfToken(token);
}

function mayWrite(token: PresentedToken, now: string): token is ValidToken {
  const { actor, revokedAt, expiresAt, closedState } = token;
  return (
    actor !== undefined &&
    actor.state !== 'paused' &&
    revokedAt === null &&
    (expiresAt === null || expiresAt > now) &&
    closedState === null
  );
}

/** Stores that an agent has used its token, which activates a pending agent. */
export async function recordUse(
  database: Database,
  actor: AgentActor,
  now: string,
  minuteAgo: string,
): Promise<void> {
  await transact(database, async (transaction) => {
    await markUsed(transaction, actor, now, minuteAgo);
    if (!(await activateAgent(transaction, actor, now))) return;
    emit(
      {
        transaction,
        workspaceId: actor.workspaceId,
        now,
        newId: (prefix) => newId(prefix, now),
        actor,
      },
      {
        kind: 'agent.activated',
        subject: { type: 'agent', id: actor.agentId, title: actor.name },
        summary: `${actor.name} reported for the first time.`,
      },
    );
  });
}

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
