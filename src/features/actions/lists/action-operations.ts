import type { ReadHandler } from '../../../platform/operation';
import { getVisibleAction } from '../action-access';
import { replyWithRow } from '../action-reply';
import { listActionsBy } from './action-list-store';

/** Lists actions, newest first by default. Templates are listed on request only. */
export const listActions: ReadHandler<'listActions'> = async ({ query }, ctx) => {
  const { limit, offset, after, sort, ...filters } = query;
  const body = await listActionsBy(ctx, {
    filters: { is_template: false, ...filters },
    paging: { limit, offset, after, sort },
    defaultSort: '-created_at',
  });
  return { status: 200, body };
};

/** Reads an action. */
export const getAction: ReadHandler<'getAction'> = async ({ path }, ctx) => {
  return replyWithRow(ctx, await getVisibleAction(ctx, path.id));
};
