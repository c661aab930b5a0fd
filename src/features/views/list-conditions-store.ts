import type { Knex } from 'knex';
import {
  actionable,
  notTemplate,
  open,
  stalled,
  undeferred,
  working,
  type ActivityWindows,
  type WorkspaceNow,
  actionsOf,
} from '../actions';
import { isOneOf, type Condition, int } from '../../platform/db/statements/columns';
import type { components } from '../../../generated/types';
import { historyStart, withinHistory } from '../../shared/plans';
import { compiledQuery } from '../../platform/db/statements/compiled';
import { questionsOf } from '../questions';
import { viewParams, type ViewContext, type ViewParams } from './view-params';

/** The views that are lists of actions. */
export type ListView =
  'inbox' | 'review' | 'ready' | 'working' | 'waiting' | 'stalled' | 'deferred';

/**
 * The condition of each list view; counts of the same name use it too. Templates are in no list.
 * Deferred actions are omitted from lists of work to do, but not from `working` and `stalled`.
 */
export const listViewConditions: Readonly<
  Record<ListView, (moment: ActivityWindows & WorkspaceNow) => Condition>
> = {
  inbox: (moment) =>
    all(isOneOf('actions.status', ['inbox']), noTemplate(moment), undeferred(moment)),
  review: (moment) => all(isOneOf('actions.review_state', ['pending']), noTemplate(moment)),
  ready: (moment) => actionable(moment),
  working: (moment) => all(noTemplate(moment), working(moment)),
  waiting: (moment) =>
    all(isOneOf('actions.status', ['waiting']), noTemplate(moment), undeferred(moment)),
  // Open actions have no `completed_at`. Postgres assumes that conditions are independent of age:
  // without this one it expects stalled actions throughout the history and scans it in list order.
  stalled: (moment) =>
    all(stalled(moment), (query) => void query.whereNull('actions.completed_at')),
  deferred: (moment) =>
    all(
      open(),
      noTemplate(moment),
      (query) => void query.where('actions.defer_until', '>', moment.now),
    ),
};

function noTemplate({ workspaceId }: WorkspaceNow): Condition {
  return notTemplate(workspaceId);
}

function all(...conditions: Condition[]): Condition {
  return (query) => {
    for (const condition of conditions) void query.where(condition);
  };
}

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
