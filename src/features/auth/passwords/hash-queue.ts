import { problem } from '../../../platform/problems';

// Node hashes on four threads, so more at once would only wait there, before those of others.
const AT_ONCE = 4;
const MOST_WAITING = 200;

/** Runs the work of one source, such as a network, when its turn comes. */
export type HashQueue = <T>(source: string, work: () => Promise<T>) => Promise<T>;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * A queue for each source, of which four may hash at once in this process: an attacker who sends a
 * thousand guesses together has four of them hashed before the throttle sees the failures, and
 * keeps nobody else waiting. Throws 429 where 200 wait already.
 */
export function createHashQueue(): HashQueue {
  const lines = new Map<string, Line>();
  return async (source, work) => {
    const line = lines.get(source) ?? { running: 0, waiting: [] };
    lines.set(source, line);
    if (line.running < AT_ONCE) line.running += 1;
    else await enter(line);
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next === undefined) line.running -= 1;
      else next();
      if (line.running === 0) lines.delete(source);
    }
  };
}

// Who leaves gives its place to the first who waits, so the number of those who run stays.
function enter({ waiting }: Line): Promise<void> {
  if (waiting.length >= MOST_WAITING) {
    throw problem('RATE_LIMITED', 'Too many attempts are waiting. Try again in a second.', {
      headers: { 'Retry-After': '1' },
      details: { retry_after_seconds: 1 },
    });
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}
