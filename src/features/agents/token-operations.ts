import type { components } from '../../../generated/types';
import { lockAgent } from '../../shared/actors';
import { emit } from '../../shared/events';
import { pageOf, type PageSource } from '../../platform/db/statements/page';
import type { ReadHandler, WriteHandler } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import {
  findToken,
  markRotated,
  scopesOf,
  tokensOf,
  tokensOfWorkspace,
  type TokenRow,
} from '../../shared/tokens';
import { getAgentById } from './agent-operations';
import {
  type CreatedToken,
  createTokenForAgent,
  issueAgentToken,
  overlapEnd,
  revokeAgentToken,
  sameLifetime,
  tokenNotActiveProblem,
} from './token-changes';

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
