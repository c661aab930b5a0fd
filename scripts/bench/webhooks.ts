import { setTimeout as pause } from 'node:timers/promises';
import { credentialHeaders } from '../requests/client';
import { startReceiver, type Receiver } from '../servers/receiver';
import { callboard } from './contestants';
import { openDatabases } from './database';
import type { Options } from './options';
import { surroundings } from './report';
import { createSchema } from './seed/seed';
import { startServer, type Server } from './servers';
import { createOwner, poster, quantile, writeSteadily, writesPerSecond, type Load } from './steady';

/** A server to measure: with or without a deliverer, and its number of webhooks. */
interface Case {
  readonly name: string;
  readonly args: readonly string[];
  readonly webhooks: number;
}

const cases: readonly Case[] = [
  { name: 'no deliverer', args: ['--no-deliveries'], webhooks: 0 },
  { name: 'no webhook', args: [], webhooks: 0 },
  { name: '1 webhook', args: [], webhooks: 1 },
  { name: '10 webhooks', args: [], webhooks: 10 },
];

/** The results of one case. Times are from the write's response to the message. */
interface Found {
  readonly load: Load;
  readonly p50: number;
  readonly p99: number;
  /** Messages that a second of the whole time, until the last one came, delivered. */
  readonly rate: number;
}

/**
 * Measures what webhooks cost: the response times and the CPU of 200 writes a second without and
 * with webhooks, and the time until their messages arrive. Resolves with a table. Throws an Error
 * if a message does not arrive, or arrives twice.
 */
export async function measureWebhooks(options: Options, folder: string): Promise<string> {
  const databases = await openDatabases(options.database, folder);
  const lines: string[] = [];
  try {
    for (const [index, { name, args, webhooks }] of cases.entries()) {
      const url = await databases.make();
      await createSchema(url);
      const cookie = await createOwner(url);
      const { launch } = callboard(`webhooks-${index}`, { ...options, folder, databaseUrl: url });
      const receiver = await startReceiver();
      const server = await startServer({
        ...launch,
        program: [...launch.program, ...args],
        env: { ...launch.env, WEBHOOK_ALLOW: '127.0.0.1' },
      });
      try {
        lines.push(lineOf(name, await measureWith(server, receiver, cookie, webhooks, options)));
      } finally {
        await server.stop();
        await receiver.close();
      }
      console.error(`${name} measured`);
    }
  } finally {
    await databases.remove();
  }
  const { date, commit, machine } = surroundings();
  return [
    `${options.database}, ${writesPerSecond} writes a second for ${options.seconds} s.`,
    `${date}, commit ${commit}, ${machine}; the receiver runs on the same machine.`,
    '',
    '| server | write p50 ms | p99 | server CPU | MiB | to the receiver p50 ms | p99 | messages a second |',
    '| :-- | --: | --: | --: | --: | --: | --: | --: |',
    ...lines,
    '',
  ].join('\n');
}

function lineOf(name: string, { load, p50, p99, rate }: Found): string {
  const shown = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(1));
  const cells = [
    name,
    shown(load.writeP50),
    shown(load.writeP99),
    `${Math.round(load.cpu * 100)} %`,
    Math.round(load.memoryMiB),
    shown(p50),
    shown(p99),
    rate === 0 ? '' : Math.round(rate),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function measureWith(
  server: Server,
  receiver: Receiver,
  cookie: string,
  count: number,
  { seconds }: Options,
): Promise<Found> {
  const post = poster(server.url, credentialHeaders({ cookie }));
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const path = `/${index}`;
    const url = new URL(path, receiver.url).href;
    await post('/v1/webhooks', { url, kinds: ['action.created'] });
    paths.push(path);
  }
  const arrivals: { readonly id: string; readonly key: string; readonly at: number }[] = [];
  receiver.respond = (response, { path, body }) => {
    const id: string = JSON.parse(body).data.action_id;
    arrivals.push({ id, key: `${path} ${id}`, at: performance.now() });
    response.writeHead(204).end();
  };
  await pause(1000);
  const began = performance.now();
  const { written, total, ...load } = await writeSteadily(server, post, seconds);
  const expected = total * paths.length;
  for (const end = performance.now() + 120_000; arrivals.length < expected;) {
    if (performance.now() > end) throw new Error(`${arrivals.length} of ${expected} arrived.`);
    await pause(20);
  }
  const elapsed = performance.now() - began;
  if (new Set(arrivals.map(({ key }) => key)).size !== expected) {
    throw new Error('A message arrived twice.');
  }
  const latencies = arrivals.map(({ id, at }) => Math.max(at - (written.get(id) ?? NaN), 0));
  return {
    load,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    rate: (expected * 1000) / elapsed,
  };
}
