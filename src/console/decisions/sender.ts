import { createClient } from 'callboard-client';
import { server } from '../api/address';
import { watchedFetch } from '../api/trouble';
import type { Decision } from './decision';

/** The client for decisions. It retries for longer than a person waits for a screen. */
export const sender = createClient({
  baseUrl: server,
  session: true,
  fetch: watchedFetch,
  retry: { attempts: 3 },
});

// A browser limits the bodies of requests that outlive their page to 64 KiB.
const maxText = 20_000;

/** Options of a request that is sent even if the page closes, unless its texts are too long. */
export function keptAlive(decisions: readonly Decision[]): { readonly keepalive: boolean } {
  const length = decisions.reduce((sum, decision) => sum + lengthOf(decision), 0);
  return { keepalive: length <= maxText };
}

function lengthOf(decision: Decision): number {
  if ('text' in decision) return decision.text.length;
  return decision.kind === 'permit' ? JSON.stringify(decision.payload ?? {}).length : 0;
}
