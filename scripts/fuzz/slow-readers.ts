import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect as connectTo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { makeWorkspace, type TestApp } from '../servers/app';
import { client, credentialHeaders } from '../requests/client';
import { generator } from '../trials/random';

/**
 * How a client reads its responses. `slowly` reads them in pieces; the last two read nothing, and
 * one of them disconnects.
 */
const readingModes = ['at once', 'slowly', 'never', 'disconnects'] as const;
type ReadingMode = (typeof readingModes)[number];

const connections = readingModes.length;
const maxRequests = 100;
const large = 300_000;
/** Milliseconds without a byte after which a connection has failed. */
const longestSilence = 30_000;

/**
 * Sends pipelined reads, small and large ones, on connections with different ways of reading.
 * Returns a sentence when a connection has more than one response in progress, when responses are
 * out of order, or when another client is not served meanwhile.
 */
export async function trySlowReaders(app: TestApp, seed: number): Promise<string | undefined> {
  const random = generator(seed);
  const person = await makeWorkspace(app.database, 'Slow');
  const body = { title: 'Large', content: { text: 'x'.repeat(large) } };
  const { id } = await client(app, person).ok('createDocument', { body });
  const headers = credentialHeaders({ cookie: person.cookie });
  const paths = ['/healthz', '/v1/me', '/v1/nothing', `/v1/documents/${id}`];

  const watch = watchResponses(app);
  const opened: Socket[] = [];
  const tryOne = async (index: number): Promise<string | undefined> => {
    const mode = readingModes[index % readingModes.length] ?? 'never';
    const ids = Array.from({ length: 1 + Math.floor(random() * maxRequests) }, (_, n) => `r${n}`);
    const requests = ids.map((each, n) =>
      requestOf(paths[Math.floor(random() * paths.length)] ?? '/', {
        ...headers,
        'X-Request-Id': each,
        ...(n === ids.length - 1 && { Connection: 'close' }),
      }),
    );
    const socket = await open(app);
    opened.push(socket);
    socket.write(requests.join(''));
    const received = await read(socket, mode);
    const served = [...received.matchAll(/\r\nX-Request-Id: (\w+)\r\n/g)].map(([, sent]) => sent);
    if (mode === 'never' || mode === 'disconnects' || served.join() === ids.join())
      return undefined;
    return `Of ${ids.length} pipelined requests, read ${mode}, these got a response: ${served.join()}`;
  };
  try {
    const failures = await Promise.all(Array.from({ length: connections }, (_, n) => tryOne(n)));
    const { status } = await client(app, person).call('getDocument', { path: { id } });
    if (status !== 200) return `Beside slow readers, another client gets ${status}.`;
    return failures.find((failure) => failure !== undefined) ?? watch.failure();
  } finally {
    for (const socket of opened) socket.destroy();
    watch.end();
  }
}

function requestOf(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: 'x', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`GET ${path} HTTP/1.1`, ...lines, '\r\n'].join('\r\n');
}

async function open({ host }: TestApp): Promise<Socket> {
  const [hostname = '', port] = host.split(':');
  const socket = connectTo({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  return socket;
}

async function read(socket: Socket, mode: ReadingMode): Promise<string> {
  if (mode === 'disconnects') socket.destroy();
  if (mode === 'disconnects' || mode === 'never') return '';
  socket.setTimeout(longestSilence, () => {
    socket.destroy(new Error(`A connection that is read ${mode} got no byte for 30 seconds.`));
  });
  const pieces: Buffer[] = [];
  for await (const piece of socket) {
    pieces.push(piece);
    if (mode === 'slowly') await delay(1);
  }
  return Buffer.concat(pieces).toString('latin1');
}

/** Checks that each connection has at most one response in progress. */
function watchResponses({ server }: TestApp): {
  readonly failure: () => string | undefined;
  readonly end: () => void;
} {
  const begun = new Map<Socket, ServerResponse[]>();
  let most = 0;
  const listen: RequestListener = ({ socket }, response) => {
    const open = (begun.get(socket) ?? []).filter(({ closed }) => !closed);
    begun.set(socket, [...open, response]);
    most = Math.max(most, open.filter(({ headersSent }) => headersSent).length);
  };
  server.on('request', listen);
  return {
    failure: () => {
      for (const open of begun.values()) {
        const underWay = open.filter(({ closed, headersSent }) => headersSent && !closed);
        most = Math.max(most, underWay.length);
      }
      return most > 1 ? `A connection has ${most} responses in progress at a time.` : undefined;
    },
    end: () => server.off('request', listen),
  };
}
