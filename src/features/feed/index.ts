/**
 * The feed: lists and streams the events of the workspace in commit order. It owns no table; it
 * reads the events that `shared/events` stores, and omits events whose subject the caller may not
 * see.
 */
import type { EventsHandlers } from '../../../generated/handlers';
import { createStreams, type StreamsParts, type Streams } from './stream/streams';
import type { ReadHandler } from '../../platform/operation';
import { invalidValue } from '../../platform/problems';
import { type FeedRead, readFeed, toEvent } from '../../shared/events';
import {
  cursorExpired,
  type CursorPath,
  encodePosition,
  NOW,
  positionAfter,
  readCursor,
  unknownCursor,
} from './feed-cursor';
import { visibleEvents } from './feed-policy';

export { cursorExpired, encodePosition, positionAfter, unknownCursor } from './feed-cursor';
export { streamTimes, type StreamTimes } from './stream/streams';

/** The operations of this feature. */
export function feedHandlers(
  parts: StreamsParts,
): Pick<EventsHandlers, 'readEvents' | 'streamEvents'> {
  return { readEvents, streamEvents: streamEventsWith(createStreams(parts)) };
}

/**
 * Lists the events after the caller's cursor in commit order, or those before it in the reverse
 * order.
 */
const readEvents: ReadHandler<'readEvents'> = async ({ query }, ctx) => {
  const { reader, workspaceId, settings, epoch } = ctx;
  const { limit = 50, after: afterCursor, before: beforeCursor, ...filters } = query;
  if (afterCursor !== undefined && beforeCursor !== undefined) {
    throw invalidValue('query/before', 'before cannot be combined with after.');
  }
  const after = afterCursor === undefined ? 0 : positionAfter(afterCursor, 'query/after', epoch);
  const before =
    beforeCursor === undefined ? undefined : positionAfter(beforeCursor, 'query/before', epoch);
  const read = await readFeed(reader, {
    workspaceId,
    after,
    before,
    filters,
    visible: visibleEvents(ctx, ctx.reader.dialect),
    limit: limit + 1,
  });
  const { last, forgotten } = read.bounds;
  if (after !== NOW && after > last) throw unknownCursor('query/after');
  if (before !== undefined && before !== NOW && before > last) throw unknownCursor('query/before');
  if (after > 0 && after < forgotten) {
    throw cursorExpired('The events after this cursor were deleted. Begin again without `after`.');
  }
  const { next, hasMore } = before === undefined ? forward(read, limit) : backward(read, limit);
  const items = read.events.slice(0, limit);
  return {
    status: 200,
    body: {
      items: items.map((event) => toEvent(event, settings.consoleUrl)),
      page: { offset: 0, limit, has_more: hasMore, next: encodePosition(next, epoch) },
      sort: before === undefined ? 'position' : '-position',
      filters,
    },
  };
};

interface Continuation {
  readonly next: number;
  readonly hasMore: boolean;
}

// After the last match the cursor skips all searched events that the filters exclude.
function forward({ bounds, events, searched }: FeedRead, limit: number): Continuation {
  const isFull = events.length > limit;
  const end = isFull ? events[limit - 1]?.position : undefined;
  return { next: end ?? searched, hasMore: isFull || searched < bounds.last };
}

function backward({ bounds, events, searched }: FeedRead, limit: number): Continuation {
  const isFull = events.length > limit;
  const end = isFull ? events[limit - 1]?.position : undefined;
  return {
    next: end === undefined ? searched : end - 1,
    hasMore: isFull || searched > bounds.forgotten,
  };
}

/** Creates the operation that streams the events after the caller's cursor, or from now on. */
function streamEventsWith(streams: Streams): ReadHandler<'streamEvents'> {
  return async ({ query, header }, ctx) => {
    const { after, ...filters } = query;
    const { actor, historyDays, reader, workspaceId } = ctx;
    const lastId = header['Last-Event-ID'];
    const path: CursorPath = lastId === undefined ? 'query/after' : 'header/Last-Event-ID';
    const { position: wanted, isCurrent } = readCursor(lastId ?? after ?? 'now', path, ctx.epoch);
    const { bounds } = await readFeed(reader, {
      workspaceId,
      after: NOW,
      filters: {},
      visible: visibleEvents(ctx, ctx.reader.dialect),
      limit: 1,
    });
    if (wanted !== NOW && isCurrent && wanted > bounds.last) throw unknownCursor(path);
    const stream = streams.open({
      actor,
      historyDays,
      filters,
      epoch: ctx.epoch,
      isLost: !isCurrent,
      position: wanted === NOW ? bounds.last : wanted,
      resumes: wanted !== NOW,
    });
    return { status: 200, headers: { 'X-Accel-Buffering': 'no' }, stream };
  };
}
