import type { IncomingMessage } from 'node:http';
import { emit } from '../../../shared/events';
import { limitsOf, storageFault } from '../../../shared/plans';
import type { Config } from '../../../platform/config';
import { int } from '../../../platform/db/statements/columns';
import { dropCachedRows } from '../../../platform/db/statements/cached-rows';
import { isBusy } from '../../../platform/db/faults';
import type { Database } from '../../../platform/db/connect';
import { createReader, type Reader } from '../../../platform/db/reader';
import { transact, type Transaction } from '../../../platform/db/transaction';
import type { Credential, Exchange, Gate, TokenRefusal } from '../../../platform/http/exchange';
import { newId } from '../../../platform/ids';
import type { RateLimit } from '../../../platform/http/requests/rate-limit';
import { readSessionCookies, type CookieScope } from '../../../platform/http/cookies';
import type { AgentActor, OperationFacts } from '../../../platform/operation';
import { problem, type Problem } from '../../../platform/problems';
import { HOUR, SECOND, addMilliseconds } from '../../../platform/time';
import { activateAgent, hashSecret, markUsed } from '../../../shared/tokens';
import { isLocalDevelopment, originOf } from './origin-policy';
import { checkNotPaused, checkPermission } from './permissions';
import { authenticateBearer } from './bearer-token';
import { lockRights, lockRole } from './caller-lock-store';
import { secondsUntil, sessionEnd } from '../sign-in/session-end-rules';
import { extendSession, findSessions, type SessionRow } from '../sign-in/session-store';
import { findFirstOwner, userActor, type CallerRow } from '../accounts/user-store';

/** The dependencies of the gate. */
export interface GateParts {
  readonly database: Database;
  readonly config: Pick<
    Config,
    'environment' | 'host' | 'publicUrl' | 'trustedProxies' | 'sessionDays' | 'storedBytes'
  >;
  readonly cookieScope: CookieScope;
  readonly limitRate: RateLimit;
  /** The MCP endpoint that a request is sent to; undefined where OAuth is off. */
  readonly resourceOf: (message: IncomingMessage) => string | undefined;
}

interface Parts extends GateParts {
  readonly reader: Reader;
}

/** Creates the gate: authentication, the contract's permissions and the origin check. */
export function createGate(dependencies: GateParts): Gate {
  const { database } = dependencies;
  const parts: Parts = { ...dependencies, reader: createReader(database) };
  let lastEpoch: string | undefined;
  return {
    authenticate: async (exchange, facts) => {
      const credential = await authenticate(parts, exchange, facts);
      if (credential !== undefined && credential.epoch !== lastEpoch) {
        if (lastEpoch !== undefined) dropCachedRows(database);
        lastEpoch = credential.epoch;
      }
      return credential;
    },
    authorise: ({ security, permission }, { actor, scheme }) => {
      checkPermission(permission, actor);
      if (!security.includes(scheme)) {
        throw problem('WRONG_ACTOR', `This operation accepts ${security.join(' or ')}.`);
      }
    },
    confirm,
    storageFault: ({ storage }) => storageFault(storage, dependencies.config.storedBytes || null),
    checkOrigin: (exchange) => checkOrigin(parts, exchange),
  };
}

// An Authorization header takes precedence over a cookie. An invalid credential never falls back to
// the next one.
async function authenticate(
  parts: Parts,
  exchange: Exchange,
  { protocol }: OperationFacts,
): Promise<Credential | undefined> {
  const { req } = exchange;
  const authorization = req.get('authorization');
  if (authorization !== undefined)
    return authenticateToken(parts, exchange, authorization, protocol);
  // Tools are for agents: a page of another site must not call them with a person's cookie.
  if (protocol === 'json-rpc') return undefined;
  const cookies = readSessionCookies(exchange, parts.cookieScope);
  if (cookies.length > 0) return authenticateSession(parts, exchange, cookies);
  if (!isLocalDevelopment(req, parts.config)) return undefined;
  const owner = await findFirstOwner(parts.reader);
  if (owner === undefined) return undefined;
  const credential = credentialOf(owner, null);
  await limitPerson(parts, credential, exchange);
  return credential;
}

async function authenticateToken(
  { database, reader, limitRate, resourceOf }: Parts,
  exchange: Exchange,
  authorization: string,
  protocol: OperationFacts['protocol'],
): Promise<Credential> {
  const { now, res } = exchange;
  const result = await authenticateBearer(reader, authorization, now);
  exchange.sender = result.sender;
  if ('refused' in result) throw invalidToken(refusalMessages[result.refused]);
  const { token } = result;
  // An access token of OAuth is for the MCP endpoint that its client asked for (RFC 8707).
  const isElsewhere = protocol !== 'json-rpc' || token.audience !== resourceOf(exchange.req);
  if (token.audience !== null && isElsewhere) {
    exchange.sender = { ...result.sender, refused: 'wrong_audience' };
    throw invalidToken(refusalMessages.wrong_audience);
  }
  const { actor, nextTimeout } = token;
  const { workspaceId, grantId, tokenId } = actor;
  await limitRate({ policy: 'token', workspaceId, id: grantId ?? tokenId }, res);
  const minuteAgo = addMilliseconds(now, -60 * SECOND);
  if (token.lastUsedAt === null || token.lastUsedAt <= minuteAgo || actor.state === 'pending') {
    await unlessBusy(exchange, 'The use of a token was not recorded', () =>
      recordUse(database, actor, now, minuteAgo),
    );
  }
  return {
    scheme: 'bearerToken',
    actor,
    windows: token,
    historyDays: limitsOf(token.plan).history_days,
    nextTimeout,
    epoch: token.epoch,
    storage: { plan: token.plan, bytes: token.storedBytes },
  };
}

