import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** Throws 403 unless the agent made the proposal itself: nobody withdraws another's. */
export function checkMayWithdraw(actor: Actor, proposal: { readonly agent_id: string }): void {
  if (actor.kind === 'agent' && proposal.agent_id === actor.agentId) return;
  throw problem('FORBIDDEN', 'An agent withdraws its own proposals only.');
}
