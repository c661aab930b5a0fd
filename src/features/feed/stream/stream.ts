import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { limits } from '../../../../generated/limits';
import { documentViewer } from '../../../shared/document-visibility';
import { readFeed, type FeedFilters } from '../../../shared/events';
import { historyStart } from '../../../shared/plans';
import type { Reader } from '../../../platform/db/reader';
import type { Actor } from '../../../platform/operation';
import { unreadableTypes } from '../feed-policy';
import { visibleEvents } from '../feed-visibility';
import type { FeedTail, TailListener } from './feed-tail';
import { toControl, toMessage } from './stream-mapping';
import { isStreamed, type StreamView } from './stream-policy';

/** The number of events that a stream reads at once while it catches up. */
const PAGE = 200;

/** The characters that a stream writes at once. */
const CHUNK = 64 * 1024;

/** A caller's request for a stream. */
export interface StreamRequest {
  readonly actor: Actor;
  /** Days for which the workspace's plan shows finished work; null for no limit. */
  readonly historyDays: number | null;
  readonly filters: FeedFilters;
  /** The position that the stream begins after. */
  readonly position: number;
  /** Whether the client knows the position, because it sent it as a cursor. */
  readonly resumes: boolean;
  /** The epoch of the database in which the stream begins. Another one ends it. */
  readonly epoch: string;
  /** Whether the client's cursor is one of another epoch. */
  readonly isLost: boolean;
}

/** A stream that is sent. */
export interface Stream {
  /** Sends the position if it has changed since the client received one. */
  sendCursor(): void;
  sendComment(): void;
  /** Sends the position and ends the stream; disconnects a client that does not read. */
  end(): void;
}

/** The parts that a stream needs. */
interface StreamParts {
  readonly response: ServerResponse;
  readonly reader: Reader;
  readonly tail: FeedTail;
  readonly log: Logger;
  readonly consoleUrl: string | null;
  /** Milliseconds that the client may leave the stream unread. */
  readonly drainMs: number;
  /** Whether the caller would still be authenticated, with the same role or access mode. */
  readonly isPermitted: () => Promise<boolean>;
}

/**
 * Sends a stream: first the events after its position page by page, then what the tail offers. When
 * the client does not read, the stream leaves the tail, stores nothing for the client, and catches
 * up when the client reads again.
 */
export function startStream(request: StreamRequest, parts: StreamParts): Stream {
  const { response, reader, tail, log, consoleUrl, drainMs, isPermitted } = parts;
  const { actor, filters, historyDays, epoch } = request;
  const { workspaceId } = actor;
  const view: StreamView = {
    filters,
    unreadableTypes: unreadableTypes(actor),
    viewer: documentViewer(actor),
  };
  let { position } = request;
  let sentPosition = request.resumes ? position : undefined;
  let isBlocked = false;
  let hasEnded = false;
  let unread: NodeJS.Timeout | undefined;

  /** Returns whether more may be written now. */
  const write = (text: string | Buffer): boolean => {
    if (hasEnded) return false;
    if (text.length === 0 || response.write(text)) return true;
    isBlocked = true;
    tail.leave(workspaceId, listener);
    unread = setTimeout(() => response.destroy(), drainMs);
    unread.unref();
    return false;
  };

  const listener: TailListener = {
    offer({ events, message, whole }) {
      if (events[0]?.epoch !== epoch) {
        end();
        return;
      }
      const start = historyStart({ now: new Date().toISOString(), historyDays });
      const sent = [...events.keys()].filter((index) => {
        const event = events[index];
        return event !== undefined && event.position > position && isStreamed(event, view, start);
      });
      position = Math.max(position, events.at(-1)?.position ?? 0);
      const last = events[sent.at(-1) ?? -1];
      if (last === undefined) return;
      sentPosition = last.position;
      write(sent.length === events.length ? whole() : sent.map(message).join(''));
    },
    fail() {
      end();
    },
  };

  const catchUp = async (): Promise<void> => {
    try {
      while (!hasEnded && !(await readPage()));
    } catch (error) {
      log.warn({ err: error }, 'A stream ended because its events could not be read');
      end();
    }
  };

  /** Returns whether there is nothing to read at present. */
  const readPage = async (): Promise<boolean> => {
    const { bounds, events, searched } = await readFeed(reader, {
      workspaceId,
      after: position,
      filters,
      visible: visibleEvents({ actor, historyDays, now: new Date().toISOString() }),
      limit: PAGE,
    });
    // The tail ends the streams that it sends to. A stream that catches up is not among them.
    if (!(await isPermitted()) || bounds.epoch !== epoch) end();
    if (hasEnded) return true;
    if (request.isLost || (position > 0 && position < bounds.forgotten)) {
      response.end(toControl('reset', bounds.forgotten, epoch));
      hasEnded = true;
      return true;
    }
    let text = '';
    for (const event of events) {
      text += toMessage(event, epoch, consoleUrl);
      ({ position } = event);
      sentPosition = position;
      if (text.length >= CHUNK) break;
    }
    const isWhole = events.length < PAGE && (events.at(-1)?.position ?? position) === position;
    if (isWhole) position = Math.max(position, searched);
    if (!write(text)) return true;
    return (
      isWhole && searched >= bounds.last && tail.join({ workspaceId, position, epoch }, listener)
    );
  };

  const sendCursor = (): void => {
    if (isBlocked || hasEnded || request.isLost || position === sentPosition) return;
    sentPosition = position;
    write(toControl('cursor', position, epoch));
  };
  const end = (): void => {
    if (hasEnded) return;
    if (isBlocked) response.destroy();
    // The position is of another epoch: with this one, the client would not learn of the restore.
    else if (request.isLost) response.end();
    else response.end(toControl('cursor', position, epoch));
    hasEnded = true;
    tail.leave(workspaceId, listener);
  };

  response.on('drain', () => {
    if (!isBlocked) return;
    clearTimeout(unread);
    isBlocked = false;
    void catchUp();
  });
  response.once('close', () => {
    clearTimeout(unread);
    hasEnded = true;
    tail.leave(workspaceId, listener);
  });
  response.write(`retry: ${limits.stream_retry_milliseconds}\n\n`);
  sendCursor();
  void catchUp();
  return {
    sendCursor,
    sendComment() {
      if (!isBlocked && !hasEnded) write(':\n\n');
    },
    end,
  };
}
