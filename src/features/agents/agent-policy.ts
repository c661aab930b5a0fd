import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** What a change of an agent would set, of what is guarded. */
export interface GuardedChanges {
  readonly access_mode?: 'worker' | 'sysadmin' | undefined;
  readonly requires_proposals?: boolean | undefined;
}

/**
 * Throws 403 for what an agent may not change of agents (product section 3): who is a sysadmin, and whether it must itself ask leave.
 * People change anything.
 */
export function checkMayChange(
  actor: Actor,
  agent: { readonly id: string },
  { access_mode: accessMode, requires_proposals: requiresProposals }: GuardedChanges,
): void {
  if (actor.kind === 'user') return;
  if (accessMode !== undefined) {
    throw problem('FORBIDDEN', 'Only people decide which agent is a sysadmin.');
  }
  if (requiresProposals !== undefined && agent.id === actor.agentId) {
    throw problem('FORBIDDEN', 'Only others decide whether you must ask leave.');
  }
}
