import { isCallboardError, unwrap, type components, type operations } from 'callboard-client';
import { client } from '../../api/client';

/** An event of the workspace. */
export type FeedEvent = components['schemas']['Event'];

/** What the events must match. */
export type FeedFilters = Omit<
  NonNullable<operations['readEvents']['parameters']['query']>,
  'after' | 'limit'
>;

/** A part of the feed, newest first. */
export interface FeedPart {
  readonly items: readonly FeedEvent[];
  /** The cursor at which an older part begins; undefined if there is none. */
  readonly older: string | undefined;
  /** Whether newer events exist that were not read yet. */
  readonly hasNewer: boolean;
}

const pageSize = 200;
/** How many pages are read at once on the way to the newest event. */
const mostPages = 20;
/** How many events the newest part has at least, if there are as many. */
const fewest = 50;
const mostStarts = 2_000;

const beginning = '';

/**
 * The events that match a filter, from the newest to the oldest. The API reads them only forward
 * from a cursor, so the reader remembers the cursors of the pages that it has passed.
 */
export class Feed {
  readonly #filters: FeedFilters;
  readonly #storageKey: string | undefined;
  /** The cursors at which full pages begin, oldest first. */
  #starts: string[];
  readonly #full = new Map<string, readonly FeedEvent[]>();

  /** `storageKey` keeps the cursors in this browser, so that no page is read again to pass it. */
  constructor(filters: FeedFilters, storageKey?: string) {
    this.#filters = filters;
    this.#storageKey = storageKey;
    const stored = storageKey === undefined ? null : localStorage.getItem(storageKey);
    this.#starts = stored === null ? [beginning] : stored.split(' ');
  }

  /** Reads on to the newest event, or until many pages were read. */
  async newest(signal: AbortSignal): Promise<FeedPart> {
    let last: readonly FeedEvent[] = [];
    let hasNewer = true;
    for (let count = 0; hasNewer && count < mostPages; count += 1) {
      const start = this.#starts.at(-1) ?? beginning;
      const { items, page } = await this.#readOrRestart(start, signal);
      last = items;
      hasNewer = page.has_more;
      if (hasNewer) this.#pass(items, page.next);
    }
    this.#store();
    // After a full page, the last start has no events yet.
    const index = this.#starts.length - (hasNewer ? 2 : 1);
    const before = this.#starts[index - 1];
    if (last.length >= fewest || before === undefined) {
      return { items: last.toReversed(), older: before, hasNewer };
    }
    const { items, older } = await this.older(before, signal);
    return { items: [...last.toReversed(), ...items], older, hasNewer };
  }

  /** Reads the part that begins at a cursor. */
  async older(start: string, signal: AbortSignal): Promise<FeedPart> {
    const index = this.#starts.indexOf(start);
    try {
      const items = this.#full.get(start) ?? (await this.#read(start, signal)).items;
      this.#full.set(start, items);
      return { items: items.toReversed(), older: this.#starts[index - 1], hasNewer: false };
    } catch (error) {
      if (!isCallboardError(error, 'CURSOR_EXPIRED')) throw error;
      this.#starts = this.#starts.slice(index + 1);
      this.#store();
      return { items: [], older: undefined, hasNewer: false };
    }
  }

  #pass(items: readonly FeedEvent[], next: string): void {
    this.#full.set(this.#starts.at(-1) ?? beginning, items);
    const beforeLast = this.#starts.at(-2);
    if (beforeLast !== undefined) this.#full.delete(beforeLast);
    this.#starts = [...this.#starts, next].slice(-mostStarts);
  }

  async #readOrRestart(start: string, signal: AbortSignal) {
    try {
      return await this.#read(start, signal);
    } catch (error) {
      if (!isCallboardError(error, 'CURSOR_EXPIRED') || start === beginning) throw error;
      this.#starts = [beginning];
      return this.#read(beginning, signal);
    }
  }

  #read(start: string, signal: AbortSignal) {
    const after = start === beginning ? {} : { after: start };
    const query = { ...this.#filters, ...after, limit: pageSize };
    return unwrap(client.GET('/v1/events', { params: { query }, signal }));
  }

  #store(): void {
    if (this.#storageKey !== undefined) {
      localStorage.setItem(this.#storageKey, this.#starts.join(' '));
    }
  }
}
