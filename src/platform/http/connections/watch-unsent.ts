import type { Exchange } from '../exchange';
import type { HoldUnsent } from './unsent';

// A list holds a lent buffer of this size however short it is (lent-buffer.ts).
const leastBytes = 128 * 1024;

/**
 * Counts the response among the unsent ones until the operating system has all of it. Most of them
 * it takes at once.
 */
export function watchUnsent(hold: HoldUnsent, exchange: Exchange): void {
  const { res, req, credential } = exchange;
  if (res.writableLength === 0 || res.closed) return;
  const bytes = Math.max(leastBytes, Number(res.getHeader('content-length') ?? 0));
  const address = req.ip ?? 'unknown';
  const release = hold({
    group: credential?.actor.workspaceId ?? address,
    caller: credential?.actor.id ?? address,
    bytes,
    cut: () => {
      exchange.log.warn({ bytes }, 'A client did not read its response in time: connection closed');
      res.destroy();
    },
  });
  res.once('close', release);
}
