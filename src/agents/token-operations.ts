import type { components } from '../../generated/types';
import { holdAgent } from '../actors';
import { emit } from '../events';
import { pageOf } from '../platform/db/page';
import type { ReadHandler, WriteContext, WriteHandler } from '../platform/operation';
import { invalidValue, notFound } from '../platform/problems';
import { toTimestamp } from '../platform/time';
import {
  findToken,
  issueToken,
  markRevoked,
  markRotated,
  scopesOf,
  tokensOf,
  type TokenRequest,
  type TokenRow,
} from '../tokens';
import { getAgentOf } from './agent-operations';
import { checkNotRevoked } from './agent-rules';
import { overlapEnd, sameLifetime, tokenNotActive } from './token-rules';

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
  const { hand, workspaceId, now } = ctx;
  await holdAgent(hand, workspaceId, path.id);
  const agent = await getAgentOf(ctx, path.id);
  checkNotRevoked(agent);
  const expiresAt = toTimestamp(body.expires_at) ?? null;
  if (expiresAt !== null && expiresAt <= now) {
    throw invalidValue('body/expires_at', 'body/expires_at has passed.');
  }
  return issue(ctx, agent, {
    name: body.name ?? 'token',
    scopes: body.scopes ?? ['read', 'write'],
    expiresAt,
  });
};

/** Replaces a token by a new one of the same kind, whose secret is in this answer and nowhere else. Of several at once one does. */
export const rotateToken: WriteHandler<'rotateToken'> = async ({ path, body }, ctx) => {
  const { hand, workspaceId, actor, now } = ctx;
  const old = await findToken(hand, workspaceId, path.id);
  if (old === undefined) throw notFound('token', path.id);
  await holdAgent(hand, workspaceId, old.agent_id);
  const agent = await getAgentOf(ctx, old.agent_id);
  const expiresAt = overlapEnd(old, now, body?.overlap_seconds ?? 0);
  if (!(await markRotated(hand, old, { now, expiresAt }))) throw tokenNotActive(old);
  emit(ctx, {
    kind: 'token.rotated',
    subject: { type: 'token', id: old.id, title: old.name },
    summary: `${actor.name} replaced the token ${old.name}; it ends at ${expiresAt}.`,
  });
  return issue(ctx, agent, {
    name: old.name,
    scopes: scopesOf(old.scopes),
    expiresAt: sameLifetime(old, now),
  });
};

async function issue(
  ctx: WriteContext,
  agent: { readonly id: string; readonly name: string },
  wanted: Pick<TokenRequest, 'name' | 'scopes' | 'expiresAt'>,
) {
  const { hand, workspaceId, actor, newId, now } = ctx;
  const createdByActorId = actor.id;
  const request = { ...wanted, workspaceId, agentId: agent.id, createdByActorId, now, newId };
  const { token, row } = await issueToken(hand, request);
  emit(ctx, {
    kind: 'token.created',
    subject: { type: 'token', id: row.id, title: row.name },
    summary: `${actor.name} made the token ${row.name} for ${agent.name}.`,
  });
  return {
    status: 201,
    body: { ...toToken({ ...row, scopes: JSON.stringify(row.scopes) }), token },
    headers: { Location: `/v1/agents/${agent.id}/tokens` },
  } as const;
}

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
    rotated_at: row.rotated_at,
    created_by_actor_id: row.created_by_actor_id,
    created_at: row.created_at,
  };
}
