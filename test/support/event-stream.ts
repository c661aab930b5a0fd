import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { components } from '../../generated/types';
import type { TestApp } from '../../scripts/servers/app';
import { credentialHeaders, type CredentialShown } from '../../scripts/requests/client';
import { checkRawResponse, lowerCased } from '../../scripts/requests/response-check';
import { checkStreamMessage } from './stream-check';

/** A stream of events as a client reads it. */
export interface TestStream {
  readonly response: IncomingMessage;
  /** Everything that was received so far. */
  readonly messages: readonly EventSourceMessage[];
  readonly comments: readonly string[];
  /** The ids of the events so far, without the named ones. */
  readonly events: () => components['schemas']['Event'][];
  /** The last `id` so far. */
  readonly lastId: () => string;
  /** Resolves when this many events were received. */
  readonly received: (count: number) => Promise<components['schemas']['Event'][]>;
  /** Resolves when the server has ended the stream, or closed the connection. */
  readonly ended: Promise<unknown>;
  readonly close: () => void;
}

/** Opens a stream. Rejects unless the response is 200. */
export async function openStream(
  { url }: Pick<TestApp, 'url'>,
  credential: CredentialShown,
  query: Readonly<Record<string, string | readonly string[] | undefined>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<TestStream> {
  const address = new URL('/v1/events/stream', url);
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) address.searchParams.append(name, one);
  }
  const sent = { ...credentialHeaders(credential), ...headers };
  const sending = request(address, { headers: sent, agent: false });
  sending.end();
  const [response]: IncomingMessage[] = await once(sending, 'response');
  if (response === undefined) throw new Error('There is no response.');
  const messages: EventSourceMessage[] = [];
  const comments: string[] = [];
  const parser = createParser({
    onEvent: (message) => messages.push(message),
    onComment: (comment) => comments.push(comment),
  });
  response.setEncoding('utf8');
  let text = '';
  const ended = new Promise((resolve) => {
    response.once('close', resolve);
  });
  response.on('error', () => undefined);
  response.on('data', (piece: string) => {
    text = response.statusCode === 200 ? '' : text + piece;
    parser.feed(piece);
  });
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    await ended;
    throw new Error(`The stream was refused: ${status} ${text}`);
  }
  checkRawResponse(
    'GET',
    '/v1/events/stream',
    { status, headers: response.headers, text: '' },
    lowerCased(sent),
  );
  const events = (): components['schemas']['Event'][] =>
    messages.filter(({ event }) => event === undefined).map(({ data }) => JSON.parse(data));
  return {
    response,
    messages,
    comments,
    events,
    lastId: () => messages.findLast(({ id }) => id !== undefined)?.id ?? '',
    async received(count) {
      while (messages.filter(({ event }) => event === undefined).length < count) await pause(5);
      return events();
    },
    ended,
    close() {
      sending.destroy();
      messages.forEach(checkStreamMessage);
    },
  };
}
