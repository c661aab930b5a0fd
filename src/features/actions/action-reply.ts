import { etagOf } from '../../platform/http/responses/preconditions';
import type { ReadContext, WriteContext } from '../../platform/operation';
import { getVisibleAction } from './action-access';
import { toActionWithNotes } from './action-mapping';
import type { SingleRow } from './action-store';

/** Reads the action again and replies with it and its entity tag. */
export async function replyWithAction(ctx: WriteContext, id: string) {
  return replyWithRow(ctx, await getVisibleAction(ctx, id));
}

/** Replies with an action that has been read, and its entity tag. */
export async function replyWithRow(ctx: ReadContext, row: SingleRow) {
  return {
    status: 200,
    body: await toActionWithNotes(ctx, row),
    headers: { ETag: etagOf(row.version) },
  } as const;
}
