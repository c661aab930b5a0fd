/**
 * Tokens: the bearer tokens of agents. The database stores only the hash of a secret; the response
 * that creates a token shows the secret once. The agents feature manages tokens, and the auth
 * feature authenticates requests with them.
 */
import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Transaction } from '../../platform/db/transaction';
import type { Scope } from '../../platform/operation';
import { insertToken, type TokenRow } from './token-store';
import type { Reader } from '../../platform/db/reader';

export { accessTokenPurge, limitAccessTokens, lockExpiringTokens } from './expiring-token-store';
export {
  activateAgent,
  findPresentedToken,
  findToken,
  findTokensCreatedBy,
  markRevoked,
  markRotated,
  markUsed,
  revokeTokensOf,
  scopesOf,
  tokenPurge,
  tokensOf,
  tokensOfWorkspace,
  type CreatedToken,
  type PresentedToken,
  type TokenRow,
} from './token-store';

/** The properties of a new token. */
export interface TokenRequest {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** ISO 8601 UTC; null if the token never expires. */
  readonly expiresAt: string | null;
  readonly createdByActorId: string;
  /** The grant and the resource of an access token of OAuth. */
  readonly grant?: { readonly id: string; readonly audience: string };
  readonly now: string;
  readonly newId: (prefix: string) => string;
}

/**
 * Creates and stores a token. Only the returned token contains the secret; the row has its hash.
 */
export async function issueToken(
  transaction: Transaction,
  request: TokenRequest,
): Promise<{ token: string; row: Omit<TokenRow, 'scopes'> & { scopes: readonly Scope[] } }> {
  const parts = newTokenParts(request.workspaceId);
  const row = {
    id: request.newId('tok'),
    workspace_id: request.workspaceId,
    agent_id: request.agentId,
    public_id: parts.publicId,
    name: request.name,
    scopes: request.scopes,
    expires_at: request.expiresAt,
    last_used_at: null,
    revoked_at: null,
    rotated_at: null,
    created_by_actor_id: request.createdByActorId,
    created_at: request.now,
    grant_id: request.grant?.id ?? null,
    audience: request.grant?.audience ?? null,
  };
  await insertToken(transaction, { ...row, secret_hash: hashToken(parts) });
  return { token: formatToken(parts), row };
}

/** The parts of a bearer token: the public id identifies it, the secret authenticates it. */
export interface TokenParts {
  /** Undefined for tokens from before tokens named their workspace. */
  readonly workspaceId: string | undefined;
  readonly publicId: string;
  readonly secret: string;
}

/** Generates a public id of 12 random bytes and a secret of 32, both in hexadecimal. */
export function newTokenParts(workspaceId: string): TokenParts {
  return {
    workspaceId,
    publicId: randomBytes(12).toString('hex'),
    secret: randomBytes(32).toString('hex'),
  };
}

/** The token as clients send it: `cb_<workspace>_<public id>_<secret>`. */
export function formatToken({ workspaceId, publicId, secret }: TokenParts): string {
  const workspace = workspaceId === undefined ? '' : `${workspacePart(workspaceId)}_`;
  return `cb_${workspace}${publicId}_${secret}`;
}

/** The hash of a token that is stored. With another workspace, or without it, it is another one. */
export function hashToken({ workspaceId, secret }: TokenParts): string {
  return hashSecret(workspaceId === undefined ? secret : `${workspaceId}_${secret}`);
}

/** Whether a token has the hash; compares in constant time. */
export function isTokenOf(hash: string, parts: TokenParts): boolean {
  return isEqualHash(hash, hashToken(parts));
}

/**
 * Parses an `Authorization` header of the Bearer scheme (RFC 6750). Returns undefined if it does
 * not contain a Callboard token.
 */
export function parseAuthorization(header: string): TokenParts | undefined {
  const [, token] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  return token === undefined ? undefined : parseToken(token);
}

/** Parses a token as clients send it. Returns undefined for other texts. */
export function parseToken(token: string): TokenParts | undefined {
  const match = /^cb_(?:([0-9A-Z]{26})_)?([0-9a-f]{24})_([0-9a-f]{64})$/.exec(token);
  const [, part, publicId, secret] = match ?? [];
  if (publicId === undefined || secret === undefined) return undefined;
  return { workspaceId: part && workspaceOfPart(part), publicId, secret };
}

/**
 * SHA-256 of a secret in hexadecimal; only this hash is stored. Secrets are random, so a slow
 * password hash is not needed.
 */
export function hashSecret(secret: string): string {
  return digest('sha256', secret);
}

/** Whether a secret matches a hash; compares in constant time. */
export function isSecretOf(hash: string, secret: string): boolean {
  return isEqualHash(hash, hashSecret(secret));
}

function isEqualHash(one: string, other: string): boolean {
  const expected = Buffer.from(one);
  const given = Buffer.from(other);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** A token of any workspace, with the names of its agent and workspace. */
export interface LocatedToken extends TokenRow {
  readonly secret_hash: string;
  readonly agent_name: string;
  readonly agent_state: 'pending' | 'active' | 'paused' | 'revoked';
  readonly workspace_name: string;
}

/** The token with this public id or id in any workspace; only for operators' commands. */
export function findTokenAnywhere(
  reader: Reader,
  key: { readonly public_id: string } | { readonly id: string },
): Promise<LocatedToken | undefined> {
  const [column, value] =
    'id' in key ? (['tokens.id', key.id] as const) : (['tokens.public_id', key.public_id] as const);
  return reader.first<LocatedToken>((db) =>
    db('tokens')
      .join('agents', (on) => {
        on.on('agents.workspace_id', 'tokens.workspace_id').on('agents.id', 'tokens.agent_id');
      })
      .join('actors', (on) => {
        on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
      })
      .join('workspaces', 'workspaces.id', 'tokens.workspace_id')
      .where(column, value)
      .limit(1)
      .select(
        'tokens.*',
        'actors.name as agent_name',
        'agents.state as agent_state',
        'workspaces.name as workspace_name',
      ),
  );
}

// Every credential names its workspace in a part that is not secret: the id without its prefix.
// So one workspace is read to find its caller, and a proxy can route a request by it. Credentials
// from before have no such part and work until they expire.

const prefix = 'wsp_';
const inToken = /^cb[a-z]_([0-9A-Z]{26})_/;
// A session from before has 43 characters.
const inCookie = /^([0-9A-Z]{26})_[\w-]{43}$/;

/** The part of a credential that names the workspace. */
export function workspacePart(workspaceId: string): string {
  return workspaceId.slice(prefix.length);
}

/** The id of the workspace of a part. */
function workspaceOfPart(part: string): string {
  return `${prefix}${part}`;
}

/** Creates a secret of 32 random bytes in hexadecimal, after its kind and its workspace. */
export function newWorkspaceSecret(kind: `cb${string}`, workspaceId: string): string {
  return `${kind}_${workspacePart(workspaceId)}_${randomBytes(32).toString('hex')}`;
}

/** The value of a new session's cookie: the workspace and 32 random bytes in Base64url. */
export function newSessionValue(workspaceId: string): string {
  return `${workspacePart(workspaceId)}_${randomBytes(32).toString('base64url')}`;
}

/**
 * A condition for the rows of the workspace that a secret or the value of a cookie names; none for
 * one from before. The row is found by the hash of the whole text, so another workspace finds none.
 */
export function namedWorkspace(credential: string): { readonly workspace_id?: string } {
  const [, part] = inToken.exec(credential) ?? inCookie.exec(credential) ?? [];
  return part === undefined ? {} : { workspace_id: workspaceOfPart(part) };
}
