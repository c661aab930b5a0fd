import { HOUR, SECOND } from './time';

const FIRST_DELAY = 5 * SECOND;
const MAX_DELAY = HOUR;

/** The keys that a process remembers at most. The oldest is forgotten first. */
const MAX_KEYS = 1000;

/**
 * The failures of recurring work by key, such as a webhook. Work that failed waits longer each time
 * while the work of other keys goes on.
 */
export interface BackOff {
  isWaiting(key: string): boolean;
  /** The keys that wait, at most 1,000. */
  waiting(): string[];
  /** Counts a failure. Returns the milliseconds until the next attempt: 5 s, doubled up to an hour. */
  failed(key: string): number;
  succeeded(key: string): void;
}

/** Creates an empty back-off. `clock` returns milliseconds. */
export function createBackOff(clock: () => number = () => performance.now()): BackOff {
  const entries = new Map<string, { readonly failures: number; readonly until: number }>();
  const isWaiting = (key: string): boolean => (entries.get(key)?.until ?? -Infinity) > clock();
  return {
    isWaiting,
    waiting: () => [...entries.keys()].filter(isWaiting),
    failed(key) {
      const failures = (entries.get(key)?.failures ?? 0) + 1;
      const delay = Math.min(FIRST_DELAY * 2 ** (failures - 1), MAX_DELAY);
      entries.delete(key);
      entries.set(key, { failures, until: clock() + delay });
      const [oldest] = entries.size > MAX_KEYS ? entries.keys() : [];
      if (oldest !== undefined) entries.delete(oldest);
      return delay;
    },
    succeeded(key) {
      entries.delete(key);
    },
  };
}
