/**
 * The feed: lists and streams the events of the workspace in commit order. It owns no table; it
 * reads the events that `shared/events` stores, and omits events whose subject the caller may not
 * see.
 */
import type { EventsHandlers } from '../../../generated/handlers';
import { readEvents, streamEventsWith } from './feed-operations';
import { createStreams, type StreamsParts } from './stream/streams';

export { cursorExpired, encodePosition, positionAfter, unknownCursor } from './feed-cursor';
export { streamTimes, type StreamTimes } from './stream/streams';

/** The operations of this feature. */
export function feedHandlers(
  parts: StreamsParts,
): Pick<EventsHandlers, 'readEvents' | 'streamEvents'> {
  return { readEvents, streamEvents: streamEventsWith(createStreams(parts)) };
}
