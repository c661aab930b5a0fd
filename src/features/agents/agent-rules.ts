import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** The columns of an agent that the rules use. */
interface AgentFacts {
  readonly state: string;
  readonly name: string;
  readonly last_seen_at: string | null;
}

/** Throws 409 `AGENT_REVOKED` for a revoked agent, because revoking is final. */
export function checkNotRevoked({ state, name }: Pick<AgentFacts, 'state' | 'name'>): void {
  if (state === 'revoked') throw problem('AGENT_REVOKED', `The agent ${name} has been revoked.`);
}

/** The state of an agent after it is resumed: pending if it never sent a request. */
export function resumedState({
  last_seen_at: seen,
}: Pick<AgentFacts, 'last_seen_at'>): 'active' | 'pending' {
  return seen === null ? 'pending' : 'active';
}

/** The changes of an agent that need a permission check. */
export interface GuardedChanges {
  readonly access_mode?: 'worker' | 'sysadmin' | undefined;
  readonly requires_proposals?: boolean | undefined;
  readonly can_review?: boolean | undefined;
  readonly webhook_url?: string | null | undefined;
}

/**
 * Checks that the caller may make these changes. Agents may not change `access_mode`, `can_review`
 * and `webhook_url`, nor their own `requires_proposals`, nor set that of another agent to false;
 * people may change everything. Throws 403 `FORBIDDEN` otherwise.
 */
export function checkMayChange(
  actor: Actor,
  agent: { readonly id: string },
  changes: GuardedChanges,
): void {
  const { access_mode: accessMode, requires_proposals: requiresProposals } = changes;
  if (actor.kind === 'user') return;
  checkMayChangeWebhook(actor, changes.webhook_url);
  checkMayChangeReview(actor, changes.can_review);
  if (accessMode !== undefined) {
    throw problem('FORBIDDEN', 'Only people can change the access mode of an agent.');
  }
  if (requiresProposals !== undefined && agent.id === actor.agentId) {
    throw problem('FORBIDDEN', 'You cannot change whether you need approval yourself.');
  }
  if (requiresProposals === false) {
    throw problem('FORBIDDEN', 'Only people can set requires_proposals of an agent to false.');
  }
}

/** Throws 403 `FORBIDDEN` if an agent changes who may review, because only people may. */
export function checkMayChangeReview(actor: Actor, canReview: boolean | undefined): void {
  if (canReview === undefined || actor.kind === 'user') return;
  throw problem('FORBIDDEN', 'Only people can change whether an agent may review.');
}

/** Throws 403 `FORBIDDEN` if an agent sets or removes a `webhook_url`, because only people may. */
export function checkMayChangeWebhook(actor: Actor, webhookUrl: string | null | undefined): void {
  if (webhookUrl === undefined || actor.kind === 'user') return;
  throw problem('FORBIDDEN', 'Only people can set the webhook URL of an agent.');
}
