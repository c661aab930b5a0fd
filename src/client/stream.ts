import type { EventSourceMessage } from 'eventsource-parser';
import type { components, operations } from '../../generated/types';
import type { CallboardClient } from './client';
import { CallboardError, isCallboardError, toCallboardError } from './errors';
import { jittered, wait } from './retry';

/** An event of the stream, with the cursor to continue after it. */
export interface StreamedEvent {
  readonly event: components['schemas']['Event'];
  readonly cursor: string;
}

/** The options of `readStream`: the filters of `GET /v1/events/stream`, and these. */
export interface ReadStreamOptions extends Omit<
  NonNullable<operations['streamEvents']['parameters']['query']>,
  'after'
> {
  /** The cursor to continue after; the stream begins with new events by default. */
  readonly after?: string | undefined;
  /** Ends the stream: the iterator throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when events after the cursor were deleted before they could be read, or a restore of the
   * database has taken them back: read everything again. The stream goes on with the oldest event.
   * Without it, the iterator throws a `CallboardError` `CURSOR_EXPIRED`.
   */
  readonly onReset?: ((cursor: string) => void) | undefined;
  /** The longest delay before the client connects again, in milliseconds; 30,000 by default. */
  readonly maxDelayMs?: number | undefined;
}

// The server sends a comment every 15 seconds.
const silentMs = 45_000;
const firstDelayMs = 1_000;

/**
 * Yields the events of the workspace as they are committed, each once and in order:
 * `for await (const { event, cursor } of readStream(client, { after }))`. Connects again after the
 * end of a stream, a lost connection, a 429 and any 5xx, and continues after the last cursor. To
 * continue in another process, store `cursor` and send it as `after`. Throws a `CallboardError` for
 * any other error response, and when events were deleted or taken back before they could be read.
 */
export async function* readStream(
  client: Pick<CallboardClient, 'GET'>,
  options: ReadStreamOptions = {},
): AsyncGenerator<StreamedEvent, void, undefined> {
  const {
    after,
    signal = new AbortController().signal,
    onReset,
    maxDelayMs = 30_000,
    ...filters
  } = options;
  let cursor = after;
  for (let failures = 0; ; failures += 1) {
    try {
      for await (const { event: name, id, data } of connect(client, { filters, cursor, signal })) {
        failures = 0;
        cursor = id ?? cursor;
        if (name === 'reset') {
          if (onReset === undefined) throw cursorExpired();
          onReset(cursor ?? '');
        }
        if (name !== undefined || cursor === undefined) continue;
        const event: components['schemas']['Event'] = JSON.parse(data);
        yield { event, cursor };
      }
    } catch (error) {
      signal.throwIfAborted();
      if (isCallboardError(error) && !isTemporary(error)) throw error;
    }
    await wait(jittered(Math.min(firstDelayMs * 2 ** failures, maxDelayMs)), signal);
  }
}

/** Yields the messages of one connection until it ends. Throws when it is lost. */
async function* connect(
  client: Pick<CallboardClient, 'GET'>,
  {
    filters,
    cursor,
    signal,
  }: {
    readonly filters: object;
    readonly cursor: string | undefined;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const query = cursor === undefined ? filters : { ...filters, after: cursor };
  const { data, error, response } = await client.GET('/v1/events/stream', {
    params: { query },
    headers: { Accept: 'text/event-stream' },
    parseAs: 'stream',
    signal,
  });
  if (error !== undefined) throw toCallboardError({ error, response });
  if (data === null) return;
  // Only here, so that a bundle for browsers can load it with the first stream.
  const { createParser } = await import('eventsource-parser');
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  const reader = data.getReader();
  try {
    for (;;) {
      const { done, value } = await unlessSilent(reader.read());
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* messages.splice(0);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Rejects when nothing arrives for too long, because then the connection is lost. */
async function unlessSilent<Read>(reading: Promise<Read>): Promise<Read> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream is silent.')), silentMs);
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function isTemporary({ status }: CallboardError): boolean {
  return status === 429 || status >= 500;
}

function cursorExpired(): CallboardError {
  const error = {
    code: 'CURSOR_EXPIRED',
    message: 'The events after this cursor were deleted, or the database was restored.',
    issues: [],
    details: {},
  };
  return new CallboardError('CURSOR_EXPIRED', error, new Response(null, { status: 410 }));
}
