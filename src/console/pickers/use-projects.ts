import { api } from '../api/client';
import { slow } from '../live/slow';

/** The active projects by title, at most 200. */
export function useProjects(): readonly { readonly id: string; readonly name: string }[] {
  const { data } = api.useQuery(
    'get',
    '/v1/projects',
    { params: { query: { limit: 200, state: ['active'], sort: 'title' } } },
    slow,
  );
  return (data?.items ?? []).map(({ id, title }) => ({ id, name: title }));
}
