import { aboutVisibleDocuments, documentViewer } from '../../shared/document-visibility';
import { readFeed } from '../../shared/events';
import { historyStart, onShownActions } from '../../shared/plans';
import type { Condition } from '../../platform/db/statements/columns';
import type { ReadContext, ReadHandler } from '../../platform/operation';
import { problem } from '../../platform/problems';
import { decodePosition, encodePosition, unknownCursor } from './feed-cursor';
import { toEvent } from './feed-mapping';
import { unreadableTypes } from './feed-policy';

/** A position after every event, for `after=now`. */
const NOW = Number.MAX_SAFE_INTEGER;

/** Lists the events after the caller's cursor, in commit order. */
export const readEvents: ReadHandler<'readEvents'> = async ({ query }, ctx) => {
  const { reader, workspaceId } = ctx;
  const { limit = 50, after: cursor, ...filters } = query;
  const after = positionOf(cursor);
  const { bounds, events, searched } = await readFeed(reader, {
    workspaceId,
    after,
    filters,
    visible: visibleEvents(ctx),
    limit: limit + 1,
  });
  if (after !== NOW && after > bounds.last) throw unknownCursor();
  if (after > 0 && after < bounds.forgotten) {
    throw problem(
      'CURSOR_EXPIRED',
      'The events after this cursor were deleted. Begin again without `after`.',
    );
  }
  const items = events.slice(0, limit);
  const isFull = events.length > limit;
  // After the last match the cursor skips all searched events that the filters exclude.
  const end = isFull ? items.at(-1)?.position : undefined;
  return {
    status: 200,
    body: {
      items: items.map(toEvent),
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

function positionOf(after: string | undefined): number {
  if (after === undefined) return 0;
  return after === 'now' ? NOW : decodePosition(after);
}

/**
 * Matches the events whose subject the caller may read and whose action is within the plan's
 * history window.
 */
function visibleEvents(ctx: ReadContext): Condition {
  const unreadable = unreadableTypes(ctx.actor);
  return (query) => {
    if (unreadable.length > 0) void query.whereNotIn('events.subject_type', unreadable);
    void query
      .where(aboutVisibleDocuments(documentViewer(ctx.actor)))
      .where(onShownActions(historyStart(ctx), 'events'));
  };
}
