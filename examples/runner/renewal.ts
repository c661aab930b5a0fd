import { setTimeout } from 'node:timers/promises';
import {
  isCallboardError,
  toCallboardError,
  type AnyCallboardError,
  type CallboardClient,
  type components,
} from 'callboard-client';

/** A claim that is renewed until `end` is called. */
export interface Renewal {
  /** Aborts when the claim is lost. Its reason says why. */
  readonly lost: AbortSignal;
  end(): void;
}

/** The claim to renew. */
interface Claimed {
  readonly id: string;
  readonly claim: components['schemas']['Claim'];
  /** Whether a part of its lease may have passed. */
  readonly isOld: boolean;
}

/**
 * Renews a claim when a third of its lease has passed. It is lost when the service says so, or when
 * the service cannot be reached for a whole lease.
 */
export function renew(
  client: CallboardClient,
  { id, claim, isOld }: Claimed,
  mostMs: number,
): Renewal {
  const [lost, ended] = [new AbortController(), new AbortController()];
  // The service's clock may differ from ours, so only differences count.
  const leaseMs = 2 * (Date.parse(claim.expires_at) - Date.parse(claim.renew_after));
  const everyMs = Math.min(leaseMs / 3, mostMs);
  const params = { path: { id } };
  const keep = async (): Promise<void> => {
    let renewedAt = performance.now();
    for (let delay = isOld ? 0 : everyMs; ; delay = everyMs) {
      await setTimeout(delay, undefined, { signal: ended.signal });
      const sentAt = performance.now();
      try {
        const { error, response } = await client.minimal.POST('/v1/actions/{id}/heartbeat', {
          params,
          body: { claim_generation: claim.generation },
          signal: AbortSignal.any([ended.signal, AbortSignal.timeout(leaseMs / 3)]),
        });
        if (error) throw toCallboardError({ error, response });
        renewedAt = sentAt;
      } catch (error) {
        if (isRefusal(error) || performance.now() - renewedAt > leaseMs) throw error;
      }
    }
  };
  keep().catch((error: unknown) => {
    if (!ended.signal.aborted) lost.abort(error);
  });
  return { lost: lost.signal, end: () => ended.abort() };
}

/** Whether the service has refused a request, so that it is useless to send it again. */
export function isRefusal(error: unknown): error is AnyCallboardError {
  return isCallboardError(error) && error.status < 500 && error.status !== 429;
}
