import type { Logger } from 'pino';
import { isBusy } from '../../../platform/db/faults';
import type { Reader } from '../../../platform/db/reader';
import { escapeLineSeparators } from '../../../platform/json';
import type { Metrics } from '../../../platform/metrics/metrics';
import { SECOND } from '../../../platform/time';
import {
  type EpochPosition,
  type FeedEvent,
  type FeedPosition,
  findMovedFeeds,
  onCommittedEvents,
  readDataVersion,
  readTails,
  type TailEvent,
  toEvent,
} from '../../../shared/events';
import { encodePosition } from '../feed-cursor';

/**
 * The number of events that one statement reads at most, or one for each workspace. Workspaces have
 * equal shares, so none delays another by the number of its events.
 */
const PAGE = 200;

// How often to look for the commits of other processes.
const POLL_MS = { postgres: SECOND, sqlite: SECOND / 4 } as const;

// Sending events to the listeners takes at most a fifth of the process, so that requests go on.
const PAUSE_SHARE = 4;
const MAX_PAUSE_MS = SECOND / 2;

/** A listener to the feed of a workspace. */
export interface TailListener {
  /** Receives the events after the last call, in the order of the feed. */
  readonly offer: (batch: Batch) => void;
  /** The events of its workspace cannot be sent. It has left the tail. */
  readonly fail: () => void;
}

/** Reads the new events of all workspaces that have listeners. */
export interface FeedTail {
  /**
   * Adds a listener that has all events up to `position`. Returns false, and adds nothing, if the
   * tail is further: then the listener has to read the events in between.
   */
  join(at: EpochPosition, listener: TailListener): boolean;
  leave(workspaceId: string, listener: TailListener): void;
}

interface Feed {
  position: number;
  readonly epoch: string;
  readonly listeners: Set<TailListener>;
}

/**
 * Creates the tail of a process. Commits of this process wake it at once, and it looks for those of
 * other processes by polling. It asks the database nothing while there are no listeners.
 * `beforeOffer` runs before listeners receive events of a workspace.
 */
