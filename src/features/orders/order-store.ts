import type { Knex } from 'knex';
import { isFalse, isOneOf, type Condition } from '../../platform/db/statements/columns';
import { type RowChanges, updateVersioned } from '../../platform/db/statements/compiled';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { notFound } from '../../platform/problems';
import { selectNames, type ActorRow, type NamesOf } from '../../shared/actor-store';
import { isOpen } from '../../shared/statuses';
import type { AuthorColumns } from '../../shared/text-store';
import type { WriteContext } from '../../platform/operation';
import { emit } from '../../shared/events';
import {
  afterPeriods,
  armTimers,
  type Occurrence,
  takeDueTimers,
  type Timer,
  type TimerHandler,
} from '../../shared/timer-store';

/** The texts of an order that an actor other than its creator may rewrite. */
export const orderTexts = ['name', 'summary'] as const;

type Text = (typeof orderTexts)[number];

type Name = 'created' | Text;

/**
 * An order as it is stored, with its agent's `last_seen_at`, its latest check-in, its live counts
 * and the names of its authors.
 */
export interface OrderRow extends AuthorColumns<Text>, NamesOf<Name> {
  readonly id: string;
  readonly workspace_id: string;
  readonly assigned_actor_id: string;
  readonly created_by_actor_id: string;
  readonly updated_by_actor_id: string;
  readonly agent_id: string;
  readonly document_id: string | null;
  readonly domain_id: string | null;
  readonly name: string;
  readonly summary: string | null;
  readonly state: 'active' | 'paused' | 'dropped';
  readonly requires_proposals: unknown;
  readonly position: number | null;
  readonly checkin_every_seconds: number | null;
  /** Null unless the order is active and has a cadence. */
  readonly next_checkin_due_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly last_seen_at: string | null;
  readonly checkin_id: string | null;
  readonly checkin_kind: 'report' | 'heartbeat' | null;
  readonly checkin_summary: string | null;
  readonly checkin_usage: string | null;
  readonly checkin_actor_id: string | null;
  readonly checkin_actor_kind: ActorRow['kind'] | null;
  readonly checkin_actor_name: string | null;
  readonly checkin_agent_id: string | null;
  readonly checkin_at: string | null;
  readonly open_action_count: number;
  readonly open_question_count: number;
}

/** The orders of a workspace, to filter, count and page. */
export function ordersOf(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('orders').where('orders.workspace_id', workspaceId);
}

/** Adds the columns of an OrderRow. */
export function selectOrder<Q extends Knex.QueryBuilder>(
  query: Q,
  db: Knex,
  workspaceId: string,
): Q {
  const actions = db('actions as a')
    .leftJoin('projects as ap', (on) => {
      on.on('ap.workspace_id', 'a.workspace_id').on('ap.id', 'a.project_id');
    })
    .where('a.workspace_id', workspaceId)
    .whereRaw('a.order_id = orders.id')
    .where(isOpen('a.status'))
    .where('a.is_template', false)
    .where((own) => {
      void own.whereNull('ap.id').orWhere(isFalse('ap.is_template'));
    })
    .count('*');
  const questions = db('agent_requests as q')
    .where('q.workspace_id', workspaceId)
    .whereRaw('q.order_id = orders.id')
    .where(isOneOf('q.kind', ['question']))
    .where(isOneOf('q.status', ['open']))
    .count('*');
  void query
    .join('agents', (on) => {
      on.on('agents.workspace_id', 'orders.workspace_id').on('agents.id', 'orders.agent_id');
    })
    .leftJoin('checkins', (on) => {
      on.on('checkins.workspace_id', 'orders.workspace_id').on(
        'checkins.id',
        'orders.latest_checkin_id',
      );
    })
    .leftJoin('actors as checkin_actor', (on) => {
      on.on('checkin_actor.workspace_id', 'checkins.workspace_id').on(
        'checkin_actor.id',
        'checkins.created_by_actor_id',
      );
    })
    .select(
      'orders.*',
      'agents.last_seen_at',
      'checkins.id as checkin_id',
      'checkins.kind as checkin_kind',
      'checkins.summary as checkin_summary',
      'checkins.usage as checkin_usage',
      'checkins.created_by_actor_id as checkin_actor_id',
      'checkin_actor.kind as checkin_actor_kind',
      'checkin_actor.name as checkin_actor_name',
      'checkins.agent_id as checkin_agent_id',
      'checkins.created_at as checkin_at',
      actions.as('open_action_count'),
      questions.as('open_question_count'),
    );
  return selectNames(query, 'orders', ['created', ...orderTexts]);
}

