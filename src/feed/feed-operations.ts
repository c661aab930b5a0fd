import { aboutSeenDocuments, privateDocumentsOf } from '../documents';
import { readFeed } from '../events';
import type { ReadHandler } from '../platform/operation';
import { problem } from '../platform/problems';
import { decodePosition, encodePosition, notOurs } from './feed-cursor';
import { toEvent } from './feed-mapping';

const NOW = Number.MAX_SAFE_INTEGER;

/** The events of the workspace in the order of their commits, from where the caller's cursor says. */
export const readEvents: ReadHandler<'readEvents'> = async ({ query }, ctx) => {
  const { hand, workspaceId, actor } = ctx;
  const { limit = 50, kind: kinds = [] } = query;
  const after = positionOf(query.after);
  const { bounds, events } = await readFeed(hand, {
    workspaceId,
    after,
    kinds,
    seen: aboutSeenDocuments(privateDocumentsOf(actor)),
    limit: limit + 1,
  });
  if (after !== NOW && after > bounds.last) throw notOurs();
  if (after > 0 && after < bounds.forgotten) {
    throw problem(
      'CURSOR_EXPIRED',
      'The events after this cursor are kept no more. Begin again without after.',
    );
  }
  const items = events.slice(0, limit);
  const hasMore = events.length > limit;
  // What was left out up to the end of the feed need not be looked at again.
  const end = hasMore ? items.at(-1)?.position : undefined;
  return {
    status: 200,
    body: {
      items: items.map(toEvent),
      page: { offset: 0, limit, has_more: hasMore, next: encodePosition(end ?? bounds.last) },
      sort: 'position',
      filters: kinds.length > 0 ? { kind: kinds } : {},
    },
  };
};

function positionOf(after: string | undefined): number {
  if (after === undefined) return 0;
  return after === 'now' ? NOW : decodePosition(after);
}
