import { emit, findFeedBounds } from '../../../shared/events';
import { newWebhookSecret } from '../../../shared/webhook-signing';
import { etagOf } from '../../../platform/http/responses/response';
import type { WriteContext, WriteHandler } from '../../../platform/operation';
import { notFound, problem } from '../../../platform/problems';
import { SECOND, addMilliseconds } from '../../../platform/time';
import { findAgentActor, lockAgent } from '../../../shared/actors';
import {
  getAgentWebhookId,
  getWebhookRow,
  insertWebhook,
  lockWebhook,
  subjectOf,
  toWebhook,
  updateWebhookRow,
} from './webhook-store';

/** Replaces the secret of a webhook. Only the response contains the new one. */
export const rotateWebhookSecret: WriteHandler<'rotateWebhookSecret'> = async (
  { path, body },
  ctx,
) => {
  const { webhook, etag } = await rotate(ctx, path.id, body?.overlap_seconds ?? 0);
  return { status: 200, body: webhook, headers: { ETag: etag } };
};

/**
 * Creates the webhook of an agent with its secret, or replaces the secret. Of concurrent calls, one
 * creates it.
 */
export const createAgentWebhookSecret: WriteHandler<'createAgentWebhookSecret'> = async (
  { path, body },
  ctx,
) => {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  await lockAgent(transaction, workspaceId, path.id);
  const agent = await findAgentActor(transaction, workspaceId, path.id);
  if (agent === undefined) throw notFound('agent', path.id);
  if (agent.state === 'revoked') {
    throw problem('AGENT_REVOKED', `${agent.name} is revoked and receives nothing.`);
  }
  const id = newId('whk');
  const secret = newWebhookSecret();
  const { last } = await findFeedBounds(transaction, workspaceId);
  const isNew = await insertWebhook(transaction, {
    id,
    workspaceId,
    agentId: agent.id,
    url: null,
    description: null,
    kinds: [],
    secret,
    position: last,
    actorId: actor.id,
    now,
  });
  if (!isNew) {
    const existing = await getAgentWebhookId(transaction, workspaceId, agent.id);
    const { webhook, etag } = await rotate(ctx, existing, body?.overlap_seconds ?? 0);
    return { status: 201, body: webhook, headers: { Location: locationOf(existing), ETag: etag } };
  }
  const row = await getWebhookRow(transaction, workspaceId, id);
  emit(ctx, {
    kind: 'webhook.created',
    subject: subjectOf(row),
    summary: `${actor.name} turned on the webhook of ${agent.name}.`,
  });
  return {
    status: 201,
    body: { ...toWebhook(row, ctx), secret },
    headers: { Location: locationOf(id), ETag: etagOf(row.version) },
  };
};

function locationOf(id: string): string {
  return `/v1/webhooks/${id}`;
}

async function rotate(ctx: WriteContext, id: string, overlapSeconds: number) {
  const { transaction, workspaceId, actor, now } = ctx;
  const row = await lockWebhook(transaction, workspaceId, id);
  const secret = newWebhookSecret();
  const overlaps = overlapSeconds > 0;
  await updateWebhookRow(transaction, row, {
    secret,
    previous_secret: overlaps ? row.secret : null,
    overlap_ends_at: overlaps ? addMilliseconds(now, overlapSeconds * SECOND) : null,
    updated_at: now,
    updated_by_actor_id: actor.id,
  });
  emit(ctx, {
    kind: 'webhook.secret_rotated',
    subject: subjectOf(row),
    summary: `${actor.name} replaced the secret of the webhook.`,
  });
  const after = await getWebhookRow(transaction, workspaceId, id);
  return { webhook: { ...toWebhook(after, ctx), secret }, etag: etagOf(after.version) };
}
