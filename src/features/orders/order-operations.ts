import type { Reader } from '../../platform/db/reader';
import { bytesOfTexts, jsonText } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { checkReferences } from '../../shared/reference-store';
import { type Changed, changedFields } from '../../platform/db/statements/compiled';
import { checkIfMatch, etagOf } from '../../platform/http/responses/response';
import type {
  Context,
  Input,
  ReadHandler,
  WriteContext,
  WriteHandler,
} from '../../platform/operation';
import {
  invalidReference,
  invalidValue,
  notFound,
  problem,
  refuseTogether,
} from '../../platform/problems';
import { emit, inWords, type NewEvent } from '../../shared/events';
import { enforceCap, lockPlan } from '../../shared/plans';
import { authorship, storeEarlierTexts } from '../../shared/text-store';
import { toOrder, toCheckin } from './order-mapping';
import {
  checkMayChange,
  checkNotDropped,
  nextCheckinDue,
  checkMayCheckIn,
  orderNotActive,
} from './order-rules';
import {
  checkinNotOverdue,
  checkinOverdue,
  getOrderRow,
  insertOrder,
  lockOrder,
  lockOrderAgent,
  type OrderAgent,
  type OrderRow,
  ordersOf,
  orderTexts,
  selectOrder,
  updateOrderRow,
} from './order-store';
import { namesOf } from '../../shared/actor-store';
import { reportOnCheckin } from '../../shared/usage-store';
import {
  checkinsOf,
  findCheckin,
  insertCheckin,
  selectCheckin,
  type CheckinRow,
  type NamedCheckin,
} from './checkin-store';

/** Lists orders, sorted by position by default. */
export const listOrders: ReadHandler<'listOrders'> = async ({ query }, ctx) => {
  const { reader, workspaceId, now } = ctx;
  const { limit, offset, after, sort, ...filters } = query;
  const { rows, ...envelope } = await pageOf<OrderRow>(
    reader,
    {
      matching: (db) => {
        const orders = ordersOf(db, workspaceId);
        if (filters.agent_id !== undefined) void orders.where('orders.agent_id', filters.agent_id);
        if (filters.state !== undefined) void orders.where('orders.state', filters.state);
        const { checkin_overdue: overdue } = filters;
        if (overdue === true) void orders.where(checkinOverdue(now));
        if (overdue === false) void orders.where(checkinNotOverdue(now));
        return orders;
      },
      select: (orders, db) => selectOrder(orders, db, workspaceId),
      id: 'orders.id',
      bytes: bytesOfTexts('orders.summary', 'checkins.summary'),
      sorts: {
        position: { column: 'orders.position', type: 'integer', nullable: true },
        created_at: { column: 'orders.created_at', type: 'instant' },
        updated_at: { column: 'orders.updated_at', type: 'instant' },
        name: { column: 'orders.sort_key', type: 'text' },
      },
      defaultSort: 'position',
    },
    { limit, offset, after, sort },
  );
  return {
    status: 200,
    body: {
      items: rows.map((row) => toOrder(row, now)),
      ...envelope,
      filters: { ...filters },
      hidden_count: 0,
    },
  };
};

/** Creates an active order, if the plan allows one more. */
export const createOrder: WriteHandler<'createOrder'> = async ({ body }, ctx) => {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  await enforceCap(transaction, workspaceId, 'active_orders');
  const check = () => checkReferences(transaction, workspaceId, referencesOf(body));
  const agent = await refuseTogether(async () => {
    const found = await lockOrderAgent(transaction, workspaceId, body.agent_id);
    if (found === undefined) throw invalidReference('body/agent_id', 'an agent');
    return found;
  }, check);
  await check();
  const id = newId('ord');
  const schedule = {
    state: 'active',
    checkin_every_seconds: body.checkin_every_seconds ?? null,
  } as const;
  await insertOrder(transaction, {
    id,
    workspace_id: workspaceId,
    assigned_actor_id: agent.actor_id,
    agent_id: body.agent_id,
    document_id: body.document_id ?? null,
    domain_id: body.domain_id ?? null,
    name: body.name,
    summary: body.summary ?? null,
    ...schedule,
    next_checkin_due_at: nextCheckinDue(schedule, now),
    requires_proposals: body.requires_proposals ?? false,
    position: body.position ?? null,
    created_by_actor_id: actor.id,
    updated_by_actor_id: actor.id,
    created_at: now,
    updated_at: now,
    name_by_actor_id: null,
    summary_by_actor_id: null,
    version: 1,
  });
  emit(ctx, {
    kind: 'order.created',
    subject: { type: 'order', id, title: body.name },
    summary: `${actor.name} assigned the order to ${agent.name}.`,
    about: { orderId: id, documentId: body.document_id ?? null },
    related: { order_agent: [agent.actor_id] },
  });
  const order = await readOrder(ctx, id);
  return {
    status: 201,
    body: order,
    headers: { Location: `/v1/orders/${id}`, ETag: etagOf(order.version) },
  };
};

