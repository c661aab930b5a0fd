import type { Knex } from 'knex';
import type { components } from '../../../generated/types';
import { activityWindows, type ActivityWindows } from '../actions';
import { historyStart, withinHistory } from '../../shared/plans';
import { int, isOneOf } from '../../platform/db/statements/columns';
import { compiledQuery } from '../../platform/db/statements/compiled-query';
import type { ReadContext } from '../../platform/operation';
import { questionsOf } from '../questions';
import { listViewConditions, type ListView } from './lists/list-scopes-store';

/** What a view needs of its request. */
export type ViewSource = Pick<
  ReadContext,
  'reader' | 'workspaceId' | 'now' | 'settings' | 'historyDays'
>;

/** What the statements of views are given of it. */
export interface ViewQuery extends ActivityWindows {
  readonly workspaceId: string;
}

type Metrics = components['schemas']['Metrics'];

/** What a statement is given of the request of a view. */
export function viewQuery(source: ViewSource): ViewQuery {
  return { workspaceId: source.workspaceId, ...activityWindows(source) };
}

/** The actions of the workspace, to narrow down. */
export function actionsOf(
  db: Knex,
  { workspaceId }: Pick<ViewQuery, 'workspaceId'>,
): Knex.QueryBuilder {
  return db('actions').where('actions.workspace_id', workspaceId);
}

const metricsQuery = compiledQuery<ViewQuery & { readonly start: string | null }>((db, asked) => {
  const count = (name: keyof Metrics, query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.count('*').as(name);
  const shown = (view: ListView): Knex.QueryBuilder =>
    actionsOf(db, asked).where(listViewConditions[view](asked));
  const { workspaceId } = asked;
  return db.select([
    count('inbox_count', shown('inbox')),
    count('review_count', shown('review').where(withinHistory(asked.start))),
    count('active_count', shown('working')),
    count('stalled_count', shown('stalled')),
    count('agent_count', db('agents').where({ workspace_id: workspaceId, state: 'active' })),
    count(
      'question_count',
      questionsOf(db, workspaceId).where(isOneOf('agent_requests.status', ['open'])),
    ),
  ]);
});

/** The workspace in six numbers (product section 5), each part of the statement with its index. */
export async function readMetrics(source: ViewSource): Promise<Metrics> {
  const start = historyStart(source);
  const row = await source.reader.first<Metrics>(
    metricsQuery(source.reader, { ...viewQuery(source), start }),
  );
  return {
    inbox_count: int(row?.inbox_count ?? 0),
    review_count: int(row?.review_count ?? 0),
    active_count: int(row?.active_count ?? 0),
    stalled_count: int(row?.stalled_count ?? 0),
    agent_count: int(row?.agent_count ?? 0),
    question_count: int(row?.question_count ?? 0),
  };
}
