import type { Exchange } from '../exchange';
import type { AddPendingResponse } from './response-backlog';

/**
 * Adds the response to the backlog until the operating system has accepted all of it, which for
 * most responses is at once.
 */
export function trackResponse(addPending: AddPendingResponse, exchange: Exchange): void {
  const { res, req, credential } = exchange;
  if (exchange.isStream || res.writableLength === 0 || res.closed) return;
  const bytes = Math.max(res.writableLength, Number(res.getHeader('content-length') ?? 0));
  const address = req.ip ?? 'unknown';
  const remove = addPending({
    group: credential?.actor.workspaceId ?? address,
    caller: credential?.actor.id ?? address,
    bytes,
    abort: () => {
      exchange.log.warn({ bytes }, 'A client did not read its response in time: connection closed');
      res.destroy();
    },
  });
  res.once('close', remove);
}
