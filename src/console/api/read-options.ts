import type { Query, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

/** A page of a list. */
interface ListPage {
  readonly items: readonly unknown[];
  readonly page: { readonly next: string | null };
}

/** Options of `api.useInfiniteQuery` for lists: each page begins after the items before it. */
export const byOffset = {
  pageParamName: 'offset',
  initialPageParam: 0,
  getNextPageParam: ({ page }: ListPage, pages: readonly ListPage[]): number | undefined =>
    page.next === null ? undefined : pages.reduce((sum, { items }) => sum + items.length, 0),
} as const;

const mostPages = 10;

type Pages<Item> = UseInfiniteQueryResult<{
  readonly pages: readonly { readonly items: readonly Item[] }[];
}>;

/** Reads on until a list has all its pages, at most 2,000 records. Returns what it has so far. */
export function useAll<Item>({
  data,
  hasNextPage,
  isFetching,
  isFetchNextPageError: hasFailed,
  fetchNextPage,
}: Pick<
  Pages<Item>,
  'data' | 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>): readonly Item[] {
  const isShort = (data?.pages.length ?? mostPages) < mostPages;
  const goesOn = hasNextPage && isShort && !isFetching && !hasFailed;
  useEffect(() => {
    if (goesOn) void fetchNextPage({ cancelRefetch: false });
  }, [goesOn, fetchNextPage]);
  return data?.pages.flatMap(({ items }) => items) ?? [];
}

interface Read {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
}

/** What a query says about reading a list in pages. */
export interface Paged extends Omit<Read, 'error'> {
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: (options: { readonly cancelRefetch: boolean }) => Promise<Read>;
}

/** The properties of the button that reads the next page of a list. */
export function moreOf(list: Paged) {
  return {
    hasMore: list.hasNextPage,
    isReading: list.isFetchingNextPage,
    onMore: () => void readMore(list),
  };
}

const mostTries = 5;

/**
 * Reads the next page of a list. The pages may be read again meanwhile, as after an event: then that
 * is awaited, because either reading would end the other one.
 */
export async function readMore({ data, fetchNextPage }: Paged): Promise<Read> {
  const before = data?.pages.length ?? 0;
  let result = await fetchNextPage({ cancelRefetch: false });
  for (let tries = 1; tries < mostTries; tries += 1) {
    const { error, hasNextPage, data: now } = result;
    if (error !== null || !hasNextPage || (now?.pages.length ?? 0) > before) break;
    result = await fetchNextPage({ cancelRefetch: false });
  }
  return result;
}

/** The largest page of a list. */
export const most = { params: { query: { limit: 200 } } } as const;

const nowLists = ['requests', 'reviews', 'proposals', 'orders', 'stalled', 'agents'] as const;

/** The parameters of the command view on the screen Now, whose address has `?for=me` or not. */
export function nowRead(whose: string) {
  const waits = whose === 'me' ? ('me' as const) : ('everybody' as const);
  return { params: { query: { include: [...nowLists], for: waits } } };
}

/** The parameters of the command view for its counts. */
export const countsRead = { params: { query: { include: ['proposals' as const] } } };

/** Besides the events, because a stalled action or an overdue check-in is no event. */
export const readAgain = { refetchInterval: 60_000 } as const;

/** Options of a query for counts or names, which events read again at most once a minute. */
export const slow = { staleTime: 60_000, meta: { isSlow: true } } as const;

/** Whether a query has the options `slow`. */
export function isSlow({ meta }: Query): boolean {
  return meta?.['isSlow'] === true;
}

// A request reads so many records by their ids.
const partSize = 50;

/** Reads records by their ids, as many as there are. */
export async function readInParts<Record>(
  ids: readonly string[],
  read: (part: string[]) => Promise<readonly Record[]>,
): Promise<readonly Record[]> {
  const count = Math.ceil(ids.length / partSize);
  const parts = Array.from({ length: count }, (_, at) =>
    ids.slice(at * partSize, (at + 1) * partSize),
  );
  return (await Promise.all(parts.map(read))).flat();
}
