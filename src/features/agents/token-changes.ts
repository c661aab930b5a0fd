import type { components } from '../../../generated/types';
import { findAgentActor, lockAgent } from '../../shared/actors';
import { emit, type EventSource } from '../../shared/events';
import { invalidValue, notFound } from '../../platform/problems';
import { toTimestamp } from '../../platform/time';
import { issueToken, markRevoked, type TokenRequest, type TokenRow } from '../../shared/tokens';
import { checkNotRevoked } from './agent-rules';

/**
 * Who changes tokens and in which transaction: a request's context, or a command of the operator.
 */
export interface TokenSource extends EventSource {
  readonly actor: { readonly id: string; readonly name: string };
}

/** A token to make, as the contract's `TokenCreate` describes it. */
type WantedToken = Pick<components['schemas']['TokenCreate'], 'name' | 'scopes' | 'expires_at'>;

/** A token that was just made: its row, and its text with the secret, which is stored nowhere. */
export interface MadeToken {
  readonly row: TokenRow;
  readonly token: string;
}

/**
 * Makes a token for an agent and emits token.created. Throws 404 for an unknown agent, 409
 * `AGENT_REVOKED`, and 400 for a time that has passed.
 */
export async function makeToken(
  source: TokenSource,
  agentId: string,
  wanted: WantedToken,
): Promise<MadeToken> {
  const { transaction, workspaceId, now } = source;
  await lockAgent(transaction, workspaceId, agentId);
  const agent = await findAgentActor(transaction, workspaceId, agentId);
  if (agent === undefined) throw notFound('agent', agentId);
  checkNotRevoked(agent);
  const expiresAt = toTimestamp(wanted.expires_at) ?? null;
  if (expiresAt !== null && expiresAt <= now) {
    throw invalidValue('body/expires_at', 'body/expires_at has passed.');
  }
  return addToken(source, agent, {
    name: wanted.name ?? 'token',
    scopes: wanted.scopes ?? ['read', 'write'],
    expiresAt,
  });
}

/** Stores a token for an agent that is held, and emits token.created. */
export async function addToken(
  source: TokenSource,
  agent: { readonly id: string; readonly name: string },
  wanted: Pick<TokenRequest, 'name' | 'scopes' | 'expiresAt'>,
): Promise<MadeToken> {
  const { transaction, workspaceId, actor, newId, now } = source;
  const createdByActorId = actor.id;
  const request = { ...wanted, workspaceId, agentId: agent.id, createdByActorId, now, newId };
  const { token, row } = await issueToken(transaction, request);
  emit(source, {
    kind: 'token.created',
    subject: { type: 'token', id: row.id, title: row.name },
    summary: `${actor.name} made the token ${row.name} for ${agent.name}.`,
  });
  return { token, row: { ...row, scopes: JSON.stringify(row.scopes) } };
}

/**
 * Revokes a token at once and emits token.revoked. False when it was revoked already: of several at
 * the same time one succeeds.
 */
export async function endToken(
  source: TokenSource,
  token: Pick<TokenRow, 'id' | 'name'>,
): Promise<boolean> {
  const { transaction, workspaceId, actor, now } = source;
  if (!(await markRevoked(transaction, workspaceId, token.id, now))) return false;
  emit(source, {
    kind: 'token.revoked',
    subject: { type: 'token', id: token.id, title: token.name },
    summary: `${actor.name} revoked the token ${token.name}.`,
  });
  return true;
}
