import type { Knex } from 'knex';
import type { components } from '../../../generated/types';
import { actionsOf } from '../actions';
import { historyStart, withinHistory } from '../../shared/plans';
import { int, isOneOf } from '../../platform/db/statements/columns';
import { compiledQuery } from '../../platform/db/statements/compiled';
import { questionsOf } from '../questions';
import { listViewConditions, type ListView } from './list-conditions-store';
import { viewParams, type ViewContext, type ViewParams } from './view-params';

type Metrics = components['schemas']['Metrics'];

const metricsQuery = compiledQuery<ViewParams & { readonly start: string | null }>((db, params) => {
  const count = (name: keyof Metrics, query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.count('*').as(name);
  const { workspaceId } = params;
  const listed = (view: ListView): Knex.QueryBuilder =>
    actionsOf(db, workspaceId).where(listViewConditions[view](params));
  return db.select([
    count('inbox_count', listed('inbox')),
    count('review_count', listed('review').where(withinHistory(params.start))),
    count('active_count', listed('working')),
    count('stalled_count', listed('stalled')),
    count('agent_count', db('agents').where({ workspace_id: workspaceId, state: 'active' })),
    count(
      'question_count',
      questionsOf(db, workspaceId).where(isOneOf('agent_requests.status', ['open'])),
    ),
  ]);
});

/** Counts records of the workspace with one statement. Each count uses its own index. */
export async function readMetrics(ctx: ViewContext): Promise<Metrics> {
  const start = historyStart(ctx);
  const row = await ctx.reader.first<Metrics>(
    metricsQuery(ctx.reader, { ...viewParams(ctx), start }),
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
