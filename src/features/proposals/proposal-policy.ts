import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** Throws 403 unless the actor is the agent that made the proposal. */
export function checkMayWithdraw(actor: Actor, proposal: { readonly agent_id: string }): void {
  if (actor.kind === 'agent' && proposal.agent_id === actor.agentId) return;
  throw problem('FORBIDDEN', 'An agent can withdraw only its own proposals.');
}
