import type { components } from '../../../generated/types';
import { invalidValue, notFound, problem, type Problem } from '../../platform/problems';
import { addMilliseconds, SECOND, toTimestamp } from '../../platform/time';
import { findAgentActor, lockAgent } from '../../shared/actors';
import { emit, type EventSource } from '../../shared/events';
import { type Occurrence, takeDueTimers, type TimerHandler } from '../../shared/timers';
import {
  issueToken,
  lockExpiringTokens,
  markRevoked,
  type TokenRequest,
  type TokenRow,
} from '../../shared/tokens';
import { checkNotRevoked } from './agent-rules';

/** The actor and the transaction of a change: a request's context, or an operator's command. */
export interface TokenChangeContext extends EventSource {
  readonly actor: { readonly id: string; readonly name: string };
}

/** The fields of the contract's `TokenCreate`. */
type TokenFields = Pick<components['schemas']['TokenCreate'], 'name' | 'scopes' | 'expires_at'>;

/** A new token: its row, and the token with the secret, which is never stored. */
export interface CreatedToken {
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
export async function issueAgentToken(
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
export function overlapEnd({ expires_at }: Lifetime, now: string, overlapSeconds: number): string {
  const end = addMilliseconds(now, overlapSeconds * SECOND);
  return expires_at !== null && expires_at < end ? expires_at : end;
}

/** When a token created now expires if it has the same lifetime as another token. */
export function sameLifetime({ expires_at, created_at }: Lifetime, now: string): string | null {
  if (expires_at === null) return null;
  return addMilliseconds(now, Date.parse(expires_at) - Date.parse(created_at));
}

/** 409 `TOKEN_NOT_ACTIVE`: the token has expired, or was revoked or replaced before. */
export function tokenNotActiveProblem({ name }: { readonly name: string }): Problem {
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
