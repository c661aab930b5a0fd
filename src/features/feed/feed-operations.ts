import { readFeed } from '../../shared/events';
import type { ReadHandler } from '../../platform/operation';
import { cursorExpired, encodePosition, NOW, positionAfter, unknownCursor } from './feed-cursor';
import { toEvent } from './feed-mapping';
import { visibleEvents } from './feed-visibility';

/** Lists the events after the caller's cursor, in commit order. */
export const readEvents: ReadHandler<'readEvents'> = async ({ query }, ctx) => {
  const { reader, workspaceId, settings } = ctx;
  const { limit = 50, after: cursor, ...filters } = query;
  const after = cursor === undefined ? 0 : positionAfter(cursor);
  const { bounds, events, searched } = await readFeed(reader, {
    workspaceId,
    after,
    filters,
    visible: visibleEvents(ctx),
    limit: limit + 1,
  });
  if (after !== NOW && after > bounds.last) throw unknownCursor('query/after');
  if (after > 0 && after < bounds.forgotten) {
    throw cursorExpired('The events after this cursor were deleted. Begin again without `after`.');
  }
  const items = events.slice(0, limit);
  const isFull = events.length > limit;
  // After the last match the cursor skips all searched events that the filters exclude.
  const end = isFull ? items.at(-1)?.position : undefined;
  return {
    status: 200,
    body: {
      items: items.map((event) => toEvent(event, settings.consoleUrl)),
      page: {
        offset: 0,
        limit,
        has_more: isFull || searched < bounds.last,
        next: encodePosition(end ?? searched),
      },
      sort: 'position',
      filters,
    },
  };
};
