import { useQueries } from '@tanstack/react-query';
import type { components } from 'callboard-client';
import { api } from '../../api/client';
import { slow } from '../../api/read-options';
import { dateLocale, t } from '../../texts/texts';

/** How much of a project is done. */
export type Progress = components['schemas']['ProjectProgress'];

// The service counts no further.
const mostCounted = 1_000;
const mostProjects = 50;

const read = (ids: readonly string[], options: object) =>
  api.queryOptions(
    'get',
    '/v1/views/project-progress',
    { params: { query: { project_id: [...ids] } } },
    options,
  );

/** The progress of the projects of a list, by id: one request for each page. */
export function useProgressOf(ids: readonly string[]): ReadonlyMap<string, Progress> {
  const parts = Array.from({ length: Math.ceil(ids.length / mostProjects) }, (_, part) =>
    ids.slice(part * mostProjects, (part + 1) * mostProjects),
  );
  return useQueries({
    queries: parts.map((part) => read(part, slow)),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => data?.items ?? []).map((one) => [one.project_id, one])),
  });
}

/** The progress of one project; undefined until it is read. */
export function useProgress(id: string): Progress | undefined {
  const { data } = api.useQuery('get', '/v1/views/project-progress', {
    params: { query: { project_id: [id] } },
  });
  return data?.items[0];
}

/** How many actions are done, in words and as a bar. */
export function ProgressBar({ of }: { readonly of: Progress }) {
  const [done, all] = [of.done_action_count, of.done_action_count + of.open_action_count];
  if (all === 0) return <>{t('No actions')}</>;
  const isCut = Math.max(of.done_action_count, of.open_action_count) === mostCounted;
  return (
    <span className="progress">
      <span className="progress-bar" aria-hidden="true">
        <span style={{ width: `${(100 * done) / all}%` }} />
      </span>
      {isCut
        ? t('{done}+ done', { done: done.toLocaleString(dateLocale) })
        : t('{done} of {all} done', { done, all })}
    </span>
  );
}

/** The names of the assignees. */
export function Assignees({ of }: { readonly of: Progress }) {
  return of.assignees.map(({ id, name }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <bdi>{name}</bdi>
    </span>
  ));
}
