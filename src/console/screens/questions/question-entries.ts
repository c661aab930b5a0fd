import { useQuery } from '@tanstack/react-query';
import { unwrap, type components } from 'callboard-client';
import { api, client } from '../../api/client';
import { byOffset, most, readInParts, slow, useAll } from '../../api/read-options';
import type { Question as QuestionEntry } from '../../rows/request-rows';

type Question = components['schemas']['Question'];

const path = '/v1/actions/batch-get';
const of = (ids: string[]) => ({ params: { query: { ids } } });

/**
 * Adds the titles of what questions are about, as their rows show them. Actions are read together,
 * and a row appears with its title, so that nothing moves. Undefined until the first are read.
 * `list` tells the lists of other filters apart.
 */
export function useEntriesOf(
  questions: readonly Question[] | undefined,
  list: string,
): readonly QuestionEntry[] | undefined {
  // A question that came between the reads of two pages is in both.
  const all = [...new Map((questions ?? []).map((question) => [question.id, question])).values()];
  const ids = [...new Set(all.flatMap(({ action_id: id }) => id ?? []))];
  const actions = useQuery({
    queryKey: ['get', path, of(ids), list],
    queryFn: () =>
      readInParts(ids, async (part) => {
        const { visible } = await unwrap(client.GET(path, of(part)));
        const titles = new Map(visible.map(({ id, title }) => [id, title]));
        return part.map((id) => [id, titles.get(id) ?? null] as const);
      }),
    placeholderData: (data, before) => (before?.queryKey[3] === list ? data : undefined),
    enabled: ids.length > 0,
    ...slow,
  });
  const projects = useTitles(
    '/v1/projects',
    all.some(({ project_id: id }) => id !== null),
  );
  const orders = useTitles(
    '/v1/orders',
    all.some(({ order_id: id }) => id !== null),
  );
  if (questions === undefined || actions.isLoading) return undefined;
  const titles = new Map(actions.data);
  const isRead = ({ action_id: id }: Question): boolean =>
    id === null || titles.has(id) || actions.isError;
  return all.filter(isRead).map((question) => ({
    ...question,
    agent_name: question.created_by_actor_name,
    action_title: titles.get(question.action_id ?? '') ?? null,
    project_title: projects.get(question.project_id ?? '') ?? null,
    order_name: orders.get(question.order_id ?? '') ?? null,
  }));
}

function useTitles(path: '/v1/projects' | '/v1/orders', isWanted: boolean) {
  const of = (one: typeof path) => ({ ...byOffset, ...slow, enabled: isWanted && path === one });
  const projects = api.useInfiniteQuery('get', '/v1/projects', most, of('/v1/projects'));
  const orders = api.useInfiniteQuery('get', '/v1/orders', most, of('/v1/orders'));
  return new Map([
    ...useAll(projects).map(({ id, title }) => [id, title] as const),
    ...useAll(orders).map(({ id, name }) => [id, name] as const),
  ]);
}
