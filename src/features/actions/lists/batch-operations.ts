import { fitting, maxPageBytes } from '../../../platform/early-end';
import type { ReadHandler } from '../../../platform/operation';
import { findVisibleActions } from '../action-access';
import { toActions } from '../action-mapping';
import { batchOf } from '../action-rules';
import { findVisibleSizes } from './action-bytes-store';

/**
 * Reads many actions by their ids, in the requested order, without duplicates. Ends early once they
 * exceed 4 MiB: before their texts are read, and once more because JSON may be longer than they are.
 */
export const batchGetActions: ReadHandler<'batchGetActions'> = async ({ query }, ctx) => {
  const ids = batchOf(query.ids);
  const sizes = await findVisibleSizes(ctx, ids);
  const visibleIds = ids.filter((id) => sizes.has(id));
  const bytes = visibleIds.map((id) => sizes.get(id) ?? 0);
  const read = visibleIds.slice(0, fitting(bytes, maxPageBytes));
  const rows = await findVisibleActions(ctx, read);
  const actions = new Map((await toActions(ctx, rows)).map((action) => [action.id, action]));
  const found = read.flatMap((id) => actions.get(id) ?? []);
  const jsonBytes = found.map((action) => Buffer.byteLength(JSON.stringify(action)));
  const visible = found.slice(0, fitting(jsonBytes, maxPageBytes));
  const shown = new Set(visible.map(({ id }) => id));
  const omitted = visibleIds.filter((id) => !shown.has(id));
  return {
    status: 200,
    body: {
      visible,
      hidden_ids: ids.filter((id) => !sizes.has(id)),
      ...(omitted.length > 0 && { omitted_ids: omitted }),
    },
  };
};
