import type { FeedEvent, TailEvent } from '../../../shared/events';
import { escapeLineSeparators } from '../../../platform/json';
import { encodePosition } from '../feed-cursor';
import { toEvent } from '../feed-mapping';

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
export interface Batch {
  readonly events: readonly TailEvent[];
  /** The event of that index as a server-sent event, serialized once for all streams. */
  readonly message: (index: number) => string;
  /** All of them, encoded once for all streams. */
  readonly whole: () => Buffer;
}

/** Creates a batch, which serializes its events when a stream sends them. */
export function toBatch(events: readonly TailEvent[], consoleUrl: string | null): Batch {
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
