import type { Action } from '../../rows/review-row';
import { api } from '../../api/client';

/** The titles of the blockers of actions; those that the page does not list are read together. */
export function useBlockerTitles(
  actions: readonly Action[],
  known: readonly Action[],
): ReadonlyMap<string, string> {
  const titles = new Map([...known, ...actions].map(({ id, title }) => [id, title]));
  const missing = new Set(
    actions.flatMap(({ blocked_by: blockers }) => blockers.filter((id) => !titles.has(id))),
  );
  // The API takes 100 at once; the rest are named by their ids.
  const ids = [...missing].toSorted().slice(0, 100);
  const { data } = api.useQuery(
    'get',
    '/v1/actions/batch',
    { params: { query: { ids } } },
    { enabled: ids.length > 0 },
  );
  for (const { id, title } of data?.visible ?? []) titles.set(id, title);
  return titles;
}