/** Reads an order. */
export const getOrder: ReadHandler<'getOrder'> = async ({ path }, ctx) => {
  const order = await readOrder(ctx, path.id);
  return { status: 200, body: order, headers: { ETag: etagOf(order.version) } };
};

async function readOrder(ctx: Context & { readonly reader: Reader }, id: string) {
  return toOrder(await getOrderRow(ctx.reader, ctx.workspaceId, id), ctx.now);
}

type Body = Input<'updateOrder'>['body'];
type Changes = Changed<Omit<Body, 'reason'>>;

/** Changes an order: a merge that leaves absent fields unchanged. Dropping an order is final. */
export const updateOrder: WriteHandler<'updateOrder'> = async ({ path, header, body }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  const { reason, ...wanted } = body;
  if (reason !== undefined && wanted.state === undefined) {
    throw invalidValue('body/reason', 'body/reason is the reason for a change of state.');
  }
  const checked = (row: OrderRow): OrderRow => {
    checkNotDropped(row);
    checkMayChange(actor, row, changedFields(row, wanted));
    checkIfMatch(header['If-Match'], row.version);
    return row;
  };
  // Lock order: the agent, the workspace, the order. Read the order without a lock first, because
  // it names the agent.
  const before = checked(await getOrderRow(transaction, workspaceId, path.id));
  const agent = await refuseTogether(
    () => lockAgentFor(ctx, before, wanted),
    () => checkReferences(transaction, workspaceId, referencesOf(changedFields(before, wanted))),
  );
  if (wanted.state === 'active') await lockPlan(transaction, workspaceId);
  const row = checked(await lockOrder(transaction, workspaceId, path.id));
  const changes = changedFields(row, wanted);
  if (changes.state === 'active') {
    const isKnown = changes.agent_id !== undefined || row.agent_id === before.agent_id;
    await checkMayActivate(ctx, isKnown ? agent : await lockAgentFor(ctx, row, wanted));
  }
  await checkReferences(transaction, workspaceId, referencesOf(changes));
  if (Object.keys(changes).length > 0) {
    await storeEarlierTexts(ctx, row, changes, orderTexts);
    await updateOrderRow(transaction, row, {
      ...changes,
      ...authorship(actor, row, changes, orderTexts).columns,
      ...(changes.agent_id === undefined || agent === undefined
        ? {}
        : { assigned_actor_id: agent.actor_id }),
      next_checkin_due_at: dueAfter(row, changes, now),
      updated_at: now,
      updated_by_actor_id: actor.id,
    });
    emit(ctx, ...eventsFor(ctx, row, changes, { reason, agent }));
  }
  return reply(ctx, path.id);
};

function referencesOf({ document_id, domain_id }: Pick<Body, 'document_id' | 'domain_id'>) {
  return [
    { path: 'body/document_id', label: 'a document', table: 'documents', id: document_id },
    { path: 'body/domain_id', label: 'an active domain', table: 'domains', id: domain_id },
  ] as const;
}

/**
 * Locks the agent to which the order will be assigned, if the change depends on it. Undefined for a
 * revoked agent.
 */
async function lockAgentFor(
  { transaction, workspaceId }: WriteContext,
  before: OrderRow,
  wanted: Pick<Body, 'agent_id' | 'state'>,
): Promise<OrderAgent | undefined> {
  if (wanted.agent_id === undefined && wanted.state !== 'active') return undefined;
  const agent = await lockOrderAgent(transaction, workspaceId, wanted.agent_id ?? before.agent_id);
  if (agent !== undefined || wanted.agent_id === undefined) return agent;
  throw invalidReference('body/agent_id', 'an agent that is not revoked');
}

/** Throws 409 `AGENT_REVOKED` or 403 `CAP_EXCEEDED` unless the order may become active. */
async function checkMayActivate(
  { transaction, workspaceId }: WriteContext,
  agent: OrderAgent | undefined,
): Promise<void> {
  if (agent === undefined) {
    throw problem('AGENT_REVOKED', 'The agent of this order has been revoked. Name another one.');
  }
  await enforceCap(transaction, workspaceId, 'active_orders');
}

