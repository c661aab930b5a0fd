import type { components } from '../../generated/types';
import { holdAgent } from '../actors';
import { emit } from '../events';
import { pageOf } from '../platform/db/page';
import type { ReadHandler, WriteHandler } from '../platform/operation';
import { invalidValue, notFound } from '../platform/problems';
import { toTimestamp } from '../platform/time';
import { findToken, issueToken, markRevoked, scopesOf, tokensOf, type TokenRow } from '../tokens';
import { getAgentOf } from './agent-operations';
import { checkNotRevoked } from './agent-rules';

/** Lists an agent's tokens, newest first, without their secrets. */
export const listTokens: ReadHandler<'listTokens'> = async ({ path, query }, ctx) => {
  const { hand, workspaceId } = ctx;
  await getAgentOf(ctx, path.id);
  const { rows, ...envelope } = await pageOf<TokenRow>(
    hand,
    {
      matching: (db) => tokensOf(db, workspaceId, path.id),
      select: (tokens) => tokens.select('tokens.*'),
      id: 'tokens.id',
      sorts: { created_at: { column: 'tokens.created_at', holds: 'instant' } },
      defaultSort: '-created_at',
    },
    query,
  );
  return {
    status: 200,
    body: { items: rows.map(toToken), ...envelope, filters: {}, hidden_count: 0 },
  };
};

/** Makes a token. Its secret is in this answer and nowhere else. */
export const createToken: WriteHandler<'createToken'> = async ({ path, body }, ctx) => {
  const { hand, workspaceId, actor, newId, now } = ctx;
  await holdAgent(hand, workspaceId, path.id);
  const agent = await getAgentOf(ctx, path.id);
  checkNotRevoked(agent);
  const expiresAt = toTimestamp(body.expires_at) ?? null;
  if (expiresAt !== null && expiresAt <= now) {
    throw invalidValue('body/expires_at', 'body/expires_at has passed.');
  }
  const { token, row } = await issueToken(hand, {
    workspaceId,
    agentId: agent.id,
    name: body.name ?? 'token',
    scopes: body.scopes ?? ['read', 'write'],
    expiresAt,
    createdByActorId: actor.id,
    now,
    newId,
  });
  emit(ctx, {
    kind: 'token.created',
    subject: { type: 'token', id: row.id, title: row.name },
    summary: `${actor.name} made the token ${row.name} for ${agent.name}.`,
  });
  return {
    status: 201,
    body: { ...toToken({ ...row, scopes: JSON.stringify(row.scopes) }), token },
    headers: { Location: `/v1/agents/${agent.id}/tokens` },
  };
};

/** Revokes a token at once; a revoked one stays as it is. */
export const revokeToken: WriteHandler<'revokeToken'> = async ({ path }, ctx) => {
  const { hand, workspaceId, actor, now } = ctx;
  const token = await findToken(hand, workspaceId, path.id);
  if (token === undefined) throw notFound('token', path.id);
  if (await markRevoked(hand, workspaceId, token.id, now)) {
    emit(ctx, {
      kind: 'token.revoked',
      subject: { type: 'token', id: token.id, title: token.name },
      summary: `${actor.name} revoked the token ${token.name}.`,
    });
  }
  return { status: 204 };
};

function toToken(row: TokenRow): components['schemas']['Token'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    agent_id: row.agent_id,
    name: row.name,
    scopes: scopesOf(row.scopes),
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
    revoked_at: row.revoked_at,
    created_by_actor_id: row.created_by_actor_id,
    created_at: row.created_at,
  };
}
