import { emit } from '../../shared/events';
import { enforceCap } from '../../shared/plans';
import type { Reader } from '../../platform/db/reader';
import { bytesOfTexts } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { checkReferences } from '../../platform/db/statements/references';
import { etagOf } from '../../platform/http/responses/preconditions';
import type { Context, ReadHandler, WriteHandler } from '../../platform/operation';
import { invalidReference } from '../../platform/problems';
import { toOrder } from './order-mapping';
import { nextCheckinDue } from './order-rules';
import {
  checkinNotOverdue,
  checkinOverdue,
  lockOrderAgent,
  getOrderRow,
  insertOrder,
  ordersOf,
  selectOrder,
  type OrderRow,
} from './order-store';

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
      select: selectOrder,
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
  const agent = await lockOrderAgent(transaction, workspaceId, body.agent_id);
  if (agent === undefined) throw invalidReference('body/agent_id', 'an agent');
  await checkReferences(transaction, workspaceId, [
    { path: 'body/document_id', label: 'a document', table: 'documents', id: body.document_id },
    { path: 'body/domain_id', label: 'an active domain', table: 'domains', id: body.domain_id },
  ]);
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
