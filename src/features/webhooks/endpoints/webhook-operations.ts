import { limits } from '../../../../generated/limits';
import { bytesOfTexts } from '../../../platform/db/statements/columns';
import { pageOf } from '../../../platform/db/statements/page';
import { changedFields, type RowChanges } from '../../../platform/db/statements/compiled';
import { checkIfMatch, etagOf } from '../../../platform/http/responses/response';
import type { Input, ReadHandler, WriteContext, WriteHandler } from '../../../platform/operation';
import type { Outgoing } from '../../../platform/outgoing';
import { invalidValue, problem } from '../../../platform/problems';
import type { SecretKeys } from '../../../platform/secret-keys';
import { changeOf, valuesOf } from '../../../shared/audit-store';
import { emit, findFeedBounds, inWords } from '../../../shared/events';
import { lockPlan } from '../../../shared/plans';
import { newWebhookSecret, openWebhookSecret } from '../../../shared/webhook-signing';
import { cursorExpired, positionAfter, unknownCursor } from '../../feed';
import { chatUrlFault } from '../chat/chat-message';
import { checkEnabled } from '../deliveries/delivery-operations';
import { abandonDeliveries, pauseDeliveries, resumeDeliveries } from '../deliveries/delivery-store';
import {
  countWebhooks,
  getWebhookRow,
  insertWebhook,
  kindsOfPreset,
  lockWebhook,
  selectWebhook,
  type ShownWebhookRow,
  subjectOf,
  toWebhook,
  updateWebhookRow,
  urlColumns,
  type WebhookRow,
  webhooksOf,
  withNumbers,
} from './webhook-store';

