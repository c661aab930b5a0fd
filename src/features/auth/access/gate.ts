import type { IncomingMessage } from 'node:http';
import type { Config } from '../../../platform/config';
import type { Database } from '../../../platform/db/connect';
import { isBusy } from '../../../platform/db/faults';
import { createReader, type Reader } from '../../../platform/db/reader';
import { dropCachedRows } from '../../../platform/db/statements/cached-rows';
import { int, strings } from '../../../platform/db/statements/columns';
import { transact, type Transaction } from '../../../platform/db/transaction';
import { type CookieScope, readSessionCookies, workspaceOf } from '../../../platform/http/cookies';
import type {
  Credential,
  Exchange,
  Gate,
  Sender,
  TokenRefusal,
} from '../../../platform/http/exchange';
import {
  type Actor,
  type AgentActor,
  type OperationFacts,
  type Permission,
  permitsRole,
  refusalOfRole,
} from '../../../platform/operation';
import { problem, type Problem } from '../../../platform/problems';
import { addMilliseconds, HOUR, SECOND } from '../../../platform/time';
import { checkOpen, type ClosedState, movedProblem } from '../../../shared/closed-workspaces-store';
import { limitsOf, storageFault } from '../../../shared/plans';
import {
  findPresentedToken,
  isTokenOf,
  parseAuthorization,
  type PresentedToken,
} from '../../../shared/tokens';
import { type CallerRow, findFirstOwner, userActor } from '../accounts/user-store';
import { extendSession, secondsUntil, sessionEnd } from '../sign-in/session-store';
import { lockRights, lockRole, findStandings, standingKey, standingOf } from './caller-store';
import {
  chooseSession,
  endedSession,
  noSession,
  type SessionChoice,
  authenticateUpload,
  credentialOfToken,
  type TokenParts,
  type ValidToken,
  recordUse,
} from './credentials';
import { isLocalDevelopment, expectedOrigin, originOf } from './origin-policy';

/** The dependencies of the gate. */
export interface GateParts extends TokenParts {
  readonly config: Pick<
    Config,
    'environment' | 'host' | 'publicUrl' | 'trustedProxies' | 'sessionDays' | 'storedBytes'
  >;
  readonly cookieScope: CookieScope;
  /** The MCP endpoint that a request is sent to; undefined where OAuth is off. */
  readonly resourceOf: (message: IncomingMessage) => string | undefined;
}

interface Parts extends GateParts {
  readonly reader: Reader;
}

/** Creates the gate: authentication, the contract's permissions and the origin check. */
export function createGate(dependencies: GateParts): Gate {
  const { database } = dependencies;
  let lastEpoch: string | undefined;
  return {
    authenticate: async (exchange, facts) => {
      const reader = createReader(database, exchange.databaseUse);
      const credential = await authenticate({ ...dependencies, reader }, exchange, facts);
      if (credential !== undefined && credential.epoch !== lastEpoch) {
        if (lastEpoch !== undefined) dropCachedRows(database);
        lastEpoch = credential.epoch;
      }
      return credential;
    },
    authenticateUpload: (exchange, secret) => authenticateUpload(dependencies, exchange, secret),
    authorise: ({ security, permission }, { actor, scheme }) => {
      // Its URL is the permission.
      if (security.length === 0) return;
      checkPermission(permission, actor);
      if (!security.includes(scheme)) {
        throw problem('WRONG_ACTOR', `This operation accepts ${security.join(' or ')}.`);
      }
    },
    confirm,
    withdrawal: (exchange) => withdrawal(database, exchange).catch(() => undefined),
    storageFault: ({ storage }) => storageFault(storage, dependencies.config.storedBytes || null),
    checkOrigin: (exchange) => checkOrigin(dependencies, exchange),
  };
}

