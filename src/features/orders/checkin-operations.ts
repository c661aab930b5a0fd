import { namesOf } from '../../shared/actors';
import { emit } from '../../shared/events';
import { reportOnCheckin } from '../../shared/usage';
import { bytesOfTexts, jsonText } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { etagOf } from '../../platform/http/responses/response';
import type { ReadHandler, WriteHandler } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import {
  checkinsOf,
  findCheckin,
  insertCheckin,
  selectCheckin,
  type CheckinRow,
  type NamedCheckin,
} from './checkin-store';
import { toCheckin } from './order-mapping';
import { checkMayCheckIn, nextCheckinDue, orderNotActive } from './order-rules';
import { getOrderRow, lockOrder } from './order-store';

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
