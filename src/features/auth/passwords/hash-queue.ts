import { rateLimited } from '../../../platform/problems';

// Node hashes on four threads. More of one source would only delay the others.
const MAX_RUNNING = 4;
const MAX_WAITING = 200;

/** Queues the work of one source, such as a network, and runs it. */
export type HashQueue = <T>(source: string, work: () => Promise<T>) => Promise<T>;

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Creates a queue per source that runs four hashes at a time in this process. Of a thousand
 * concurrent guesses only four are hashed before the throttle counts failures, and other sources do
 * not wait. Throws 429 when 200 wait already.
 */
export function createHashQueue(): HashQueue {
  const queues = new Map<string, Queue>();
  return async (source, work) => {
    const queue = queues.get(source) ?? { running: 0, waiting: [] };
    queues.set(source, queue);
    if (queue.running < MAX_RUNNING) queue.running += 1;
    else await waitForTurn(queue);
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next === undefined) queue.running -= 1;
      else next();
      if (queue.running === 0) queues.delete(source);
    }
  };
}

// A finished work starts the next one, so `running` does not change.
function waitForTurn({ waiting }: Queue): Promise<void> {
  if (waiting.length >= MAX_WAITING) {
    throw rateLimited('Too many attempts are waiting.', 1);
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}
