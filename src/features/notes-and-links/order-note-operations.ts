import type { NotesHandlers } from '../../../generated/handlers';
import { listNotesOn, writeNote } from '../../shared/notes';
import { notFound } from '../../platform/problems';
import { findOrder } from '../orders';

/** Lists the notes on an order, newest first. */
export const listOrderNotes: NotesHandlers['listOrderNotes'] = async ({ path, query }, ctx) => {
  const order = await findOrder(ctx.reader, ctx.workspaceId, path.id);
  if (order === undefined) throw notFound('order', path.id);
  return listNotesOn(ctx, { orderId: order.id }, query);
};

/** Writes a note on an order; also on one that is over. */
export const createOrderNote: NotesHandlers['createOrderNote'] = async ({ path, body }, ctx) => {
  const order = await findOrder(ctx.transaction, ctx.workspaceId, path.id);
  if (order === undefined) throw notFound('order', path.id);
  return writeNote(
    ctx,
    { on: { orderId: order.id }, title: order.name, about: { orderId: order.id } },
    body.body,
  );
};
