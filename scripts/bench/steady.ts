import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createWorkspace } from '../../src/features/auth';
import { connect } from '../../src/platform/db/connect';
import { openSession } from '../servers/session';
import type { Server } from './servers';

/** The rate of the writes of `writeSteadily`. */
export const writesPerSecond = 200;

/** Creates a workspace in the database, and resolves with the cookie of its owner. */
export async function createOwner(url: string): Promise<string> {
  const database = connect(url);
  try {
    const owner = await createWorkspace(database, {
      workspaceName: 'Streams',
      email: 'owner@example.com',
      userName: 'Owner',
      passwordHash: 'none',
    });
    if (owner === undefined) throw new Error('The workspace exists.');
    return await openSession(database, owner);
  } finally {
    await database.close();
  }
}

/** Requests that create a record; they throw an Error if the server does not create it. */
export type Post = (path: string, body: object) => Promise<Record<string, unknown>>;

/** Creates records with these headers, over at most 16 connections. */
export function poster(url: string, credential: Record<string, string>): Post {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const headers = { ...credential, 'Content-Type': 'application/json' };
  return async (path, body) => {
    const sending = request(`${url}${path}`, { method: 'POST', headers, agent });
    sending.end(JSON.stringify(body));
    const [response]: IncomingMessage[] = await once(sending, 'response');
    let text = '';
    for await (const piece of response ?? []) text += String(piece);
    if (response?.statusCode !== 201) throw new Error(`${path}: ${response?.statusCode} ${text}`);
    return JSON.parse(text);
  };
}

/** What a server did under a steady load. */
export interface Load {
  /** Milliseconds from a request to its response. */
  readonly writeP50: number;
  readonly writeP99: number;
  /** The part of one core that the server used. */
  readonly cpu: number;
  readonly memoryMiB: number;
}

/**
 * Creates 200 actions a second, whether or not the server has responded to the last ones. Resolves
 * with the time of each response by the id of its action.
 */
export async function writeSteadily(
  server: Server,
  post: Post,
  seconds: number,
): Promise<Load & { readonly written: ReadonlyMap<string, number>; readonly total: number }> {
  const before = await server.usage();
  const began = performance.now();
  const written = new Map<string, number>();
  const writeTimes: number[] = [];
  const writes: Promise<void>[] = [];
  const total = Math.ceil(seconds * writesPerSecond);
  for (let index = 0; index < total; index += 1) {
    const wait = began + (index * 1000) / writesPerSecond - performance.now();
    if (wait > 0) await pause(wait);
    const sent = performance.now();
    writes.push(
      post('/v1/actions', { title: `Action ${index}` }).then(({ id }) => {
        const now = performance.now();
        written.set(String(id), now);
        writeTimes.push(now - sent);
      }),
    );
  }
  await Promise.all(writes);
  const elapsed = performance.now() - began;
  const after = await server.usage();
  return {
    written,
    total,
    writeP50: quantile(writeTimes, 0.5),
    writeP99: quantile(writeTimes, 0.99),
    cpu: (after.cpu - before.cpu) / 1000 / elapsed,
    memoryMiB: after.rss / 2 ** 20,
  };
}

/** A quantile of numbers, NaN if there are none. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