function dueAfter(row: OrderRow, changes: Changes, now: string): string | null {
  const { state, checkin_every_seconds: cadence, agent_id: agent } = changes;
  const isRescheduled = state !== undefined || cadence !== undefined || agent !== undefined;
  return isRescheduled ? nextCheckinDue({ ...row, ...changes }, now) : row.next_checkin_due_at;
}

const stateVerbs = { active: 'resumed', paused: 'paused', dropped: 'dropped' } as const;

function eventsFor(
  { actor }: WriteContext,
  row: OrderRow,
  { state, agent_id: agentId, ...fields }: Changes,
  {
    reason,
    agent,
  }: { readonly reason: string | undefined; readonly agent: OrderAgent | undefined },
): NewEvent[] {
  const about = { orderId: row.id };
  const subject = { type: 'order' as const, id: row.id, title: fields.name ?? row.name };
  const related = {
    order_agent: [agentId === undefined ? row.assigned_actor_id : (agent?.actor_id ?? null)],
    former_order_agent: [row.assigned_actor_id],
  };
  const events: NewEvent[] = [];
  if (state !== undefined) {
    const suffix = reason === undefined ? '.' : `: ${reason}`;
    const summary = `${actor.name} ${stateVerbs[state]} the order${suffix}`;
    events.push({ kind: 'order.state_changed', subject, summary, about, related });
  }
  if (agentId !== undefined) {
    const summary = `${actor.name} assigned the order to ${agent?.name ?? 'another agent'}.`;
    events.push({ kind: 'order.assigned', subject, summary, about, related });
  }
  const names = Object.keys(fields);
  if (names.length > 0) {
    const summary = `${actor.name} changed ${inWords(names)}.`;
    events.push({ kind: 'order.updated', subject, summary, about, related });
  }
  return events;
}

async function reply({ transaction, workspaceId, now }: WriteContext, id: string) {
  const row = await getOrderRow(transaction, workspaceId, id);
  return {
    status: 200,
    body: toOrder(row, now),
    headers: { ETag: etagOf(row.version) },
  } as const;
}

/** Lists the check-ins of an order, newest first. */
export const listCheckins: ReadHandler<'listCheckins'> = async ({ path, query }, ctx) => {
  const { reader, workspaceId } = ctx;
  const { limit, offset, after, sort, kind } = query;
  await getOrderRow(reader, workspaceId, path.id);
  const { rows, ...envelope } = await pageOf<NamedCheckin>(
    reader,
    {
      matching: (db) => {
        const checkins = checkinsOf(db, workspaceId, path.id);
        return kind === undefined ? checkins : checkins.where('checkins.kind', kind);
      },
      select: selectCheckin,
      id: 'checkins.id',
      bytes: bytesOfTexts('checkins.summary'),
      sorts: { created_at: { column: 'checkins.created_at', type: 'instant' } },
      defaultSort: '-created_at',
    },
    { limit, offset, after, sort },
  );
  return {
    status: 200,
    body: {
      items: rows.map(toCheckin),
      ...envelope,
      filters: kind === undefined ? {} : { kind },
      hidden_count: 0,
    },
  };
};

/** Stores a check-in of an agent on an active order. */
export const createCheckin: WriteHandler<'createCheckin'> = async ({ path, body }, ctx) => {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  const order = await lockOrder(transaction, workspaceId, path.id);
  if (order.state === 'dropped') throw orderNotActive(order.state);
  const agent = checkMayCheckIn(actor, order);
  if (order.state !== 'active') throw orderNotActive(order.state);
  const checkin: CheckinRow = {
    id: newId('chk'),
    workspace_id: workspaceId,
    order_id: order.id,
    created_by_actor_id: agent.id,
    agent_id: agent.agentId,
    kind: body.kind ?? 'report',
    summary: body.summary,
    usage: jsonText(body.usage),
    created_at: now,
  };
  await insertCheckin(transaction, checkin, nextCheckinDue(order, now));
  await reportOnCheckin(ctx, agent, { checkinId: checkin.id, usage: body.usage });
  emit(ctx, {
    kind: 'checkin.created',
    subject: { type: 'checkin', id: checkin.id, title: order.name },
    summary: `${agent.name} checked in.`,
    about: { orderId: order.id },
  });
  return {
    status: 201,
    body: toCheckin({ ...checkin, ...namesOf(agent, ['created']) }),
    headers: { Location: `/v1/checkins/${checkin.id}` },
  };
};

/** Reads a check-in, which never changes. */
export const getCheckin: ReadHandler<'getCheckin'> = async ({ path }, { reader, workspaceId }) => {
  const row = await findCheckin(reader, workspaceId, path.id);
  if (row === undefined) throw notFound('check-in', path.id);
  return { status: 200, body: toCheckin(row), headers: { ETag: etagOf(1) } };
};
