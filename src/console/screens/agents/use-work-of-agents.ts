import { useMemo } from 'react';
import type { components } from 'callboard-client';
import { api } from '../../api/client';

/** An action that an agent works on. */
export type Work = components['schemas']['Action'];

const most = { params: { query: { limit: 200 } } } as const;
const every = { refetchInterval: 60_000 } as const;

/** What is worked on now, by the actor who works on it. */
export function useWorkOfAgents(): ReadonlyMap<string, readonly Work[]> {
  const { data } = api.useQuery('get', '/v1/views/working', most, every);
  return useMemo(() => {
    const works = new Map<string, Work[]>();
    for (const work of data?.items ?? []) {
      const actor = work.claimed_by_actor_id ?? work.assigned_actor_id ?? '';
      works.set(actor, [...(works.get(actor) ?? []), work]);
    }
    return works;
  }, [data]);
}