/** Lists the webhooks of the workspace and of its agents, newest first. */
export const listWebhooks: ReadHandler<'listWebhooks'> = async ({ query }, ctx) => {
  const { reader, workspaceId } = ctx;
  const { rows, ...envelope } = await pageOf<ShownWebhookRow>(
    reader,
    {
      matching: (db) => webhooksOf(db, workspaceId),
      select: (webhooks, db) => selectWebhook(webhooks, db, workspaceId),
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
  (checkUrl: Outgoing['checkUrl'], keys: SecretKeys): WriteHandler<'createWebhook'> =>
  async ({ body }, ctx) => {
    const { transaction, workspaceId, actor, newId, now } = ctx;
    const { url, format = 'standard', preset = null } = body;
    checkReceiver(checkUrl, format, url);
    checkKinds(body);
    await lockPlan(transaction, workspaceId);
    const most = limits.webhooks_per_workspace;
    if ((await countWebhooks(transaction, workspaceId, most)) >= most) {
      throw problem('TOO_MANY_WEBHOOKS', `The workspace has ${most} webhooks. Delete one first.`);
    }
    const id = newId('whk');
    const secret = newWebhookSecret();
    const { last } = await findFeedBounds(transaction, workspaceId);
    await insertWebhook(transaction, keys, {
      id,
      workspaceId,
      agentId: null,
      url,
      format,
      description: body.description ?? null,
      preset,
      kinds: preset === null ? (body.kinds ?? []) : kindsOfPreset[preset],
      secret,
      inFlight: body.in_flight ?? limits.webhook_in_flight_default,
      position: last,
      actorId: actor.id,
      now,
    });
    const row = await getWebhookRow(transaction, workspaceId, id);
    emit(ctx, {
      kind: 'webhook.created',
      subject: subjectOf(row),
      summary: `${actor.name} added a webhook.`,
      audit: { new: valuesOf(toWebhook(row, ctx), ['url', 'format', 'kinds']) },
    });
    return {
      status: 201,
      body: { ...toWebhook(row, ctx), ...(format === 'standard' && { secret }) },
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
    secret_url: null,
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

type Body = Input<'updateWebhook'>['body'];

/**
 * Makes the operation that changes a webhook. Absent fields do not change. Enabling it needs
 * `resume_from`.
 */
export const updateWebhookWith =
  (checkUrl: Outgoing['checkUrl'], keys: SecretKeys): WriteHandler<'updateWebhook'> =>
  async ({ path, header, body }, ctx) => {
    const { transaction, workspaceId, actor, now } = ctx;
    const row = await lockWebhook(transaction, workspaceId, path.id);
    checkIfMatch(header['If-Match'], row.version);
    const { state, resume_from: resumeFrom, description } = body;
    checkAgentWebhook(row, body);
    checkResumption(row, body);
    checkKinds(body);
    const fields = changedFields(row, {
      url: body.url === wholeUrlOf(keys, row) ? undefined : body.url,
      description,
      ...kindsIn(body),
      in_flight: body.in_flight,
    });
    const { url } = fields;
    if (typeof url === 'string') checkReceiver(checkUrl, row.format, url);
    else if (state === 'enabled') checkUrlIsKnown(row);
    const urls = typeof url === 'string' ? urlColumns(keys, row, row.format, url) : {};
    const stateChanges =
      state === undefined || state === row.state
        ? {}
        : await changeState(ctx, row, state, resumeFrom);
    const changes = { ...fields, ...urls, ...stateChanges };
    if (Object.keys(changes).length > 0) {
      await updateWebhookRow(transaction, row, {
        ...changes,
        updated_at: now,
        updated_by_actor_id: actor.id,
      });
      const names = Object.keys(fields);
      const changed = { ...row, ...fields, ...urls };
      if (names.length > 0) {
        emit(ctx, {
          kind: 'webhook.updated',
          subject: subjectOf(changed),
          summary: `${actor.name} changed ${inWords(names)}.`,
          audit: changeOf(toWebhook(row, ctx), toWebhook(changed, ctx), names),
        });
      }
    }
    const after = await getWebhookRow(transaction, workspaceId, row.id);
    return {
      status: 200,
      body: toWebhook(after, ctx),
      headers: { ETag: etagOf(after.version) },
    };
  };

// Undefined for the URL of a chat that the server cannot read.
function wholeUrlOf(keys: SecretKeys, row: WebhookRow): string | undefined {
  if (row.secret_url === null) return row.url ?? undefined;
  const opened = openWebhookSecret(keys, row, 'secret_url', row.secret_url);
  return opened.fault === undefined ? opened.secret : undefined;
}

function checkUrlIsKnown({ format, secret_url: secretUrl }: WebhookRow): void {
  if (format === 'standard' || secretUrl !== null) return;
  throw invalidValue(
    'body/url',
    'body/url: send the whole URL of the chat, because the import of this webhook left it out.',
  );
}

// Throws for a URL that is not allowed, or cannot be that of the chat.
function checkReceiver(
  checkUrl: Outgoing['checkUrl'],
  format: WebhookRow['format'],
  url: string,
): void {
  checkUrl(url, 'body/url');
  const fault = chatUrlFault(format, url);
  if (fault !== undefined) throw invalidValue('body/url', `body/url: ${fault}`);
}

function checkKinds({ preset, kinds }: Pick<Body, 'preset' | 'kinds'>): void {
  if (typeof preset !== 'string' || kinds === undefined) return;
  throw invalidValue('body/kinds', 'body/kinds: leave it out, because the preset names the kinds.');
}

function checkAgentWebhook({ agent_id: agentId }: WebhookRow, { url, preset }: Body): void {
  if (agentId === null) return;
  if (url !== undefined) {
    throw invalidValue('body/url', 'body/url: change the webhook_url of the agent instead.');
  }
  if (typeof preset === 'string') {
    const message = 'body/preset: the webhook of an agent receives the news of the agent.';
    throw invalidValue('body/preset', message);
  }
}

// The columns that name the kinds: those of a preset replace the chosen ones, and the reverse.
function kindsIn({ preset, kinds }: Body): Partial<Pick<WebhookRow, 'preset' | 'kinds'>> {
  if (typeof preset === 'string') {
    return { preset, kinds: JSON.stringify(kindsOfPreset[preset]) };
  }
  if (kinds !== undefined) return { preset: null, kinds: JSON.stringify(kinds) };
  return preset === null ? { preset } : {};
}

function checkResumption(row: WebhookRow, { state, resume_from: resumeFrom }: Body): void {
  if (state === 'enabled' && row.state === 'disabled' && resumeFrom === undefined) {
    throw invalidValue('body/resume_from', 'body/resume_from is needed to enable the webhook.');
  }
}

async function changeState(
  ctx: WriteContext,
  row: ShownWebhookRow,
  state: WebhookRow['state'],
  resumeFrom: Body['resume_from'],
): Promise<RowChanges<WebhookRow>> {
  const { transaction, workspaceId, actor, now } = ctx;
  const subject = subjectOf(row);
  if (state === 'disabled') {
    await pauseDeliveries(transaction, row);
    emit(ctx, {
      kind: 'webhook.disabled',
      subject,
      summary: `${actor.name} disabled the webhook.`,
    });
    return { state, disabled_reason: 'person', disabled_at: now };
  }
  const enabled = {
    state,
    disabled_reason: null,
    disabled_at: null,
    first_failed_at: null,
    failing_told_at: null,
  };
  emit(ctx, { kind: 'webhook.enabled', subject, summary: `${actor.name} enabled the webhook.` });
  if (resumeFrom === 'now') {
    await abandonDeliveries(transaction, row, now);
    const { last } = await findFeedBounds(transaction, workspaceId);
    return { ...enabled, position: last };
  }
  await resumeDeliveries(transaction, row, now);
  return enabled;
}

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
