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