// A read must not fail because the database is locked or its disk is full. The next request retries
// the work.
async function unlessBusy<T>(
  { log }: Exchange,
  message: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isBusy(error)) throw error;
    log.warn({ err: error }, message);
    return undefined;
  }
}

function credentialOf(caller: CallerRow, sessionId: string | null): Credential {
  const actor = userActor(caller, sessionId);
  return {
    scheme: 'sessionCookie',
    actor,
    windows: caller,
    historyDays: limitsOf(caller.plan).history_days,
    nextTimeout: caller.next_timeout,
    epoch: caller.epoch,
    storage: { plan: caller.plan, bytes: int(caller.stored_bytes ?? 0) },
  };
}

// Counts all sessions of a person together, including requests of local development.
function limitPerson({ limitRate }: Parts, { actor }: Credential, exchange: Exchange) {
  exchange.sender = { actorId: actor.id };
  const { workspaceId, id } = actor;
  return limitRate({ policy: 'person', workspaceId, id }, exchange.res);
}

async function recordUse(
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

// Locks the caller, who cannot write with a credential or rights that were withdrawn meanwhile.
async function confirm(transaction: Transaction, credential: Credential): Promise<Credential> {
  const { actor } = credential;
  if (actor.kind === 'user') {
    const role = await lockRole(transaction, actor);
    if (role === undefined) throw endedSession();
    return role === actor.role ? credential : { ...credential, actor: { ...actor, role } };
  }
  const rights = await lockRights(transaction, actor);
  if (rights === undefined) throw revokedToken();
  const { state, ...others } = rights;
  checkNotPaused(state);
  const isSame =
    others.accessMode === actor.accessMode &&
    others.requiresProposals === actor.requiresProposals &&
    others.canReview === actor.canReview;
  return isSame ? credential : { ...credential, actor: { ...actor, ...others } };
}

function endedSession(): Problem {
  return problem('UNAUTHENTICATED', 'The session has ended. Sign in again.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="callboard"' },
  });
}

async function authenticateSession(
  parts: Parts,
  exchange: Exchange,
  cookies: readonly string[],
): Promise<Credential> {
  const { database, reader, config } = parts;
  const { now } = exchange;
  const { cookie, session } = await findFirstSession(reader, cookies, now);
  if (session === undefined) {
    throw endedSession();
  }
  const credential = credentialOf(session, session.session_id);
  await limitPerson(parts, credential, exchange);
  const hourAgo = addMilliseconds(now, -HOUR);
  if (session.session_last_seen_at > hourAgo) return credential;
  const expiresAt = sessionEnd(session.session_created_at, now, config.sessionDays);
  const extended = await unlessBusy(exchange, 'A session was not extended', () =>
    transact(database, (transaction) =>
      extendSession(transaction, {
        workspaceId: session.workspace_id,
        id: session.session_id,
        now,
        before: hourAgo,
        expiresAt,
      }),
    ),
  );
  if (extended !== true) return credential;
  return { ...credential, renewed: { value: cookie, maxAgeSeconds: secondsUntil(expiresAt, now) } };
}

// A sibling domain or an earlier configuration may have set another cookie of the same name.
async function findFirstSession(
  reader: Reader,
  cookies: readonly string[],
  now: string,
): Promise<{ readonly cookie: string; readonly session: SessionRow | undefined }> {
  const hashes = cookies.map(hashSecret);
  const sessions = await findSessions(reader, hashes, now);
  const hash = hashes.find((each) => sessions.some((row) => row.session_id_hash === each)) ?? '';
  return {
    cookie: cookies[hashes.indexOf(hash)] ?? '',
    session: sessions.find((row) => row.session_id_hash === hash),
  };
}

// Browsers send cookies with requests from any page, so an unsafe request with a session cookie
// must prove its origin. Without a cookie, as in local development and at sign-in, only requests
// that a browser marks as cross-site are refused.
function checkOrigin({ config }: GateParts, { req, credential }: Exchange): void {
  if (credential?.scheme === 'bearerToken') return;
  const origin = originOf(req, config);
  const hasCookie = credential?.actor.kind === 'user' && credential.actor.sessionId !== null;
  if (origin === 'same' || (origin === 'unknown' && !hasCookie)) return;
  throw problem(
    'CSRF_FAILED',
    'A change by session cookie needs a same-origin Origin or Sec-Fetch-Site header.',
  );
}

const refusalMessages: Readonly<Record<TokenRefusal, string>> = {
  malformed: 'The bearer token is not valid.',
  unknown: 'The bearer token is not valid.',
  wrong_secret: 'The bearer token is not valid.',
  revoked: 'The bearer token has been revoked.',
  agent_revoked: 'The bearer token has been revoked.',
  expired: 'The bearer token has expired.',
  wrong_audience: 'This access token is valid at the MCP endpoint that it was issued for only.',
};

function revokedToken(): Problem {
  return invalidToken(refusalMessages.revoked);
}

function invalidToken(message: string): Problem {
  return problem('UNAUTHENTICATED', message, {
    headers: { 'WWW-Authenticate': 'Bearer realm="callboard", error="invalid_token"' },
  });
}
