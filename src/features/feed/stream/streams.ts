import type { Logger } from 'pino';
import { limits } from '../../../../generated/limits';
import { findStandings, standingKey, standingOf, type CallerStanding } from '../../auth';
import type { TailEvent } from '../../../shared/events';
import type { Database } from '../../../platform/db/connect';
import { createReader } from '../../../platform/db/reader';
import type { Actor, SendStream } from '../../../platform/operation';
import { problem } from '../../../platform/problems';
import { SECOND } from '../../../platform/time';
import { createFeedTail } from './feed-tail';
import { startStream, type Stream, type StreamRequest } from './stream';

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
}

/** The open streams of a process. */
export interface Streams {
  /**
   * Counts a stream of the actor and returns the function that sends it. Throws 503
   * `TOO_MANY_STREAMS`.
   */
  open(request: StreamRequest): SendStream;
}

interface Open extends CallerStanding {
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
}: StreamsParts): Streams {
  const reader = createReader(database);
  const open = new Set<Open>();
  const counts = new Map<string, number>();
  let total = 0;
  let comments: NodeJS.Timeout | undefined;
  let cursors: NodeJS.Timeout | undefined;

  const findPermitted = async <Caller extends CallerStanding>(
    callers: readonly Caller[],
  ): Promise<ReadonlySet<Caller>> => {
    const valid = await findStandings(reader, callers, new Date().toISOString());
    return new Set(
      callers.filter(({ actor, standing }) => valid.get(standingKey(actor)) === standing),
    );
  };
  const endUnless = async (callers: readonly Open[]): Promise<void> => {
    const permitted = await findPermitted(callers);
    for (const caller of callers) if (!permitted.has(caller)) caller.stream.end();
  };
  const beforeOffer = async (workspaceId: string, events: readonly TailEvent[]): Promise<void> => {
    if (!events.some(({ kind }) => aboutCallers.test(kind))) return;
    await endUnless([...open].filter(({ actor }) => actor.workspaceId === workspaceId));
  };
  const tail = createFeedTail({ reader, log, consoleUrl, beforeOffer });

  const eachMinute = async (): Promise<void> => {
    try {
      // A token or a session that expires has no event.
      await endUnless([...open]);
    } catch (error) {
      log.warn({ err: error }, 'Cannot check the callers of streams');
    }
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
        const caller: CallerStanding = { actor, standing: standingOf(actor) };
        const stream = startStream(request, {
          response,
          reader,
          tail,
          log,
          consoleUrl,
          drainMs: times.drain,
          isPermitted: async () => (await findPermitted([caller])).has(caller),
        });
        const entry = { ...caller, stream };
        if (open.size === 0) startTimers();
        open.add(entry);
        response.once('close', () => {
          clearTimeout(life);
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
