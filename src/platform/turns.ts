import { setImmediate } from 'node:timers/promises';
import { HOUR, SECOND } from './time';

/** A key of an owner, such as a record of a workspace. */
export type OwnedKey = readonly [owner: string, id: string];

/** Keys that wait. Their owners take turns, so none delays another by the number of its keys. */
interface Turns {
  /** Adds a key at the end of its owner's. A key that waits already keeps its place. */
  add(key: OwnedKey): void;
  /**
   * Removes and returns the first key of the first owner that has a ready one. This owner is the
   * last one of the next turn.
   */
  take(isReady?: (key: OwnedKey) => boolean): OwnedKey | undefined;
}

/** Creates turns in which nothing waits. */
export function createTurns(): Turns {
  const owners = new Map<string, Set<string>>();
  return {
    add([owner, id]) {
      const ids = owners.get(owner);
      if (ids === undefined) owners.set(owner, new Set([id]));
      else ids.add(id);
    },
    take(isReady = () => true) {
      for (const [owner, ids] of owners) {
        for (const id of ids) {
          if (!isReady([owner, id])) continue;
          ids.delete(id);
          owners.delete(owner);
          if (ids.size > 0) owners.set(owner, ids);
          return [owner, id];
        }
      }
      return undefined;
    },
  };
}

/** Runs the work of an owner when it is its turn. */
type SharedGate = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

/**
 * Creates a gate for work that occupies the database for long. At most `limit` run at the same
 * time. Owners take turns, and an owner starts another only while it runs fewer than there are free
 * places, so one alone has half of them. Other requests get a turn before each start.
 */
export function createSharedGate(limit: number): SharedGate {
  const turns = createTurns();
  const starts = new Map<string, () => void>();
  const running = new Map<string, number>();
  let count = 0;
  let tickets = 0;
  const change = (owner: string, by: number): void => {
    count += by;
    running.set(owner, (running.get(owner) ?? 0) + by);
    if (running.get(owner) === 0) running.delete(owner);
  };
  const isReady = ([owner]: OwnedKey): boolean => (running.get(owner) ?? 0) < limit - count;
  const startReady = (): void => {
    for (let next = turns.take(isReady); next !== undefined; next = turns.take(isReady)) {
      const [owner, ticket] = next;
      change(owner, 1);
      starts.get(ticket)?.();
      starts.delete(ticket);
    }
  };
  return async (owner, work) => {
    const ticket = String((tickets += 1));
    const started = new Promise<void>((start) => starts.set(ticket, start));
    turns.add([owner, ticket]);
    startReady();
    await started;
    try {
      await setImmediate();
      return await work();
    } finally {
      change(owner, -1);
      startReady();
    }
  };
}

const FIRST_DELAY = 5 * SECOND;
const MAX_DELAY = HOUR;

/** The keys that a process remembers at most. The oldest is forgotten first. */
const MAX_KEYS = 1000;

/**
 * The failures of recurring work by key, such as a record. Work that failed waits longer each time
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

/** A promise with the functions that settle it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** Creates a promise to settle later. An unhandled rejection of it is ignored. */
export function deferred<T>(): Deferred<T> {
  let resolve = (_value: T): void => undefined;
  let reject = (_error: unknown): void => undefined;
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
