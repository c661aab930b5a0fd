import type { Knex } from 'knex';
import type { components } from '../../../../generated/types';
import { int, isOneOf } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import { maxCounted } from '../../../platform/db/statements/text-filter';
import type { AgentActorRow } from '../../../shared/actors';
import { historyStart, withinHistory } from '../../../shared/plans';
import { actionable, actionsOf, unclaimed } from '../../actions';
import { questionsOf } from '../../questions';
import { listViewConditions } from '../list-conditions-store';
import { type ViewContext, viewParams, type ViewParams } from '../view-params';

type Waiting = components['schemas']['InsightWaiting'];

interface WaitingParams extends ViewParams {
  readonly start: string | null;
  readonly agentId: string | undefined;
  readonly actorId: string | undefined;
}

const waitingNow = compiledQuery<WaitingParams>((db, params) => {
  const { workspaceId, agentId, actorId } = params;
  const questions = questionsOf(db, workspaceId).where(isOneOf('agent_requests.status', ['open']));
  if (agentId !== undefined) void questions.where('agent_requests.agent_id', agentId);
  const reviews = actionsOf(db, workspaceId)
    .where(listViewConditions.review(params))
    .where(withinHistory(params.start));
  if (actorId !== undefined) void reviews.where('actions.completed_by_actor_id', actorId);
  const claims = actionsOf(db, workspaceId).where(actionable(params)).where(unclaimed(params));
  if (actorId === undefined) void claims.whereNull('actions.assigned_actor_id');
  else void claims.where('actions.assigned_actor_id', actorId);
  return summaryOf(
    db,
    'questions',
    questions.select('agent_requests.created_at as since_at'),
  ).unionAll([
    summaryOf(db, 'reviews', reviews.select('actions.completed_at as since_at')),
    summaryOf(db, 'claims', claims.select('actions.created_at as since_at')),
  ]);
});

function summaryOf(db: Knex, name: keyof Waiting, query: Knex.QueryBuilder): Knex.QueryBuilder {
  return db
    .from(query.orderBy('since_at').limit(maxCounted).as('some'))
    .select(db.raw(`cast('${name}' as varchar(30)) as name`))
    .select(db.raw('count(*) as amount'), db.raw('min(since_at) as oldest_at'));
}

interface WaitingRow {
  readonly name: keyof Waiting;
  readonly amount: unknown;
  readonly oldest_at: string | null;
}

/** What waits now, or what of an agent's work waits. */
export async function readWaiting(
  ctx: ViewContext,
  agent: Pick<AgentActorRow, 'id' | 'actor_id'> | undefined,
): Promise<Waiting> {
  const [agentId, actorId] = [agent?.id, agent?.actor_id];
  const start = historyStart(ctx);
  const rows = await ctx.reader.rows<WaitingRow>(
    waitingNow(ctx.reader, { ...viewParams(ctx), start, agentId, actorId }),
  );
  const of = (name: keyof Waiting): components['schemas']['InsightQueue'] => {
    const row = rows.find((each) => each.name === name);
    return { count: int(row?.amount ?? 0), oldest_at: row?.oldest_at ?? null };
  };
  return { questions: of('questions'), reviews: of('reviews'), claims: of('claims') };
}
