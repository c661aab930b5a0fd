import { limits } from '../../../../generated/limits';
import { emit, findFeedBounds } from '../../../shared/events';
import { lockPlan } from '../../../shared/plans';
import { newWebhookSecret } from '../../../shared/webhook-signing';
import { bytesOfTexts } from '../../../platform/db/statements/columns';
import { pageOf } from '../../../platform/db/statements/page';
import { etagOf } from '../../../platform/http/responses/preconditions';
import type { ReadHandler, WriteHandler } from '../../../platform/operation';
import type { Outgoing } from '../../../platform/outgoing';
import { problem } from '../../../platform/problems';
import { pauseDeliveries } from '../deliveries/delivery-store';
import { subjectOf, toWebhook } from './webhook-mapping';
import {
  countWebhooks,
  getWebhookRow,
  insertWebhook,
  lockWebhook,
  selectWebhook,
  updateWebhookRow,
  webhooksOf,
  withNumbers,
  type ShownWebhookRow,
} from './webhook-store';

/** Lists the webhooks of the workspace and of its agents, newest first. */
export const listWebhooks: ReadHandler<'listWebhooks'> = async ({ query }, ctx) => {
  const { reader, workspaceId } = ctx;
  const { rows, ...envelope } = await pageOf<ShownWebhookRow>(
    reader,
    {
      matching: (db) => webhooksOf(db, workspaceId),
      select: selectWebhook,
      id: 'webhooks.id',
      bytes: bytesOfTexts('webhooks.description'),
      sorts: { created_at: { column: 'webhooks.created_at', type: 'instant' } },
      defaultSort: '-created_at',
    },
    query,
  );
  const items = rows.map((row) => toWebhook(withNumbers(row), ctx));
  return { status: 200, body: { items, ...envelope, filters: {}, hidden_count: 0 } };
};

/** Makes the operation that creates a webhook. Only its response contains the secret. */
export const createWebhookWith =
  (checkUrl: Outgoing['checkUrl']): WriteHandler<'createWebhook'> =>
  async ({ body }, ctx) => {
    const { transaction, workspaceId, actor, newId, now } = ctx;
    checkUrl(body.url, 'body/url');
    await lockPlan(transaction, workspaceId);
    const most = limits.webhooks_per_workspace;
    if ((await countWebhooks(transaction, workspaceId, most)) >= most) {
      throw problem('TOO_MANY_WEBHOOKS', `The workspace has ${most} webhooks. Delete one first.`);
    }
    const id = newId('whk');
    const secret = newWebhookSecret();
    const { last } = await findFeedBounds(transaction, workspaceId);
    await insertWebhook(transaction, {
      id,
      workspaceId,
      agentId: null,
      url: body.url,
      description: body.description ?? null,
      kinds: body.kinds ?? [],
      secret,
      position: last,
      actorId: actor.id,
      now,
    });
    const row = await getWebhookRow(transaction, workspaceId, id);
    emit(ctx, {
      kind: 'webhook.created',
      subject: subjectOf(row),
      summary: `${actor.name} added a webhook.`,
    });
    return {
      status: 201,
      body: { ...toWebhook(row, ctx), secret },
      headers: { Location: `/v1/webhooks/${id}`, ETag: etagOf(row.version) },
    };
  };

/** Reads a webhook. */
export const getWebhook: ReadHandler<'getWebhook'> = async ({ path }, ctx) => {
  const row = await getWebhookRow(ctx.reader, ctx.workspaceId, path.id);
  return {
    status: 200,
    body: toWebhook(row, ctx),
    headers: { ETag: etagOf(row.version) },
  };
};

/**
 * Deletes a webhook: it sends nothing more. Its rows stay until the purge, because it may have more
 * deliveries than one request should delete.
 */
export const deleteWebhook: WriteHandler<'deleteWebhook'> = async ({ path }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  const row = await lockWebhook(transaction, workspaceId, path.id);
  await pauseDeliveries(transaction, row);
  await updateWebhookRow(transaction, row, {
    deleted_at: now,
    secret: '',
    previous_secret: null,
    updated_at: now,
    updated_by_actor_id: actor.id,
  });
  emit(ctx, {
    kind: 'webhook.deleted',
    subject: subjectOf(row),
    summary: `${actor.name} deleted the webhook.`,
  });
  return { status: 204 };
};
