import { api } from '../../api/client';

const lists = ['requests', 'reviews', 'proposals', 'orders', 'stalled', 'agents'] as const;

/** Reads everything that the screen shows. */
export function useNowData() {
  return api.useQuery(
    'get',
    '/v1/views/command',
    { params: { query: { include: [...lists] } } },
    // Besides the events, because a stalled action or an overdue check-in is no event.
    { refetchInterval: 60_000 },
  );
}
