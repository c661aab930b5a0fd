import type { ReadHandler } from '../../../platform/operation';
import { findVisibleActions } from '../action-access';
import { toActions } from '../action-mapping';
import { batchOf } from '../action-rules';

/** Reads many actions by their ids, in the requested order, without duplicates. */
export const batchGetActions: ReadHandler<'batchGetActions'> = async ({ query }, ctx) => {
  const ids = batchOf(query.ids);
  const rows = await findVisibleActions(ctx, ids);
  const actions = new Map((await toActions(ctx, rows)).map((action) => [action.id, action]));
  const visible = ids.flatMap((id) => actions.get(id) ?? []);
  return { status: 200, body: { visible, hidden_ids: ids.filter((id) => !actions.has(id)) } };
};
