import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { type Dialect, isOneOf } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import type { AgentActorRow } from '../../../shared/actor-store';
import { agentViewer } from '../../../shared/document-visibility';
import { unreadNewsOf } from '../../../shared/events';
import {
  actionable,
  actionsOf,
  claimablePool,
  readyAssignedOrClaimedBy,
  waitingAssignedOrClaimedBy,
} from '../../actions';
import { checkinOverdue } from '../../orders';
import { questionsOf } from '../../questions';
import { listViewConditions } from '../list-conditions-store';
import {
  fromViewerParam,
  toViewerParam,
  type ViewContext,
  viewParams,
  type ViewParams,
} from '../view-params';

type Attention = components['schemas']['AgentAttention'];

/** The kinds of things that may need an agent's attention. */
type AttentionKind = keyof Attention['counts'];

/** A counted record and the time of its last change. */
interface AttentionItem {
  readonly kind: AttentionKind;
  readonly id: string;
  readonly changed_at: string;
}

/** Counts stop here, so that the cost of a request is bounded. */
const maxCountedPerKind: number = limits.attention_count;

/**
 * Counts the items by kind. `has_work` is true if the agent can act on one of them now: open
 * questions and waiting actions are not work, and paused or revoked agents have none. Answered
 * questions are among the unread news.
 */
export function toAttention(
  agent: { readonly state: string },
  items: readonly AttentionItem[],
): Attention {
  const count = (kind: AttentionKind): number => items.filter((item) => item.kind === kind).length;
  const counts = {
    ready: count('ready'),
    claimable: count('claimable'),
    answered_questions: count('answered_questions'),
    open_questions: count('open_questions'),
    waiting: count('waiting'),
    overdue_checkins: count('overdue_checkins'),
    unread_news: count('unread_news'),
  };
  const { ready, claimable, overdue_checkins: overdue, unread_news: unread } = counts;
  const mayWork = agent.state !== 'paused' && agent.state !== 'revoked';
  return { has_work: mayWork && ready + claimable + overdue + unread > 0, counts };
}

/**
 * A strong ETag over the response body and the counted records, so that it also changes when one
 * record replaces another and the counts stay equal. The epoch separates equal times of changes
 * before and after a restore.
 */
export function attentionETag(
  attention: Attention,
  items: readonly AttentionItem[],
  epoch: string,
): string {
  const counted = items.map(({ kind, id, changed_at: at }) => `${kind} ${id} ${at}`).toSorted();
  const text = JSON.stringify([attention, counted, epoch]);
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}

interface AttentionParams extends ViewParams {
  readonly agentId: string;
  readonly actorId: string;
  /** A JSON array. */
  readonly capabilities: string;
  /** The actor whose view of documents applies; undefined for one that sees all. */
  readonly viewerId: string | undefined;
}

const newestOfEachKind = compiledQuery<AttentionParams>((db, params, { dialect }) => {
  const parts = Object.entries(attentionSources(db, params, dialect)).map(
    ([kind, { query, table, changedAt, id = 'id', order = ['created_at', 'id'] }]) => {
      const newest = query
        .select(db.raw('cast(? as varchar(30)) as kind', [kind]))
        .select(`${table}.${id} as id`, `${table}.${changedAt} as changed_at`)
        .orderBy(order.map((column) => ({ column: `${table}.${column}`, order: 'desc' })))
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
  agent: Pick<AgentActorRow, 'id' | 'actor_id' | 'access_mode' | 'capabilities'>,
): Promise<AttentionItem[]> {
  const { id: agentId, actor_id: actorId, capabilities } = agent;
  const viewerId = toViewerParam(agentViewer(ctx.workspaceId, agent));
  return ctx.reader.rows<AttentionItem>(
    newestOfEachKind(ctx.reader, { ...viewParams(ctx), agentId, actorId, capabilities, viewerId }),
  );
}

/** The number of actions that an agent can claim, at most 100, as its attention counts them. */
export async function countClaimable(
  ctx: ViewContext,
  agent: Pick<AgentActorRow, 'id' | 'actor_id' | 'access_mode' | 'capabilities'>,
): Promise<number> {
  const items = await readAttention(ctx, agent);
  return items.filter(({ kind }) => kind === 'claimable').length;
}

interface AttentionSource {
  readonly query: Knex.QueryBuilder;
  readonly table: string;
  /** The column with the time of the last change. */
  readonly changedAt: string;
  readonly id?: string;
  /** The columns to sort by, if not by creation. */
  readonly order?: readonly string[];
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
  const viewer = fromViewerParam(params);
  const news = (): AttentionSource => ({
    query: unreadNewsOf(db, { workspaceId, actorId, viewer }, dialect),
    table: 'agent_news',
    id: 'event_id',
    changedAt: 'created_at',
    order: ['position'],
  });
  const answered = news();
  void answered.query
    .whereRaw("agent_news.kind in ('question.answered', 'question.expired')")
    .whereExists((question) => {
      void question
        .from('agent_requests')
        .whereRaw('agent_requests.workspace_id = agent_news.workspace_id')
        .whereRaw('agent_requests.id = agent_news.subject_id')
        .whereNotNull('agent_requests.responded_at');
    });
  const orders = db('orders')
    .where({ 'orders.workspace_id': workspaceId, 'orders.agent_id': agentId })
    .where(checkinOverdue(now));
  return {
    ready: actions(readyAssignedOrClaimedBy(db, params).where(actionable(params))),
    claimable: actions(pool),
    answered_questions: answered,
    open_questions: questions(
      questionsOf(db, workspaceId).where(isOneOf('agent_requests.status', ['open'])),
    ),
    waiting: actions(
      waitingAssignedOrClaimedBy(db, params).where(listViewConditions.waiting(params)),
    ),
    overdue_checkins: { query: orders, table: 'orders', changedAt: 'next_checkin_due_at' },
    unread_news: news(),
  };
}