// An Authorization header takes precedence over a cookie. An invalid credential never falls back to
// the next one.
async function authenticate(
  parts: Parts,
  exchange: Exchange,
  { protocol, securityOptional, anySession }: OperationFacts,
): Promise<Credential | undefined> {
  const { req } = exchange;
  const authorization = req.get('authorization');
  if (authorization !== undefined)
    return authenticateToken(parts, exchange, authorization, protocol);
  // Tools are for agents: a page of another site must not call them with a person's cookie.
  if (protocol === 'json-rpc') return undefined;
  const cookies = readSessionCookies(exchange, parts.cookieScope);
  const workspaceId = anySession ? undefined : workspaceOf(req);
  if (cookies.length > 0) {
    const choice = { cookies, workspaceId, anySession, isOptional: securityOptional };
    return authenticateSession(parts, exchange, choice);
  }
  if (!isLocalDevelopment(req, parts.config)) return undefined;
  const owner = await findFirstOwner(parts.reader);
  if (owner === undefined) return undefined;
  if (workspaceId !== undefined && workspaceId !== owner.workspace_id) throw noSession();
  const credential = credentialOf(owner, null);
  exchange.sender = senderOf(credential);
  await checkServed(parts.reader, owner.workspace_id, owner.closed_state);
  await limitPerson(parts, credential, exchange);
  return credential;
}

async function authenticateToken(
  { database, reader, limitRate, resourceOf }: Parts,
  exchange: Exchange,
  authorization: string,
  protocol: OperationFacts['protocol'],
): Promise<Credential> {
  const { now } = exchange;
  const result = await authenticateBearer(reader, authorization, now);
  exchange.sender = result.sender;
  if ('refused' in result) {
    const unknown = result.refused === 'unknown' ? parseAuthorization(authorization) : undefined;
    const moved = await movedProblem(reader, unknown?.workspaceId);
    throw moved ?? invalidToken(refusalMessages[result.refused]);
  }
  const { token } = result;
  // An access token of OAuth is for the MCP endpoint that its client asked for (RFC 8707).
  const isElsewhere = protocol !== 'json-rpc' || token.audience !== resourceOf(exchange.req);
  if (token.audience !== null && isElsewhere) {
    exchange.sender = { ...result.sender, refused: 'wrong_audience' };
    throw invalidToken(refusalMessages.wrong_audience);
  }
  const { actor, closedState } = token;
  const { workspaceId, grantId, tokenId } = actor;
  await checkServed(reader, workspaceId, closedState);
  await limitRate({ policy: 'token', workspaceId, id: grantId ?? tokenId }, exchange);
  const minuteAgo = addMilliseconds(now, -60 * SECOND);
  const isNews =
    token.lastUsedAt === null || token.lastUsedAt <= minuteAgo || actor.state === 'pending';
  if (isNews && closedState === null) {
    await unlessBusy(exchange, 'The use of a token was not recorded', () =>
      recordUse(database, actor, now, minuteAgo),
    );
  }
  return credentialOfToken(token);
}

// A frozen workspace can still be read.
async function checkServed(
  reader: Reader,
  workspaceId: string,
  state: ClosedState | null,
): Promise<void> {
  if (state === 'arriving' || state === 'moved') await checkOpen(reader, workspaceId);
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
    keyPrefixes: strings(caller.key_prefixes),
    nextTimeout: caller.closed_state === null ? caller.next_timeout : null,
    epoch: caller.epoch,
    storage: { plan: caller.plan, bytes: int(caller.stored_bytes ?? 0) },
  };
}

function senderOf({ actor }: Credential): Sender {
  return { actorId: actor.id, workspaceId: actor.workspaceId };
}

