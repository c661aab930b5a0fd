import { problem, type Problem } from '../../platform/problems';
import { SECOND, shift } from '../../platform/time';

/** What the rules look at. Times are ISO 8601 UTC; no `expires_at` is never. */
interface Lifetime {
  readonly expires_at: string | null;
  readonly created_at: string;
}

/** When a token ends that is replaced now: after the overlap, never later than it would have. */
export function overlapEnd({ expires_at }: Lifetime, now: string, overlapSeconds: number): string {
  const end = shift(now, overlapSeconds * SECOND);
  return expires_at !== null && expires_at < end ? expires_at : end;
}

/** When a token ends that is made now and lasts as long as another was made to last. */
export function sameLifetime({ expires_at, created_at }: Lifetime, now: string): string | null {
  if (expires_at === null) return null;
  return shift(now, Date.parse(expires_at) - Date.parse(created_at));
}

/** 409 `TOKEN_NOT_ACTIVE`: only a token that works, and has not been replaced yet, is replaced. */
export function tokenNotActive({ name }: { readonly name: string }): Problem {
  return problem('TOKEN_NOT_ACTIVE', `The token ${name} has ended or has been replaced already.`);
}

/** What the state of a token follows from; the agent's state is that of the agent it is for. */
interface StateFacts {
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly agent_state: string;
}

/** Whether a token works at a moment (ISO 8601 UTC), and why not. */
export function tokenState(
  { expires_at, revoked_at, agent_state }: StateFacts,
  now: string,
): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null || agent_state === 'revoked') return 'revoked';
  return expires_at !== null && expires_at <= now ? 'expired' : 'active';
}
