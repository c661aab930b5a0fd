import type { NotesHandlers } from '../../../generated/handlers';
import { listNotesOn, writeNote } from '../../shared/notes';
import { getOrderRow } from '../orders';

/** Lists the notes on an order, newest first. */
export const listOrderNotes: NotesHandlers['listOrderNotes'] = async ({ path, query }, ctx) => {
  const order = await getOrderRow(ctx.reader, ctx.workspaceId, path.id);
  return listNotesOn(ctx, { orderId: order.id }, query);
};

/** Writes a note on an order; the order may have ended. */
export const createOrderNote: NotesHandlers['createOrderNote'] = async ({ path, body }, ctx) => {
  const order = await getOrderRow(ctx.transaction, ctx.workspaceId, path.id);
  return writeNote(
    ctx,
    {
      on: { orderId: order.id },
      title: order.name,
      about: { orderId: order.id },
      related: { order_agent: [order.assigned_actor_id] },
    },
    body.body,
  );
};
