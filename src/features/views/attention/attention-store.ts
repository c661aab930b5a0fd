import type { Knex } from 'knex';
import {
  actionable,
  actionsOf,
  claimablePool,
  readyAssignedOrClaimedBy,
  waitingAssignedOrClaimedBy,
} from '../../actions';
import type { AgentActorRow } from '../../../shared/actors';
import { checkinOverdue } from '../../orders';
import { questionsOf } from '../../questions';
import { isOneOf } from '../../../platform/db/statements/columns';
import type { Dialect } from '../../../platform/db/dialect';
import { compiledQuery } from '../../../platform/db/statements/compiled-query';
import { maxCountedPerKind, type AttentionItem, type AttentionKind } from './attention-rules';
import { listViewConditions } from '../list-conditions-store';
import { viewParams, type ViewContext, type ViewParams } from '../view-params';

const epoch = '1970-01-01T00:00:00.000Z';

interface AttentionParams extends ViewParams {
  readonly agentId: string;
  readonly actorId: string;
  /** A JSON array. */
  readonly capabilities: string;
}

const newestOfEachKind = compiledQuery<AttentionParams>((db, params, { dialect }) => {
  const parts = Object.entries(attentionSources(db, params, dialect)).map(
    ([kind, { query, table, changedAt }]) => {
      const newest = query
        .select(db.raw('cast(? as varchar(30)) as kind', [kind]))
        .select(`${table}.id`, `${table}.${changedAt} as changed_at`)
        .orderBy([
          { column: `${table}.created_at`, order: 'desc' },
          { column: `${table}.id`, order: 'desc' },
        ])
        .limit(maxCountedPerKind);
      return db.from(newest.as('newest')).select('kind', 'id', 'changed_at');
    },
  );
  const [first, ...rest] = parts;
  return first === undefined ? db.select(db.raw('1')).whereRaw('1 = 0') : first.unionAll(rest);
});

/** The records that need an agent's attention, the newest 100 per kind, in one statement. */
export async function readAttention(
  ctx: ViewContext,
  {
    id: agentId,
    actor_id: actorId,
    capabilities,
  }: Pick<AgentActorRow, 'id' | 'actor_id' | 'capabilities'>,
): Promise<AttentionItem[]> {
  return ctx.reader.rows<AttentionItem>(
    newestOfEachKind(ctx.reader, { ...viewParams(ctx), agentId, actorId, capabilities }),
  );
}

interface AttentionSource {
  readonly query: Knex.QueryBuilder;
  readonly table: string;
  /** The column with the time of the last change. */
  readonly changedAt: string;
}

// Uses the same conditions as the lists of the overview.
function attentionSources(
  db: Knex,
  params: AttentionParams,
  dialect: Dialect,
): Record<AttentionKind, AttentionSource> {
  const { workspaceId, agentId, actorId, now } = params;
  const actions = (query: Knex.QueryBuilder): AttentionSource => ({
    query,
    table: 'actions',
    changedAt: 'updated_at',
  });
  const pool = actionsOf(db, params.workspaceId)
    .where(actionable(params))
    .where(claimablePool(dialect, params));
  const questions = (query: Knex.QueryBuilder): AttentionSource => ({
    query: query.where('agent_requests.agent_id', agentId),
    table: 'agent_requests',
    changedAt: 'updated_at',
  });
  // An agent may have no events: old ones are deleted.
  const afterLastChange =
    'agent_requests.responded_at > coalesce((select max(created_at) from events where workspace_id = ? and actor_id = ?), ?)';
  const answered = questionsOf(db, workspaceId)
    .whereRaw(afterLastChange, [workspaceId, actorId, epoch])
    .whereNull('agent_requests.closed_at');
  const orders = db('orders')
    .where({ 'orders.workspace_id': workspaceId, 'orders.agent_id': agentId })
    .where(checkinOverdue(now));
  return {
    ready: actions(readyAssignedOrClaimedBy(db, params).where(actionable(params))),
    claimable: actions(pool),
    answered_questions: questions(answered),
    open_questions: questions(
      questionsOf(db, workspaceId).where(isOneOf('agent_requests.status', ['open'])),
    ),
    waiting: actions(
      waitingAssignedOrClaimedBy(db, params).where(listViewConditions.waiting(params)),
    ),
    overdue_checkins: { query: orders, table: 'orders', changedAt: 'next_checkin_due_at' },
  };
}
