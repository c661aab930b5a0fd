import type { components } from '../../../generated/types';
import type { UserRow } from '../auth';
import { emit } from '../../shared/events';
import { findTokensCreatedBy, revokeTokensOf } from '../../shared/tokens';
import type { WriteContext } from '../../platform/operation';

const MAX_TOKENS = 100;

/** The fields of a person who was deactivated or is a member now. */
export type CreatedTokens = Required<
  Pick<components['schemas']['User'], 'tokens_created' | 'tokens_created_count'>
>;

/**
 * Revokes the active tokens that a locked person created, if `isRevoking`, with an event for each.
 * Returns those that still work.
 */
export async function endCreatedTokens(
  ctx: WriteContext,
  user: UserRow,
  isRevoking: boolean,
): Promise<CreatedTokens> {
  const { transaction, workspaceId, actor, now } = ctx;
  const creator = { created_by_actor_id: user.actor_id };
  if (isRevoking) {
    const revoked = await revokeTokensOf(transaction, workspaceId, creator, now);
    emit(
      ctx,
      ...revoked.map(({ id, name }) => ({
        kind: 'token.revoked' as const,
        subject: { type: 'token' as const, id, title: name },
        summary: `${actor.name} revoked the token ${name}, which ${user.name} created.`,
      })),
    );
  }
  const limits = { now, limit: MAX_TOKENS };
  const { tokens, count } = await findTokensCreatedBy(transaction, workspaceId, creator, limits);
  return {
    tokens_created: tokens.map((token) => ({
      id: token.id,
      name: token.name,
      agent_id: token.agent_id,
      agent_name: token.agent_name,
      created_at: token.created_at,
      expires_at: token.expires_at,
      last_used_at: token.last_used_at,
    })),
    tokens_created_count: count,
  };
}
