import { api } from '../api/client';

const steady = { staleTime: 60_000 } as const;

/** The active projects by title, at most 200. */
export function useProjects(): readonly { readonly id: string; readonly name: string }[] {
  const { data } = api.useQuery(
    'get',
    '/v1/projects',
    { params: { query: { limit: 200, state: ['active'], sort: 'title' } } },
    steady,
  );
  return (data?.items ?? []).map(({ id, title }) => ({ id, name: title }));
}
