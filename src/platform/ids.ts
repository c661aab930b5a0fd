import { getRandomValues } from 'node:crypto';
import { monotonicFactory, ulid } from 'ulid';

const randoms = new Uint32Array(1024);
let remaining = 0;

// The library's own generator makes a system call for each of an id's 16 random characters.
function randomFraction(): number {
  if (remaining === 0) {
    getRandomValues(randoms);
    remaining = randoms.length;
  }
  remaining -= 1;
  return (randoms[remaining] ?? 0) / 2 ** 32;
}

const monotonic = monotonicFactory(randomFraction);

/** A new request id: a ULID, 26 characters that sort by time. */
export function newRequestId(): string {
  return ulid(undefined, randomFraction);
}

/**
 * A new id: the prefix, an underscore and a ULID of `now` (ISO 8601 UTC). Ids with the same time
 * sort in the order of their creation.
 */
export function newId(prefix: string, now: string): string {
  return `${prefix}_${monotonic(Date.parse(now))}`;
}