/** The order of an id, or undefined. */
export function findOrder(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<OrderRow | undefined> {
  return reader.first<OrderRow>((db) =>
    selectOrder(ordersOf(db, workspaceId).where('orders.id', id), db, workspaceId),
  );
}

/** The order of an id; 404 when the workspace has none. */
export async function getOrderRow(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<OrderRow> {
  const row = await findOrder(reader, workspaceId, id);
  if (row === undefined) throw notFound('order', id);
  return row;
}

/** `getOrderRow` with its row locked until the transaction ends. */
export async function lockOrder(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<OrderRow> {
  await transaction.lock((db) =>
    db('orders').where({ workspace_id: workspaceId, id }).select('id').forNoKeyUpdate(),
  );
  return getOrderRow(transaction, workspaceId, id);
}

/** An agent to which an order can be assigned. */
export interface OrderAgent {
  readonly actor_id: string;
  readonly name: string;
}

/**
 * The agent of an id, or undefined when there is none or it was revoked. Locks its row until the
 * transaction ends, so a concurrent revocation waits. Lock order: agents, then orders.
 */
export function lockOrderAgent(
  transaction: Transaction,
  workspaceId: string,
  agentId: string,
): Promise<OrderAgent | undefined> {
  return transaction.first<OrderAgent>((db) =>
    db('agents')
      .join('actors', (on) => {
        on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
      })
      .where({ 'agents.workspace_id': workspaceId, 'agents.id': agentId })
      .whereNot('agents.state', 'revoked')
      .select('agents.actor_id', 'actors.name')
      .forKeyShare('agents'),
  );
}

/** An order to store. */
export type NewOrder = Omit<
  OrderRow,
  | 'last_seen_at'
  | 'checkin_id'
  | 'checkin_kind'
  | 'checkin_summary'
  | 'checkin_usage'
  | 'checkin_actor_id'
  | 'checkin_actor_kind'
  | 'checkin_actor_name'
  | 'checkin_agent_id'
  | 'checkin_at'
  | 'open_action_count'
  | 'open_question_count'
  | keyof NamesOf<Name>
>;

/** Changes columns of a locked order and increments its version. */
export async function updateOrderRow(
  transaction: Transaction,
  order: OrderRow,
  changes: RowChanges<NewOrder>,
): Promise<void> {
  await updateVersioned<NewOrder>(transaction, 'orders', order, changes);
}

/** True for orders with an overdue check-in: `next_checkin_due_at` has passed. */
export function checkinOverdue(now: string): Condition {
  return (orders) =>
    void orders.where('orders.state', 'active').where('orders.next_checkin_due_at', '<', now);
}

/** True for orders without an overdue check-in, and so for all orders without a cadence. */
export function checkinNotOverdue(now: string): Condition {
  return (orders) =>
    void orders
      .whereNot('orders.state', 'active')
      .orWhereNull('orders.next_checkin_due_at')
      .orWhere('orders.next_checkin_due_at', '>=', now);
}

/** Stores an order. */
export async function insertOrder(transaction: Transaction, order: NewOrder): Promise<void> {
  await transaction.write((db) => db('orders').insert(order));
}

// Both databases accept a statement with this many ids.
const BATCH = 500;

/**
 * Pauses every active order of an agent and emits an event for each. The caller has locked the
 * agent, so it gets no new order.
 */
export async function pauseOrdersOf(
  ctx: WriteContext,
  agent: { readonly id: string; readonly actor_id: string; readonly name: string },
): Promise<void> {
  const { transaction, workspaceId, actor, now } = ctx;
  for (;;) {
    const orders = await lockActiveOrdersOf(transaction, workspaceId, agent.id, BATCH);
    if (orders.length === 0) return;
    const ids = orders.map(({ id }) => id);
    await pauseOrders(transaction, { workspaceId, ids, now, actorId: actor.id });
    emit(
      ctx,
      ...orders.map(({ id, name }) => ({
        kind: 'order.state_changed' as const,
        subject: { type: 'order' as const, id, title: name },
        summary: `Paused: ${agent.name} was revoked.`,
        about: { orderId: id },
        related: { order_agent: [agent.actor_id] },
      })),
    );
    if (orders.length < BATCH) return;
  }
}

/** Locks the active orders of an agent until the transaction ends; at most `limit`, by id. */
function lockActiveOrdersOf(
  transaction: Transaction,
  workspaceId: string,
  agentId: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return transaction.rows((db) =>
    db('orders')
      .where({ workspace_id: workspaceId, agent_id: agentId, state: 'active' })
      .orderBy('id')
      .limit(limit)
      .select('id', 'name')
      .forNoKeyUpdate(),
  );
}

/** Pauses locked orders. */
async function pauseOrders(
  transaction: Transaction,
  change: {
    readonly workspaceId: string;
    readonly ids: readonly string[];
    readonly now: string;
    readonly actorId: string;
  },
): Promise<void> {
  await transaction.write((db) =>
    db('orders')
      .where({ workspace_id: change.workspaceId })
      .whereIn('id', [...change.ids])
      .update({
        state: 'paused',
        next_checkin_due_at: null,
        updated_at: change.now,
        updated_by_actor_id: change.actorId,
        version: db.raw('version + 1'),
      }),
  );
}

/**
 * Emits `order.checkin_overdue` for each period of an order that ended without a check-in. Periods
 * that ended since the last event, because no process was running, are one event with their number.
 */
export const reportMissedCheckins: TimerHandler = async (source, subjectIds) => {
  const { transaction, workspaceId, now } = source;
  const kind = 'order.checkin_overdue';
  const orders = await lockTimedOrders(transaction, { workspaceId, ids: subjectIds });
  const taken = await takeDueTimers(
    transaction,
    { workspaceId, kind, now },
    orders.map(({ id }) => id),
  );
  const occurrences: Occurrence[] = [];
  const next: Timer[] = [];
  for (const order of orders) {
    const { id, name, assigned_actor_id: agent } = order;
    const { checkin_every_seconds: every, next_checkin_due_at: due } = order;
    const at = taken.get(id);
    if (at === undefined || every === null || due === null || due > now) continue;
    const ended = afterPeriods(at, now, every);
    next.push({ workspace_id: workspaceId, kind, subject_id: id, due_at: ended.next });
    const event = {
      kind,
      subject: { type: 'order', id, title: name },
      summary: summaryOf(order, ended.count),
      about: { orderId: id },
      related: { order_agent: [agent] },
      periodCount: ended.count,
    } as const;
    occurrences.push({ at, event });
  }
  await armTimers(transaction, next);
  return { occurrences };
};

function summaryOf({ next_checkin_due_at: due }: TimedOrder, missed: number): string {
  const since = `The check-in that was due at ${due} is missing`;
  return missed === 1 ? `${since}.` : `${since}; ${missed} periods have ended without one.`;
}

/** The columns of an order that its timer needs. */
type TimedOrder = Pick<
  OrderRow,
  'id' | 'name' | 'assigned_actor_id' | 'checkin_every_seconds' | 'next_checkin_due_at'
>;

/** Locks orders until the transaction ends. Skips those that other transactions have locked. */
function lockTimedOrders(
  transaction: Transaction,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
): Promise<TimedOrder[]> {
  return transaction.rows<TimedOrder>((db) => {
    const rows = ordersOf(db, workspaceId)
      .whereIn('id', [...ids])
      .orderBy('id')
      .select('id', 'name', 'assigned_actor_id', 'checkin_every_seconds', 'next_checkin_due_at')
      .forNoKeyUpdate();
    return transaction.dialect === 'sqlite' ? rows : rows.skipLocked();
  });
}
