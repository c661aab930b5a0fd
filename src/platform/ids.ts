import { getRandomValues } from 'node:crypto';
import { monotonicFactory, ulid } from 'ulid';

const randoms = new Uint32Array(1024);
let left = 0;

// The library's own source asks the system for each of an id's 16 characters.
function randomFraction(): number {
  if (left === 0) {
    getRandomValues(randoms);
    left = randoms.length;
  }
  left -= 1;
  return (randoms[left] ?? 0) / 2 ** 32;
}

const monotonic = monotonicFactory(randomFraction);

/** A ULID of now, for requests: 26 characters that sort by time. */
export function newRequestId(): string {
  return ulid(undefined, randomFraction);
}

/** A new id of a moment (ISO 8601 UTC): the prefix, an underscore and a ULID. Ids of one moment keep the order in which they were made. */
export function newId(prefix: string, now: string): string {
  return `${prefix}_${monotonic(Date.parse(now))}`;
}
