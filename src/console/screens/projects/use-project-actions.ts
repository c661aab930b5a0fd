import type { operations } from 'callboard-client';
import { useMemo } from 'react';
import { api } from '../../api/client';
import { byOffset } from '../../api/pages';

type Query = NonNullable<operations['listProjectActions']['parameters']['query']>;

const openOnes: Query = { limit: 100, status: ['inbox', 'ready', 'waiting'] };
const endedOnes: Query = { limit: 50, status: ['done', 'dropped'], sort: '-updated_at' };

/** The actions of a project: the open ones in their order, and those that have ended. */
export function useProjectActions(id: string) {
  return { open: useList(id, openOnes), ended: useList(id, endedOnes) };
}

function useList(id: string, query: Query) {
  const list = api.useInfiniteQuery(
    'get',
    '/v1/projects/{id}/actions',
    { params: { path: { id }, query } },
    byOffset,
  );
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  return {
    list,
    items: useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]),
    isRead: data !== undefined,
    error,
    /** The number of all of them, if it is known. */
    total: data?.pages[0]?.total,
    more: {
      hasMore: hasNextPage,
      isReading: isFetchingNextPage,
      onMore: () => void fetchNextPage(),
    },
    refetch: async () => (await list.refetch()).data?.pages.flatMap(({ items }) => items) ?? [],
  };
}
