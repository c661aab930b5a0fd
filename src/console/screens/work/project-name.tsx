import { Link } from 'wouter';
import { api } from '../../api/client';
import { slow } from '../../live/slow';

/** The title of a project: from the list of active ones, or read by itself. */
export function ProjectName({ id }: { readonly id: string | null }) {
  const list = api.useQuery(
    'get',
    '/v1/projects',
    { params: { query: { limit: 200, state: ['active'], sort: 'title' } } },
    slow,
  );
  const listed = list.data?.items.find((project) => project.id === id);
  const isMissing = id !== null && list.data !== undefined && listed === undefined;
  const one = api.useQuery(
    'get',
    '/v1/projects/{id}',
    { params: { path: { id: id ?? '' } } },
    { ...slow, enabled: isMissing },
  );
  return <ProjectCell id={id} title={listed?.title ?? one.data?.title} />;
}

/** The title of a project in a row, as the link to its page. */
export function ProjectCell({
  id,
  title,
}: {
  readonly id: string | null;
  readonly title: string | null | undefined;
}) {
  if (id === null || !title) return <span className="work-cell work-none" />;
  return (
    <Link className="work-cell work-link" href={`/app/projects/${id}`} dir="auto">
      {title}
    </Link>
  );
}
