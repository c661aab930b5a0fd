import { api } from '../../api/client';

const steady = { staleTime: 60_000 } as const;

/** The title of a project: from the list of active ones, or read by itself. */
export function ProjectName({ id }: { readonly id: string | null }) {
  const list = api.useQuery(
    'get',
    '/v1/projects',
    { params: { query: { limit: 200, state: ['active'], sort: 'title' } } },
    steady,
  );
  const listed = list.data?.items.find((project) => project.id === id);
  const isMissing = id !== null && list.data !== undefined && listed === undefined;
  const one = api.useQuery(
    'get',
    '/v1/projects/{id}',
    { params: { path: { id: id ?? '' } } },
    { ...steady, enabled: isMissing },
  );
  return (
    <span className={id === null ? 'work-cell work-none' : 'work-cell'} dir="auto">
      {listed?.title ?? one.data?.title}
    </span>
  );
}
