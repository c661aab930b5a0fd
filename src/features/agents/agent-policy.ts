import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** The changes of an agent that need a permission check. */
export interface GuardedChanges {
  readonly access_mode?: 'worker' | 'sysadmin' | undefined;
  readonly requires_proposals?: boolean | undefined;
}

/**
 * Checks that the caller may make these changes. Agents may not change `access_mode`, nor their own
 * `requires_proposals`; people may change everything. Throws 403 `FORBIDDEN` otherwise.
 */
export function checkMayChange(
  actor: Actor,
  agent: { readonly id: string },
  { access_mode: accessMode, requires_proposals: requiresProposals }: GuardedChanges,
): void {
  if (actor.kind === 'user') return;
  if (accessMode !== undefined) {
    throw problem('FORBIDDEN', 'Only people can change the access mode of an agent.');
  }
  if (requiresProposals !== undefined && agent.id === actor.agentId) {
    throw problem('FORBIDDEN', 'You cannot change whether you need approval yourself.');
  }
}
