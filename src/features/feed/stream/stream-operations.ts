import { readFeed } from '../../../shared/events';
import type { ReadHandler } from '../../../platform/operation';
import { NOW, readCursor, unknownCursor, type CursorPath } from '../feed-cursor';
import { visibleEvents } from '../feed-visibility';
import type { Streams } from './streams';

/** Creates the operation that streams the events after the caller's cursor, or from now on. */
export function streamEventsWith(streams: Streams): ReadHandler<'streamEvents'> {
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
      visible: visibleEvents(ctx),
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
