import autocannon, { type Request, type Result } from 'autocannon';
import type { Operation, Target } from './operations';
import type { Server } from './servers';

/** The result of one turn of a server. */
export interface Turn {
  /** Milliseconds of the first request of each run of the operation, which may have several. */
  readonly latencies: readonly number[];
  /** Milliseconds from the first request to the last response. */
  readonly ms: number;
  /** Microseconds of the server's CPU time. */
  readonly cpu: number;
}

/** The load on a server. */
export interface Load {
  readonly count: number;
  /** The number of concurrent requests. */
  readonly connections: number;
}

/**
 * Runs an operation `count` times, and at least once on each connection. It counts runs instead of
 * time, so no request is pending when it resolves. Throws an Error if a response is missing or has
 * another status than the operation's.
 */
export async function drive(
  server: Server,
  target: Target,
  operation: Operation,
  { count, connections }: Load,
): Promise<Turn> {
  const steps = operation.steps ?? 1;
  const lists: Request[][] = [];
  for (let made = 0; made < connections; made += 1) {
    lists.push(await operation.requests(target, made));
  }
  const latencies: number[] = [];
  const turns = new Map<object, number>();
  const bodies = new WeakMap<object, Buffer>();
  const wrong: string[] = [];
  const before = await server.usage();
  const began = performance.now();
  let ended = began;
  const result = await new Promise<Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: target.url,
        connections,
        // Milliseconds between checks whether all requests are done.
        sampleInt: 50,
        amount: Math.max(connections, Math.ceil(count)) * steps,
        setupClient: (client) => {
          client.setRequests(lists.pop() ?? []);
          client.on('body', (part) => bodies.set(client, part));
        },
      },
      (error: unknown, done) => (error ? reject(error) : resolve(done)),
    );
    instance.on('response', (client, status, _bytes, ms) => {
      const turn = turns.get(client) ?? 0;
      turns.set(client, (turn + 1) % steps);
      if (turn === 0) latencies.push(ms);
      if (status !== operation.status) wrong.push(`${status} ${String(bodies.get(client))}`);
      ended = performance.now();
    });
  });
  const after = await server.usage();
  if (result.errors + result.timeouts + wrong.length > 0 || latencies.length === 0) {
    throw new Error(
      `${operation.name}: ${result.errors} errors, ${result.timeouts} timeouts, ${wrong.length} wrong responses. ${wrong[0] ?? ''}`,
    );
  }
  return { latencies, ms: ended - began, cpu: after.cpu - before.cpu };
}
