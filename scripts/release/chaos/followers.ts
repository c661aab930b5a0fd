import { setTimeout as pause } from 'node:timers/promises';
import { isCallboardError, readStream, unwrap } from '../../../src/client';
import { patientClient } from './load';

/** What a reader of the feed saw. A reset, which tells it to begin again, begins a new run. */
export interface Follower {
  /** The ids of the events of each run, in the order in which they came. */
  readonly runs: readonly (readonly string[])[];
  stop(): Promise<void>;
}

/** The errors of what a reader saw, compared with the stored events. */
export interface Errors {
  readonly skipped: number;
  readonly doubled: number;
  readonly misplaced: number;
  /** Events that are not stored, although the reader saw them. */
  readonly lost: number;
}

interface Target {
  readonly url: string;
  readonly token: string;
}

// An agent does not see every event of the workspace, but all of its actions.
const isOfAction = ({ kind }: { readonly kind: string }): boolean => kind.startsWith('action.');

/** Follows the stream, from the first event that is committed after the call. */
export async function followStream({ url, token }: Target): Promise<Follower> {
  const client = patientClient({ url, token });
  const { page } = await unwrap(client.GET('/v1/events', { params: { query: { limit: 200 } } }));
  const runs: string[][] = [[]];
  const ending = new AbortController();
  const options = {
    after: page.next,
    signal: ending.signal,
    maxDelayMs: 1_000,
    onReset: () => void runs.push([]),
  };
  const reading = (async () => {
    try {
      for await (const { event } of readStream(client, options)) {
        if (isOfAction(event)) runs.at(-1)?.push(event.id);
      }
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    }
  })();
  return {
    runs,
    async stop() {
      ending.abort();
      await reading;
    },
  };
}

/** Reads page after page of the feed, from the first event. */
export function followPages({ url, token }: Target): Follower {
  const client = patientClient({ url, token });
  const runs: string[][] = [[]];
  let isStopped = false;
  const reading = (async () => {
    let after: string | undefined;
    while (!isStopped) {
      const query = after === undefined ? { limit: 200 } : { after, limit: 200 };
      try {
        const { items, page } = await unwrap(client.GET('/v1/events', { params: { query } }));
        runs.at(-1)?.push(...items.filter(isOfAction).map(({ id }) => id));
        after = page.next;
        if (!page.has_more) await pause(100);
      } catch (error) {
        if (!isCallboardError(error) || error.code !== 'CURSOR_EXPIRED') throw error;
        after = undefined;
        runs.push([]);
      }
    }
  })();
  return {
    runs,
    async stop() {
      isStopped = true;
      await reading;
    },
  };
}

/**
 * Compares the runs of a reader with the ids of the stored events in their order. Each run must be
 * a part of it without a gap, and the last one must reach the end.
 */
export function errorsOf(runs: Follower['runs'], stored: readonly string[]): Errors {
  const places = new Map(stored.map((id, place) => [id, place]));
  const errors = { skipped: 0, doubled: 0, misplaced: 0, lost: 0 };
  for (const [index, run] of runs.entries()) {
    let before: number | undefined;
    const seen = new Set<string>();
    for (const id of run) {
      const place = places.get(id);
      if (place === undefined) errors.lost += 1;
      else if (seen.has(id)) errors.doubled += 1;
      else if (before !== undefined && place < before) errors.misplaced += 1;
      else {
        if (before !== undefined) errors.skipped += place - before - 1;
        before = place;
      }
      seen.add(id);
    }
    if (index === runs.length - 1) errors.skipped += stored.length - 1 - (before ?? -1);
  }
  return errors;
}