export function createFeedTail({
  reader,
  log,
  consoleUrl,
  beforeOffer,
  metrics,
}: {
  readonly reader: Reader;
  readonly log: Logger;
  readonly consoleUrl: string | null;
  readonly beforeOffer: (workspaceId: string, events: readonly TailEvent[]) => Promise<void>;
  readonly metrics?: Pick<Metrics, 'eventSent'> | undefined;
}): FeedTail {
  const feeds = new Map<string, Feed>();
  const moved = new Set<string>();
  let isReading = false;
  let nextTurn: NodeJS.Timeout | undefined;
  let notBefore = 0;
  let polling: NodeJS.Timeout | undefined;
  let ignoreCommits: (() => void) | undefined;
  let lastVersion: number | undefined;

  const positionsOf = (ids: Iterable<string>): EpochPosition[] =>
    [...ids].flatMap((workspaceId) => {
      const feed = feeds.get(workspaceId);
      return feed === undefined
        ? []
        : [{ workspaceId, position: feed.position, epoch: feed.epoch }];
    });

  const wake = (workspaceId: string): void => {
    if (!feeds.has(workspaceId)) return;
    moved.add(workspaceId);
    if (isReading || nextTurn !== undefined) return;
    nextTurn = setTimeout(() => void turn(), Math.max(notBefore - performance.now(), 0));
  };

  const turn = async (): Promise<void> => {
    nextTurn = undefined;
    isReading = true;
    const positions = positionsOf(moved);
    moved.clear();
    let unfinished: readonly FeedPosition[] = positions;
    try {
      const share = Math.ceil(PAGE / Math.max(positions.length, 1));
      const events = await readTails(reader, positions, share);
      const ofFeeds = positions.map(({ workspaceId }) =>
        events.filter(({ workspace_id: id }) => id === workspaceId),
      );
      unfinished = positions.filter((_, index) => ofFeeds[index]?.length === share);
      for (const [index, read] of positions.entries()) {
        const ofFeed = ofFeeds[index] ?? [];
        if (ofFeed.length === 0) continue;
        try {
          await beforeOffer(read.workspaceId, ofFeed);
          offer(read, ofFeed);
        } catch (error) {
          if (isBusy(error)) throw error;
          fail(read.workspaceId, error);
        }
      }
    } catch (error) {
      notBefore = performance.now() + SECOND;
      log.warn(
        { err: error },
        'Cannot read the events for streams; the next attempt is in a second',
      );
    }
    isReading = false;
    for (const { workspaceId } of unfinished) wake(workspaceId);
    for (const workspaceId of moved) wake(workspaceId);
  };

  const offer = ({ workspaceId, position }: FeedPosition, events: readonly TailEvent[]): void => {
    const feed = feeds.get(workspaceId);
    const last = events.at(-1);
    // All listeners may have left meanwhile, and others may have come, who are at another position.
    if (feed === undefined || last === undefined || feed.position !== position) return;
    const started = performance.now();
    feed.position = last.position;
    const batch = toBatch(events, consoleUrl);
    for (const listener of feed.listeners) listener.offer(batch);
    metrics?.eventSent(Date.now() - Date.parse(last.created_at));
    const ended = performance.now();
    notBefore = ended + Math.min((ended - started) * PAUSE_SHARE, MAX_PAUSE_MS);
  };

  // The listeners of other workspaces still receive theirs.
  const fail = (workspaceId: string, error: unknown): void => {
    log.warn(
      { err: error, workspace_id: workspaceId },
      'The events of a workspace cannot be sent; its streams end',
    );
    endAll(workspaceId);
  };

  const endAll = (workspaceId: string): void => {
    for (const listener of feeds.get(workspaceId)?.listeners ?? []) {
      leave(workspaceId, listener);
      listener.fail();
    }
  };

  const poll = async (): Promise<void> => {
    try {
      if (await hasChanged()) {
        const found = await findMovedFeeds(reader, positionsOf(feeds.keys()));
        for (const { workspaceId, continues } of found) {
          if (continues) wake(workspaceId);
          else endAll(workspaceId);
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'Cannot look for the events of other processes');
    }
    if (feeds.size > 0) schedulePoll();
  };
  const hasChanged = async (): Promise<boolean> => {
    if (reader.dialect !== 'sqlite') return true;
    const version = await readDataVersion(reader);
    const changed = version !== lastVersion;
    lastVersion = version;
    return changed;
  };
  const schedulePoll = (): void => {
    clearTimeout(polling);
    polling = setTimeout(() => void poll(), POLL_MS[reader.dialect]);
    polling.unref();
  };

  const start = (): void => {
    ignoreCommits = onCommittedEvents(wake);
    schedulePoll();
  };
  const stop = (): void => {
    clearTimeout(polling);
    clearTimeout(nextTurn);
    nextTurn = undefined;
    ignoreCommits?.();
    moved.clear();
  };

  const leave = (workspaceId: string, listener: TailListener): void => {
    const feed = feeds.get(workspaceId);
    if (feed?.listeners.delete(listener) !== true || feed.listeners.size > 0) return;
    feeds.delete(workspaceId);
    if (feeds.size === 0) stop();
  };

  return {
    join({ workspaceId, position, epoch }, listener) {
      // The others have heard of events that a restore or a failover has taken back.
      if (feeds.get(workspaceId)?.epoch !== epoch) endAll(workspaceId);
      const known = feeds.get(workspaceId);
      if (known !== undefined && known.position > position) return false;
      if (known !== undefined) {
        known.listeners.add(listener);
        return true;
      }
      if (feeds.size === 0) start();
      feeds.set(workspaceId, { position, epoch, listeners: new Set([listener]) });
      // The workspace may have been closed since the listener read its last event.
      lastVersion = undefined;
      // A commit since the listener read its last event was not observed.
      wake(workspaceId);
      return true;
    },
    leave,
  };
}

/** An event of the feed as a server-sent event. */
export function toMessage(event: FeedEvent, epoch: string, consoleUrl: string | null): string {
  const data = escapeLineSeparators(JSON.stringify(toEvent(event, consoleUrl)));
  return `id: ${encodePosition(event.position, epoch)}\ndata: ${data}\n\n`;
}

/** A named event with a position of the feed. */
export function toControl(name: 'cursor' | 'reset', position: number, epoch: string): string {
  const cursor = encodePosition(position, epoch);
  return `event: ${name}\nid: ${cursor}\ndata: ${JSON.stringify({ cursor })}\n\n`;
}

/** Events that are sent to many streams. */
interface Batch {
  readonly events: readonly TailEvent[];
  /** The event of that index as a server-sent event, serialized once for all streams. */
  readonly message: (index: number) => string;
  /** All of them, encoded once for all streams. */
  readonly whole: () => Buffer;
}

/** Creates a batch, which serializes its events when a stream sends them. */
function toBatch(events: readonly TailEvent[], consoleUrl: string | null): Batch {
  const messages: string[] = [];
  let whole: Buffer | undefined;
  const message = (index: number): string => {
    const event = events[index];
    return (messages[index] ??=
      event === undefined ? '' : toMessage(event, event.epoch, consoleUrl));
  };
  return {
    events,
    message,
    whole: () => (whole ??= Buffer.from(events.map((_, index) => message(index)).join(''))),
  };
}
