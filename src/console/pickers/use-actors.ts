import { api } from '../api/client';
import { slow } from '../live/slow';

const most = { params: { query: { limit: 200 } } } as const;

/** A person or an agent, to whom work can be assigned. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly kind: 'person' | 'agent';
}

/** The people and the agents of the workspace that are not revoked, at most 200 of each. */
export function useActors(isWanted = true): readonly Actor[] {
  const options = { ...slow, enabled: isWanted };
  const people = api.useQuery('get', '/v1/people', most, options);
  const agents = api.useQuery('get', '/v1/agents', most, options);
  const persons = people.data?.items ?? [];
  const workers = (agents.data?.items ?? []).filter(({ state }) => state !== 'revoked');
  return [
    ...persons.map(({ actor_id: id, name }) => ({ id, name, kind: 'person' as const })),
    ...workers.map(({ actor_id: id, name }) => ({ id, name, kind: 'agent' as const })),
  ];
}
