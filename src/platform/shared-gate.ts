import { setImmediate } from 'node:timers/promises';
import { createTurns, type OwnedKey } from './turns';

/** Runs the work of an owner when it is its turn. */
export type SharedGate = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

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
