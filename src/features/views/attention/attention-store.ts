import type { Knex } from 'knex';
import { actionable, coveredBy, readyAssignedOrClaimedBy, unclaimed } from '../../actions';
import type { AgentActorRow } from '../../../shared/actors';
import { checkinOverdue } from '../../orders';
import { questionsOf } from '../../questions';
import { isOneOf } from '../../../platform/db/statements/columns';
import type { Dialect } from '../../../platform/db/transaction';
import { compiledQuery } from '../../../platform/db/statements/compiled-query';
import { maxCounted, type AttentionItem, type AttentionKind } from './attention-rules';
import { actionsOf, viewQuery, type ViewQuery, type ViewSource } from '../metrics-store';
import { listViewConditions } from '../lists/list-scopes-store';

const beginning = '1970-01-01T00:00:00.000Z';

interface AgentViewQuery extends ViewQuery {
  readonly agentId: string;
  readonly actorId: string;
  /** A JSON array. */
  readonly capabilities: string;
}

const newestOfEach = compiledQuery<AgentViewQuery>((db, asked, { dialect }) => {
  const parts = Object.entries(matching(db, asked, dialect)).map(([kind, { query, table, at }]) => {
    const newest = query
      .select(db.raw('cast(? as varchar(30)) as kind', [kind]))
      .select(`${table}.id`, `${table}.${at} as changed_at`)
      .orderBy([
        { column: `${table}.created_at`, order: 'desc' },
        { column: `${table}.id`, order: 'desc' },
      ])
      .limit(maxCounted);
    return db.from(newest.as('newest')).select('kind', 'id', 'changed_at');
  });
  const [first, ...rest] = parts;
  return first === undefined ? db.select(db.raw('1')).whereRaw('1 = 0') : first.unionAll(rest);
});

/** Everything that an agent may have to look at, the newest 100 of each kind, in one statement. */
export async function readAttention(
  source: ViewSource,
  {
    id: agentId,
    actor_id: actorId,
    capabilities,
  }: Pick<AgentActorRow, 'id' | 'actor_id' | 'capabilities'>,
): Promise<AttentionItem[]> {
  return source.reader.rows<AttentionItem>(
    newestOfEach(source.reader, { ...viewQuery(source), agentId, actorId, capabilities }),
  );
}

interface Part {
  readonly query: Knex.QueryBuilder;
  readonly table: string;
  /** The column that changes with what is counted. */
  readonly at: string;
}

// The same definitions as the overview's lists.
function matching(db: Knex, asked: AgentViewQuery, dialect: Dialect): Record<AttentionKind, Part> {
  const { workspaceId, agentId, actorId, now } = asked;
  const actions = (query: Knex.QueryBuilder): Part => ({
    query,
    table: 'actions',
    at: 'updated_at',
  });
  const mine = (): Knex.QueryBuilder =>
    actionsOf(db, asked).where('actions.assigned_actor_id', actorId);
  const pool = actionsOf(db, asked)
    .whereNull('actions.assigned_actor_id')
    .where(actionable(asked))
    .where(unclaimed(asked))
    .where(coveredBy(dialect, asked.capabilities));
  const questions = (query: Knex.QueryBuilder): Part => ({
    query: query.where('agent_requests.agent_id', agentId),
    table: 'agent_requests',
    at: 'updated_at',
  });
  // The history forgets: an agent that has long done nothing may have no event left.
  const afterLastChange =
    'agent_requests.responded_at > coalesce((select max(created_at) from events where workspace_id = ? and actor_id = ?), ?)';
  const answered = questionsOf(db, workspaceId)
    .whereRaw(afterLastChange, [workspaceId, actorId, beginning])
    .whereNull('agent_requests.closed_at');
  const orders = db('orders')
    .where({ 'orders.workspace_id': workspaceId, 'orders.agent_id': agentId })
    .where(checkinOverdue(now));
  return {
    ready: actions(readyAssignedOrClaimedBy(db, asked).where(actionable(asked))),
    claimable: actions(pool),
    answered_questions: questions(answered),
    open_questions: questions(
      questionsOf(db, workspaceId).where(isOneOf('agent_requests.status', ['open'])),
    ),
    waiting: actions(mine().where(listViewConditions.waiting(asked))),
    overdue_checkins: { query: orders, table: 'orders', at: 'next_checkin_due_at' },
  };
}
