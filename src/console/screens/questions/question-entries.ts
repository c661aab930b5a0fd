import { useQueries } from '@tanstack/react-query';
import type { components } from 'callboard-client';
import { api } from '../../api/client';
import { slow } from '../../api/read-options';
import type { Question as QuestionEntry } from '../../rows/request-rows';

type Question = components['schemas']['Question'];

const atMost = 200;
// A request reads so many actions.
const chunkSize = 50;

/**
 * Adds the titles of what questions are about, as their rows show them. Actions are read together,
 * and a row appears with its title, so that nothing moves. Undefined until the first are read.
 */
export function useEntriesOf(
  questions: readonly Question[] | undefined,
): readonly QuestionEntry[] | undefined {
  // A question that came between the reads of two pages is in both.
  const all = [...new Map((questions ?? []).map((question) => [question.id, question])).values()];
  const chunks = chunksOf(all);
  const actions = useQueries({
    queries: chunks.map((chunk) => {
      const ids = [...new Set(chunk.flatMap(({ action_id: id }) => id ?? []))];
      const read = { params: { query: { ids } } };
      return {
        ...api.queryOptions('get', '/v1/actions/batch-get', read),
        ...slow,
        enabled: ids.length > 0,
      };
    }),
  });
  const projects = useTitles(
    '/v1/projects',
    all.some(({ project_id: id }) => id !== null),
  );
  const orders = useTitles(
    '/v1/orders',
    all.some(({ order_id: id }) => id !== null),
  );
  if (questions === undefined) return undefined;
  const shown = chunks.filter((_, index) => actions[index]?.isLoading !== true);
  if (shown.length === 0 && chunks.length > 0) return undefined;
  const titles = new Map(
    actions.flatMap(({ data }) => data?.visible ?? []).map(({ id, title }) => [id, title]),
  );
  return shown.flat().map((question) => ({
    ...question,
    agent_name: question.created_by_actor_name,
    action_title: titles.get(question.action_id ?? '') ?? null,
    project_title: projects.get(question.project_id ?? '') ?? null,
    order_name: orders.get(question.order_id ?? '') ?? null,
  }));
}

function useTitles(path: '/v1/projects' | '/v1/orders', isWanted: boolean) {
  const read = { params: { query: { limit: atMost } } };
  const options = { ...slow, enabled: isWanted };
  const projects = api.useQuery('get', '/v1/projects', read, {
    ...options,
    enabled: isWanted && path === '/v1/projects',
  });
  const orders = api.useQuery('get', '/v1/orders', read, {
    ...options,
    enabled: isWanted && path === '/v1/orders',
  });
  return new Map([
    ...(projects.data?.items ?? []).map(({ id, title }) => [id, title] as const),
    ...(orders.data?.items ?? []).map(({ id, name }) => [id, name] as const),
  ]);
}

function chunksOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / chunkSize);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * chunkSize, (index + 1) * chunkSize),
  );
}
