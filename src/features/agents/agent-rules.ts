import { problem } from '../../platform/problems';

/** What the rules look at. */
interface AgentFacts {
  readonly state: string;
  readonly name: string;
  readonly last_seen_at: string | null;
}

/** Throws 409 `AGENT_REVOKED`: there is no way back for a revoked agent. */
export function checkNotRevoked({ state, name }: Pick<AgentFacts, 'state' | 'name'>): void {
  if (state === 'revoked') throw problem('AGENT_REVOKED', `The agent ${name} has been revoked.`);
}

/** The state of an agent that is resumed: one that was never seen is still pending. */
export function resumedState({
  last_seen_at: seen,
}: Pick<AgentFacts, 'last_seen_at'>): 'active' | 'pending' {
  return seen === null ? 'pending' : 'active';
}
