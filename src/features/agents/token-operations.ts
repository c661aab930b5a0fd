import type { components } from '../../../generated/types';
import { pageOf, type PageSource } from '../../platform/db/statements/page';
import type { ReadHandler, WriteHandler } from '../../platform/operation';
import { notFound, invalidValue, problem, type Problem } from '../../platform/problems';
import { addMilliseconds, SECOND, toTimestamp } from '../../platform/time';
import { lockAgent, findAgentActor } from '../../shared/actor-store';
import { emit, type EventSource } from '../../shared/events';
import { type Occurrence, takeDueTimers, type TimerHandler } from '../../shared/timer-store';
import {
  findToken,
  markRotated,
  scopesOf,
  tokensOf,
  tokensOfWorkspace,
  type TokenRow,
  issueToken,
  lockExpiringTokens,
  markRevoked,
  type TokenRequest,
} from '../../shared/tokens';
import { getAgentById } from './agent-operations';
import { checkNotRevoked } from './agent-rules';

const tokenPage: Omit<PageSource<TokenRow>, 'matching'> = {
  select: (tokens) => tokens.select('tokens.*'),
  id: 'tokens.id',
  sorts: { created_at: { column: 'tokens.created_at', type: 'instant' } },
  defaultSort: '-created_at',
};

/** Lists the tokens of an agent, newest first, without secrets. */
export const listTokens: ReadHandler<'listTokens'> = async ({ path, query }, ctx) => {
  const { reader, workspaceId } = ctx;
  await getAgentById(ctx, path.id);
  const { rows, ...envelope } = await pageOf<TokenRow>(
    reader,
    { ...tokenPage, matching: (db) => tokensOf(db, workspaceId, path.id) },
    query,
  );
  return {
    status: 200,
    body: { items: rows.map(toToken), ...envelope, filters: {}, hidden_count: 0 },
  };
};

/**
 * Lists the tokens of all agents, newest first, without secrets; only the token with
 * `public_id` if the query has one.
 */
export const listWorkspaceTokens: ReadHandler<'listWorkspaceTokens'> = async ({ query }, ctx) => {
  const { reader, workspaceId } = ctx;
  const { public_id: publicId } = query;
  const { rows, ...envelope } = await pageOf<TokenRow>(
    reader,
    { ...tokenPage, matching: (db) => tokensOfWorkspace(db, workspaceId, publicId) },
    query,
  );
  const filters = publicId === undefined ? {} : { public_id: publicId };
  return { status: 200, body: { items: rows.map(toToken), ...envelope, filters, hidden_count: 0 } };
};

/** Creates a token. Only this response contains its secret. */
export const createToken: WriteHandler<'createToken'> = async ({ path, body }, ctx) =>
  createdReply(await createTokenForAgent(ctx, path.id, body));

/**
 * Replaces a token by a new one with the same name, scopes and lifetime. Only this response
 * contains the new secret. One of several concurrent calls succeeds.
 */
export const rotateToken: WriteHandler<'rotateToken'> = async ({ path, body }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  const old = await findToken(transaction, workspaceId, path.id);
  if (old === undefined) throw notFound('token', path.id);
  await lockAgent(transaction, workspaceId, old.agent_id);
  const agent = await getAgentById(ctx, old.agent_id);
  const expiresAt = overlapEnd(old, now, body?.overlap_seconds ?? 0);
  if (!(await markRotated(transaction, old, { now, expiresAt }))) throw tokenNotActiveProblem(old);
  emit(ctx, {
    kind: 'token.rotated',
    subject: { type: 'token', id: old.id, title: old.name },
    summary: `${actor.name} replaced the token ${old.name}; it ends at ${expiresAt}.`,
    audit: { old: { expires_at: old.expires_at }, new: { expires_at: expiresAt } },
  });
  return createdReply(
    await issueAgentToken(ctx, agent, {
      name: old.name,
      scopes: scopesOf(old.scopes),
      expiresAt: sameLifetime(old, now),
    }),
  );
};

function createdReply({ row, token }: CreatedToken) {
  return {
    status: 201,
    body: { ...toToken(row), token },
    headers: { Location: `/v1/agents/${row.agent_id}/tokens` },
  } as const;
}

/** Revokes a token; revoking a revoked token changes nothing. */
export const revokeToken: WriteHandler<'revokeToken'> = async ({ path }, ctx) => {
  const token = await findToken(ctx.transaction, ctx.workspaceId, path.id);
  if (token === undefined) throw notFound('token', path.id);
  await revokeAgentToken(ctx, token);
  return { status: 204 };
};

function toToken(row: TokenRow): components['schemas']['Token'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    agent_id: row.agent_id,
    public_id: row.public_id,
    name: row.name,
    scopes: scopesOf(row.scopes),
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
    revoked_at: row.revoked_at,
    rotated_at: row.rotated_at,
    created_by_actor_id: row.created_by_actor_id,
    created_at: row.created_at,
  };
}

/** The actor and the transaction of a change: a request's context, or an operator's command. */
export interface TokenChangeContext extends EventSource {
  readonly actor: { readonly id: string; readonly name: string };
}

