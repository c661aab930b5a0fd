import { problem, type Problem } from '../platform/problems';
import { SECOND, shift } from '../platform/time';

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
