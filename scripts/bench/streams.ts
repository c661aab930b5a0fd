import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { credentialHeaders } from '../requests/client';
import { callboard } from './contestants';
import { openDatabases } from './database';
import type { Options } from './options';
import { surroundings } from './report';
import { createSchema } from './seed/seed';
import { startServer, type Server } from './servers';
import { createOwner, poster, quantile, writeSteadily, writesPerSecond, type Load } from './steady';

const listenerCounts = [0, 1, 100, 1000];
const streamsPerAgent = 8;
// Listeners whose latencies are counted; all are checked.
const sampled = 50;

/** The results with one number of listeners. Latencies are from the write's response. */
interface Found {
  readonly listeners: number;
  readonly load: Load;
  readonly p50: number;
  readonly p99: number;
}

/**
 * Measures streams: the time from the response of a write to the byte at each listener, with 200
 * writes a second. Resolves with a table. Throws an Error if a listener misses or repeats an event,
 * or gets one in another order.
 */
export async function measureStreams(options: Options, folder: string): Promise<string> {
  const databases = await openDatabases(options.database, folder);
  const lines: string[] = [];
  try {
    for (const listeners of listenerCounts) {
      const url = await databases.make();
      await createSchema(url);
      const cookie = await createOwner(url);
      const { launch } = callboard('streams', { ...options, folder, databaseUrl: url });
      const server = await startServer(launch);
      try {
        lines.push(lineOf(await measureWith(server, cookie, listeners, options.seconds)));
      } finally {
        await server.stop();
      }
      console.error(`${listeners} listeners measured`);
    }
  } finally {
    await databases.remove();
  }
  const { date, commit, machine } = surroundings();
  return [
    `${options.database}, ${writesPerSecond} writes a second for ${options.seconds} s.`,
    `${date}, commit ${commit}, ${machine}; the listeners run on the same machine.`,
    '',
    '| listeners | write p50 ms | p99 | to the listener p50 ms | p99 | server CPU | MiB |',
    '| --: | --: | --: | --: | --: | --: | --: |',
    ...lines,
    '',
  ].join('\n');
}

function lineOf(found: Found): string {
  const { listeners, load, p50, p99 } = found;
  const { writeP50, writeP99, cpu, memoryMiB } = load;
  const times = [writeP50, writeP99, p50, p99].map((ms) => (Number.isNaN(ms) ? '' : ms.toFixed(1)));
  return `| ${[listeners, ...times, `${Math.round(cpu * 100)} %`, Math.round(memoryMiB)].join(' | ')} |`;
}

async function measureWith(
  server: Server,
  cookie: string,
  count: number,
  seconds: number,
): Promise<Found> {
  const post = poster(server.url, credentialHeaders({ cookie }));
  const tokens: string[] = [];
  for (let made = 0; made * streamsPerAgent < count; made += 1) {
    const { id } = await post('/v1/agents', { name: `Listener ${made}` });
    const { token } = await post(`/v1/agents/${String(id)}/tokens`, { name: 'stream' });
    tokens.push(String(token));
  }
  const listeners: Listener[] = [];
  for (let index = 0; index < count; index += 1) {
    const token = tokens[Math.floor(index / streamsPerAgent)] ?? '';
    listeners.push(await listen(server.url, token));
  }
  await pause(1000);
  const { written, total, ...load } = await writeSteadily(server, post, seconds);
  while (listeners.some(({ arrivals }) => arrivals.length < total)) await pause(20);
  const [first] = listeners;
  const ids = first?.arrivals.map(({ id }) => id) ?? [];
  const latencies: number[] = [];
  for (const [index, { arrivals, close }] of listeners.entries()) {
    close();
    const isEqual = arrivals.length === total && arrivals.every(({ id }, at) => id === ids[at]);
    if (!isEqual || new Set(ids).size !== total) throw new Error('A listener got other events.');
    if (index % Math.ceil(count / sampled) !== 0) continue;
    for (const { id, at } of arrivals) {
      latencies.push(Math.max(at - (written.get(id) ?? Number.NaN), 0));
    }
  }
  return {
    listeners: count,
    load,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

interface Listener {
  /** The actions of the events, in the order of their arrival, with its time. */
  readonly arrivals: readonly { readonly id: string; readonly at: number }[];
  readonly close: () => void;
}

async function listen(url: string, token: string): Promise<Listener> {
  const sending = request(`${url}/v1/events/stream?kind=action.created`, {
    headers: { Authorization: `Bearer ${token}` },
    agent: false,
  });
  sending.end();
  const [response]: IncomingMessage[] = await once(sending, 'response');
  if (response?.statusCode !== 200) throw new Error(`A stream got ${response?.statusCode}.`);
  const arrivals: { readonly id: string; readonly at: number }[] = [];
  let rest = '';
  response.setEncoding('latin1');
  response.on('data', (piece: string) => {
    const at = performance.now();
    const parts = (rest + piece).split('"action_id":"');
    for (const part of parts.slice(1)) {
      if (part.length >= idLength) arrivals.push({ id: part.slice(0, idLength), at });
    }
    const last = parts.at(-1) ?? '';
    // An id may be in two pieces.
    rest = parts.length > 1 && last.length < idLength ? `"action_id":"${last}` : last.slice(-16);
  });
  response.on('error', () => undefined);
  return { arrivals, close: () => sending.destroy() };
}

// `act_` and a ULID.
const idLength = 30;
