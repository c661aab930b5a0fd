import { api } from '../../api/client';

const lists = ['requests', 'agents', 'orders'] as const;
// Besides the events, because a stalled action or an overdue check-in is no event.
const every = { refetchInterval: 60_000 } as const;
const fifty = { limit: 50 } as const;

/** Reads everything that the screen shows. */
export function useNowData() {
  const command = api.useQuery(
    'get',
    '/v1/views/command',
    { params: { query: { include: [...lists] } } },
    every,
  );
  const reviews = api.useQuery('get', '/v1/views/review', { params: { query: fifty } }, every);
  const proposals = api.useQuery(
    'get',
    '/v1/proposals',
    { params: { query: { ...fifty, state: ['open'], sort: 'created_at' } } },
    every,
  );
  const stalled = api.useQuery('get', '/v1/views/stalled', { params: { query: fifty } }, every);
  const all = [command, reviews, proposals, stalled];
  return {
    command: command.data,
    reviews: reviews.data,
    proposals: proposals.data,
    stalled: stalled.data,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    isReady: all.every(({ data }) => data !== undefined),
    retry: () => void Promise.all(all.map((query) => query.refetch())),
  };
}
