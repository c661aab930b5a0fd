import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { limits } from '../../../../generated/limits';
import type { Database } from '../../../platform/db/connect';
import { createReader, type Reader } from '../../../platform/db/reader';
import type { Metrics } from '../../../platform/metrics/metrics';
import type { Actor, SendStream } from '../../../platform/operation';
import { problem } from '../../../platform/problems';
import { SECOND } from '../../../platform/time';
import { documentViewer } from '../../../shared/document-visibility';
import { type FeedFilters, readFeed, type TailEvent } from '../../../shared/events';
import { historyStart } from '../../../shared/plans';
import { type CallerStanding, findStandings, standingKey, standingOf } from '../../auth';
import { isStreamed, type StreamView, unreadableTypes, visibleEvents } from '../feed-policy';
import {
  createFeedTail,
  type FeedTail,
  type TailListener,
  toControl,
  toMessage,
} from './feed-tail';

/** The times of streams in milliseconds. */
export interface StreamTimes {
  /** The longest time of a stream; each ends up to a tenth earlier. */
  readonly life: number;
  readonly comment: number;
  readonly cursor: number;
  /** How long a client may leave its stream unread. */
  readonly drain: number;
}

/** The times that the contract names. */
export const streamTimes: StreamTimes = {
  life: limits.stream_seconds * SECOND,
  comment: limits.stream_comment_seconds * SECOND,
  cursor: limits.stream_cursor_seconds * SECOND,
  drain: limits.stream_drain_seconds * SECOND,
};

/** The dependencies of the streams. */
export interface StreamsParts {
  readonly database: Database;
  readonly log: Logger;
  /** As in the settings. */
  readonly consoleUrl: string | null;
  /** Aborted when the server begins to stop: all streams end. */
  readonly stopping?: AbortSignal | undefined;
  readonly times?: StreamTimes | undefined;
  readonly metrics?: Metrics | undefined;
}

/** The open streams of a process. */
export interface Streams {
  /**
   * Counts a stream of the actor and returns the function that sends it. Throws 503
   * `TOO_MANY_STREAMS`.
   */
  open(request: StreamRequest): SendStream;
}

interface Caller extends CallerStanding {
  /** Checks the caller again when its credential expires. */
  expiry: NodeJS.Timeout | undefined;
}

interface Open {
  readonly caller: Caller;
  readonly stream: Stream;
}

/** A workspace may open a stream while it has fewer than this many for each free place. */
const SHARE =
  limits.streams_per_workspace / (limits.streams_per_process - limits.streams_per_workspace);

// The events whose kinds begin so may end or change what a caller may read.
const aboutCallers = /^(?:agent|session|token|user)\./;

/** Creates the streams of a process. Nothing runs while none is open. */
export function createStreams({
  database,
  log,
  consoleUrl,
  stopping,
  times = streamTimes,
  metrics,
}: StreamsParts): Streams {
  const reader = createReader(database);
  const open = new Set<Open>();
  const counts = new Map<string, number>();
  let total = 0;
  let comments: NodeJS.Timeout | undefined;
  let cursors: NodeJS.Timeout | undefined;

  const findPermitted = async (callers: readonly Caller[]): Promise<ReadonlySet<Caller>> => {
    const valid = await findStandings(reader, callers, new Date().toISOString());
    const permitted = callers.filter((caller) => {
      const found = valid.get(standingKey(caller.actor));
      if (found?.standing !== caller.standing) return false;
      watchExpiry(caller, found.expires_at);
      return true;
    });
    return new Set(permitted);
  };
  // An expiry has no event. The check reads it again, because a session may have been extended.
  const watchExpiry = (caller: Caller, expiresAt: string | null): void => {
    clearTimeout(caller.expiry);
    const left = expiresAt === null ? Infinity : Date.parse(expiresAt) - Date.now();
    if (left > times.life) return;
    const check = (): void => void endExpired([...open].filter((one) => one.caller === caller));
    caller.expiry = setTimeout(check, Math.max(left, 0)).unref();
  };
  const endUnless = async (streams: readonly Open[]): Promise<void> => {
    const permitted = await findPermitted(streams.map(({ caller }) => caller));
    for (const { caller, stream } of streams) if (!permitted.has(caller)) stream.end();
  };
  const beforeOffer = async (workspaceId: string, events: readonly TailEvent[]): Promise<void> => {
    if (!events.some(({ kind }) => aboutCallers.test(kind))) return;
    await endUnless([...open].filter(({ caller }) => caller.actor.workspaceId === workspaceId));
  };
  const tail = createFeedTail({ reader, log, consoleUrl, beforeOffer, metrics });

  const endExpired = async (streams: readonly Open[]): Promise<void> => {
    try {
      await endUnless(streams);
    } catch (error) {
      log.warn({ err: error }, 'Cannot check the callers of streams');
    }
  };
  const eachMinute = async (): Promise<void> => {
    // A check at the time of an expiry may have failed.
    await endExpired([...open]);
    for (const { stream } of open) stream.sendCursor();
  };
  const startTimers = (): void => {
    comments = setInterval(() => {
      for (const { stream } of open) stream.sendComment();
    }, times.comment);
    cursors = setInterval(() => void eachMinute(), times.cursor);
  };
  const stopTimers = (): void => {
    clearInterval(comments);
    clearInterval(cursors);
  };
  stopping?.addEventListener('abort', () => {
    for (const { stream } of open) stream.end();
  });

  return {
    open(request) {
      const { actor } = request;
      const release = count(actor);
      return (response) => {
        const life = setTimeout(() => stream.end(), times.life * (1 - Math.random() / 10));
        life.unref();
        const caller: Caller = { actor, standing: standingOf(actor), expiry: undefined };
        const stream = startStream(request, {
          response,
          reader,
          tail,
          log,
          consoleUrl,
          drainMs: times.drain,
          isPermitted: async () => (await findPermitted([caller])).has(caller),
        });
        const entry = { caller, stream };
        if (open.size === 0) startTimers();
        open.add(entry);
        metrics?.streamOpened();
        response.once('close', () => {
          metrics?.streamClosed();
          clearTimeout(life);
          clearTimeout(caller.expiry);
          open.delete(entry);
          if (open.size === 0) stopTimers();
          release();
        });
        if (stopping?.aborted === true) stream.end();
      };
    },
  };

  function count({ workspaceId, id }: Actor): () => void {
    const keys = [`${workspaceId} ${id}`, workspaceId];
    const [ofActor = 0, ofWorkspace = 0] = keys.map((key) => counts.get(key) ?? 0);
    const isBeyondShare = ofWorkspace >= (limits.streams_per_process - total) * SHARE;
    if (ofActor >= limits.streams_per_actor || isBeyondShare) {
      throw problem(
        'TOO_MANY_STREAMS',
        ofActor >= limits.streams_per_actor
          ? `You have ${ofActor} open streams, which is the limit. Close one first.`
          : `Your workspace has ${ofWorkspace} of the ${total} open streams of this process, which is its share. Close one, or try again later.`,
        { headers: { 'Retry-After': '60' } },
      );
    }
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    total += 1;
    return () => {
      for (const key of keys) {
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      }
      total -= 1;
    };
  }
}

/** The number of events that a stream reads at once while it catches up. */
const PAGE = 200;

/** The characters that a stream writes at once. */
const CHUNK = 64 * 1024;

/** A caller's request for a stream. */
interface StreamRequest {
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
interface Stream {
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
function startStream(request: StreamRequest, parts: StreamParts): Stream {
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
      visible: visibleEvents({ actor, historyDays, now: new Date().toISOString() }, reader.dialect),
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
