import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap, type components } from 'callboard-client';
import { api, client } from '../../api/client';
import { readInParts, slow } from '../../api/read-options';
import { dateLocale, t } from '../../texts/texts';

/** How much of a project is done. */
export type Progress = components['schemas']['ProjectProgress'];

// The service counts no further.
const mostCounted = 1_000;
const path = '/v1/views/project-progress';
const of = (ids: string[]) => ({ params: { query: { project_id: ids } } });

/** The progress of the projects of a list, by id. */
export function useProgressOf(ids: readonly string[]): ReadonlyMap<string, Progress> {
  const { data = [] } = useQuery({
    // The last part tells it from the read of one project, whose data has another shape.
    queryKey: ['get', path, of([...ids]), 'parts'],
    queryFn: () =>
      readInParts(ids, async (part) => (await unwrap(client.GET(path, of(part)))).items),
    placeholderData: keepPreviousData,
    ...slow,
  });
  return new Map(data.map((one) => [one.project_id, one]));
}

/** The progress of one project; undefined until it is read. */
export function useProgress(id: string): Progress | undefined {
  const { data } = api.useQuery('get', path, of([id]));
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
