import { limits } from '../../../../generated/limits';
import { emit, findFeedBounds } from '../../../shared/events';
import {
  newWebhookSecret,
  openWebhookSecret,
  sealWebhookSecret,
} from '../../../shared/webhook-signing';
import { etagOf } from '../../../platform/http/responses/response';
import type { WriteContext, WriteHandler } from '../../../platform/operation';
import { invalidValue, notFound, problem } from '../../../platform/problems';
import type { SecretKeys } from '../../../platform/secret-keys';
import { SECOND, addMilliseconds } from '../../../platform/time';
import { findAgentActor, lockAgent } from '../../../shared/actor-store';
import {
  getAgentWebhookId,
  getWebhookRow,
  insertWebhook,
  lockWebhook,
  subjectOf,
  toWebhook,
  updateWebhookRow,
  type WebhookRow,
} from './webhook-store';

/**
 * Makes the operation that replaces the secret of a webhook. Only its response contains the new
 * one.
 */
export const rotateWebhookSecretWith =
  (keys: SecretKeys): WriteHandler<'rotateWebhookSecret'> =>
  async ({ path, body }, ctx) => {
    const { webhook, etag } = await rotate(ctx, keys, path.id, body?.overlap_seconds ?? 0);
    return { status: 200, body: webhook, headers: { ETag: etag } };
  };

/**
 * Makes the operation that creates the webhook of an agent with its secret, or replaces the secret.
 * Of concurrent calls, one creates it.
 */
export const createAgentWebhookSecretWith =
  (keys: SecretKeys): WriteHandler<'createAgentWebhookSecret'> =>
  async ({ path, body }, ctx) => {
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
    const isNew = await insertWebhook(transaction, keys, {
      id,
      workspaceId,
      agentId: agent.id,
      url: null,
      format: 'standard',
      description: null,
      preset: null,
      kinds: [],
      inFlight: limits.webhook_in_flight_default,
      secret,
      position: last,
      actorId: actor.id,
      now,
    });
    if (!isNew) {
      const existing = await getAgentWebhookId(transaction, workspaceId, agent.id);
      const { webhook, etag } = await rotate(ctx, keys, existing, body?.overlap_seconds ?? 0);
      return {
        status: 201,
        body: webhook,
        headers: { Location: locationOf(existing), ETag: etag },
      };
    }
    const row = await getWebhookRow(transaction, workspaceId, id);
    emit(ctx, {
      kind: 'webhook.created',
      subject: subjectOf(row),
      summary: `${actor.name} turned on the webhook of ${agent.name}.`,
      audit: { new: { agent_id: agent.id } },
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

async function rotate(ctx: WriteContext, keys: SecretKeys, id: string, overlapSeconds: number) {
  const { transaction, workspaceId, actor, now } = ctx;
  const row = await lockWebhook(transaction, workspaceId, id);
  if (row.format !== 'standard') {
    const text = 'Messages to a chat have no signature, so the webhook has no secret to replace.';
    throw invalidValue('path/id', text);
  }
  const secret = newWebhookSecret();
  const overlaps = overlapSeconds > 0;
  await updateWebhookRow(transaction, row, {
    secret: sealWebhookSecret(keys, row, 'secret', secret),
    previous_secret: overlaps ? toPrevious(keys, row) : null,
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

// An encrypted secret is valid in its column alone.
function toPrevious(keys: SecretKeys, row: WebhookRow): string {
  const opened = openWebhookSecret(keys, row, 'secret', row.secret);
  if (opened.fault === undefined) {
    return sealWebhookSecret(keys, row, 'previous_secret', opened.secret);
  }
  throw problem(
    'UNAVAILABLE',
    `The server cannot read the present secret, so both cannot sign. Rotate it without overlap_seconds. ${opened.fault}`,
    { headers: { 'Retry-After': '60' } },
  );
}