// Counts all sessions of a person together, including requests of local development.
function limitPerson({ limitRate }: Parts, { actor }: Credential, exchange: Exchange) {
  const { workspaceId, id } = actor;
  return limitRate({ policy: 'person', workspaceId, id }, exchange);
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

async function withdrawal(
  database: Database,
  { credential }: Exchange,
): Promise<Problem | undefined> {
  if (credential === undefined) return undefined;
  const { actor } = credential;
  const caller = { actor, standing: standingOf(actor) };
  const standings = await findStandings(createReader(database), [caller], new Date().toISOString());
  if (standings.has(standingKey(actor))) return undefined;
  const moved = await movedProblem(createReader(database), actor.workspaceId);
  if (moved !== undefined) return moved;
  return actor.kind === 'user' ? endedSession() : revokedToken();
}

async function authenticateSession(
  parts: Parts,
  exchange: Exchange,
  choice: SessionChoice,
): Promise<Credential> {
  const { database, reader, config } = parts;
  const { now } = exchange;
  const { cookie, session } = await chooseSession(reader, choice, now);
  const credential = { ...credentialOf(session, session.session_id), cookie };
  exchange.sender = senderOf(credential);
  await checkServed(reader, session.workspace_id, session.closed_state);
  await limitPerson(parts, credential, exchange);
  const hourAgo = addMilliseconds(now, -HOUR);
  if (session.session_last_seen_at > hourAgo || session.closed_state !== null) return credential;
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
    `A change by session cookie needs a same-origin Origin or Sec-Fetch-Site header. ${expectedOrigin(req, config)}`,
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

/** The result of authentication: a valid token, or the reason to refuse it. */
export type BearerResult =
  | { readonly sender: Sender; readonly token: ValidToken }
  | { readonly sender: Sender; readonly refused: TokenRefusal };

/** Authenticates an `Authorization` header at the time `now` (ISO 8601 UTC). */
async function authenticateBearer(
  reader: Reader,
  authorization: string,
  now: string,
): Promise<BearerResult> {
  const parts = parseAuthorization(authorization);
  if (parts === undefined) return refusal('malformed', {});
  const token = await findPresentedToken(reader, parts);
  if (token === undefined) return refusal('unknown', { publicId: parts.publicId });
  const { tokenId, actorId, workspaceId } = token;
  if (!isTokenOf(token.secretHash, parts)) return refusal('wrong_secret', { tokenId, workspaceId });
  const sender = { tokenId, actorId, workspaceId };
  if (token.revokedAt !== null) return refusal('revoked', sender);
  if (!hasActor(token)) return refusal('agent_revoked', sender);
  if (token.expiresAt !== null && token.expiresAt <= now) return refusal('expired', sender);
  return { sender, token };
}

function hasActor(token: PresentedToken): token is ValidToken {
  return token.actor !== undefined;
}

function refusal(refused: TokenRefusal, sender: Sender): BearerResult {
  return { sender: { ...sender, refused }, refused };
}

/** Throws 403 unless the actor is permitted to call the operation. */
function checkPermission({ people, agents, scope }: Permission, actor: Actor): void {
  if (actor.kind === 'user') {
    if (people === 'none') {
      throw problem('WRONG_ACTOR', 'Only agents can call this operation, with a bearer token.');
    }
    if (!permitsRole(people, actor.role)) throw problem('FORBIDDEN', refusalOfRole(people));
    return;
  }
  if (agents === 'none') {
    throw problem('WRONG_ACTOR', 'Only people can call this operation, with a session cookie.');
  }
  if (scope !== 'none' && !actor.scopes.includes(scope)) {
    throw problem('INSUFFICIENT_SCOPE', `This token lacks the scope ${scope}.`, {
      details: { required_scope: scope },
    });
  }
  if (agents === 'sysadmin' && actor.accessMode !== 'sysadmin') {
    throw problem('FORBIDDEN', 'Only people and sysadmin agents can call this operation.');
  }
  if (agents === 'reviewer' && !actor.canReview) {
    throw problem('FORBIDDEN', 'Only people and agents with can_review can call this operation.');
  }
  if (scope === 'write') checkNotPaused(actor.state);
}

/** Throws 403 `AGENT_NOT_ACTIVE` with `details.state` for a paused agent, which may only read. */
function checkNotPaused(state: AgentActor['state']): void {
  if (state !== 'paused') return;
  throw problem(
    'AGENT_NOT_ACTIVE',
    'You are paused. You can read, but you cannot write until a person resumes you.',
    { details: { state } },
  );
}
