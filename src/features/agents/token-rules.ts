import { problem, type Problem } from '../../platform/problems';
import { SECOND, addMilliseconds } from '../../platform/time';

/** The lifetime of a token, in ISO 8601 UTC. A token without `expires_at` never expires. */
interface Lifetime {
  readonly expires_at: string | null;
  readonly created_at: string;
}

/** When a replaced token expires: after the overlap, but not later than before the rotation. */
export function overlapEnd({ expires_at }: Lifetime, now: string, overlapSeconds: number): string {
  const end = addMilliseconds(now, overlapSeconds * SECOND);
  return expires_at !== null && expires_at < end ? expires_at : end;
}

/** When a token created now expires if it has the same lifetime as another token. */
export function sameLifetime({ expires_at, created_at }: Lifetime, now: string): string | null {
  if (expires_at === null) return null;
  return addMilliseconds(now, Date.parse(expires_at) - Date.parse(created_at));
}

/** 409 `TOKEN_NOT_ACTIVE`: the token has expired, or was revoked or replaced before. */
export function tokenNotActiveProblem({ name }: { readonly name: string }): Problem {
  return problem('TOKEN_NOT_ACTIVE', `The token ${name} has expired, or was revoked or replaced.`);
}

/** The columns that determine the state of a token. */
interface StateFacts {
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly agent_state: string;
}

/** The state of a token at a time (ISO 8601 UTC). A revoked agent's tokens count as revoked. */
export function tokenState(
  { expires_at, revoked_at, agent_state }: StateFacts,
  now: string,
): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null || agent_state === 'revoked') return 'revoked';
  return expires_at !== null && expires_at <= now ? 'expired' : 'active';
}
