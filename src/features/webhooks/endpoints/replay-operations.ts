import { emit, findFeedBounds } from '../../../shared/events';
import { etagOf } from '../../../platform/http/responses/preconditions';
import type { WriteHandler } from '../../../platform/operation';
import { cursorExpired, positionAfter, unknownCursor } from '../../feed';
import { checkEnabled } from '../deliveries/delivery-operations';
import { subjectOf, toWebhook } from './webhook-mapping';
import { getWebhookRow, lockWebhook, updateWebhookRow } from './webhook-store';

/** Moves a webhook to another position of the feed; the deliverer continues from there. */
export const replayWebhook: WriteHandler<'replayWebhook'> = async ({ path, body }, ctx) => {
  const { transaction, workspaceId, actor, now, epoch } = ctx;
  const row = await lockWebhook(transaction, workspaceId, path.id);
  checkEnabled(row);
  const position = positionAfter(body.after, 'body/after', epoch);
  const bounds = await findFeedBounds(transaction, workspaceId);
  if (position > bounds.last) throw unknownCursor('body/after');
  if (position < bounds.forgotten) {
    throw cursorExpired('The events after this cursor were deleted. Use a newer one.');
  }
  await updateWebhookRow(transaction, row, {
    position,
    updated_at: now,
    updated_by_actor_id: actor.id,
  });
  emit(ctx, {
    kind: 'webhook.replayed',
    subject: subjectOf(row),
    summary: `${actor.name} moved the webhook to another position.`,
  });
  const after = await getWebhookRow(transaction, workspaceId, row.id);
  return { status: 200, body: toWebhook(after, ctx), headers: { ETag: etagOf(after.version) } };
};
