import type { components } from '../../../generated/types';
import { findAgentActor, lockAgent } from '../../shared/actors';
import { emit, type EventSource } from '../../shared/events';
import { invalidValue, notFound } from '../../platform/problems';
import { toTimestamp } from '../../platform/time';
import { issueToken, markRevoked, type TokenRequest, type TokenRow } from '../../shared/tokens';
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