/** The fields of the contract's `TokenCreate`. */
type TokenFields = Pick<components['schemas']['TokenCreate'], 'name' | 'scopes' | 'expires_at'>;

/** A new token: its row, and the token with the secret, which is never stored. */
interface CreatedToken {
  readonly row: TokenRow;
  readonly token: string;
}

/**
 * Creates a token for an agent and emits token.created. Throws 404 for an unknown agent, 409
 * `AGENT_REVOKED` for a revoked one, and 400 for an expiry in the past.
 */
export async function createTokenForAgent(
  ctx: TokenChangeContext,
  agentId: string,
  fields: TokenFields,
): Promise<CreatedToken> {
  const { transaction, workspaceId, now } = ctx;
  await lockAgent(transaction, workspaceId, agentId);
  const agent = await findAgentActor(transaction, workspaceId, agentId);
  if (agent === undefined) throw notFound('agent', agentId);
  checkNotRevoked(agent);
  const expiresAt = toTimestamp(fields.expires_at) ?? null;
  if (expiresAt !== null && expiresAt <= now) {
    throw invalidValue('body/expires_at', 'body/expires_at is in the past.');
  }
  return issueAgentToken(ctx, agent, {
    name: fields.name ?? 'token',
    scopes: fields.scopes ?? ['read', 'write'],
    expiresAt,
  });
}

/** Creates a token for a locked agent and emits token.created. */
async function issueAgentToken(
  ctx: TokenChangeContext,
  agent: { readonly id: string; readonly name: string },
  fields: Pick<TokenRequest, 'name' | 'scopes' | 'expiresAt'>,
): Promise<CreatedToken> {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  const createdByActorId = actor.id;
  const request = { ...fields, workspaceId, agentId: agent.id, createdByActorId, now, newId };
  const { token, row } = await issueToken(transaction, request);
  emit(ctx, {
    kind: 'token.created',
    subject: { type: 'token', id: row.id, title: row.name },
    summary: `${actor.name} created the token ${row.name} for ${agent.name}.`,
    audit: {
      new: { agent_id: agent.id, scopes: [...row.scopes], expires_at: fields.expiresAt },
    },
  });
  return { token, row: { ...row, scopes: JSON.stringify(row.scopes) } };
}

/**
 * Revokes a token and emits token.revoked. Returns false if it was already revoked, so one of
 * several concurrent calls succeeds.
 */
export async function revokeAgentToken(
  ctx: TokenChangeContext,
  token: Pick<TokenRow, 'id' | 'name'>,
): Promise<boolean> {
  const { transaction, workspaceId, actor, now } = ctx;
  if (!(await markRevoked(transaction, workspaceId, token.id, now))) return false;
  emit(ctx, {
    kind: 'token.revoked',
    subject: { type: 'token', id: token.id, title: token.name },
    summary: `${actor.name} revoked the token ${token.name}.`,
  });
  return true;
}

/** Emits `token.expiring` for tokens that people made, seven days before they expire. */
export const announceExpiry: TimerHandler = async (source, subjectIds) => {
  const { transaction, workspaceId, now } = source;
  const kind = 'token.expiring';
  const tokens = await lockExpiringTokens(transaction, workspaceId, subjectIds);
  const ids = tokens.map(({ id }) => id);
  const taken = await takeDueTimers(transaction, { workspaceId, kind, now }, ids);
  const occurrences = tokens.flatMap((token): Occurrence[] => {
    const { id, name, agent_name: agent, expires_at: at } = token;
    if (!taken.has(id) || token.author_kind !== 'user' || at <= now) return [];
    const summary = `The token ${name} of ${agent} expires at ${at}.`;
    return [{ at: now, event: { kind, subject: { type: 'token', id, title: name }, summary } }];
  });
  return { occurrences };
};

/** The lifetime of a token, in ISO 8601 UTC. A token without `expires_at` never expires. */
interface Lifetime {
  readonly expires_at: string | null;
  readonly created_at: string;
}

/** When a replaced token expires: after the overlap, but not later than before the rotation. */
function overlapEnd({ expires_at }: Lifetime, now: string, overlapSeconds: number): string {
  const end = addMilliseconds(now, overlapSeconds * SECOND);
  return expires_at !== null && expires_at < end ? expires_at : end;
}

/** When a token created now expires if it has the same lifetime as another token. */
function sameLifetime({ expires_at, created_at }: Lifetime, now: string): string | null {
  if (expires_at === null) return null;
  return addMilliseconds(now, Date.parse(expires_at) - Date.parse(created_at));
}

/** 409 `TOKEN_NOT_ACTIVE`: the token has expired, or was revoked or replaced before. */
function tokenNotActiveProblem({ name }: { readonly name: string }): Problem {
  return problem('TOKEN_NOT_ACTIVE', `The token ${name} has expired, or was revoked or replaced.`);
}

/** The columns that determine the state of a token. */
interface StateFacts {
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly agent_state: string;
}

/** The state of a token at a time (ISO 8601 UTC). A revoked agent's tokens count as revoked. */
export function tokenState(
  { expires_at, revoked_at, agent_state }: StateFacts,
  now: string,
): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null || agent_state === 'revoked') return 'revoked';
  return expires_at !== null && expires_at <= now ? 'expired' : 'active';
}
