import { emit, findFeedBounds } from '../../../shared/events';
import { changedFields, type RowChanges } from '../../../platform/db/statements/write-rows';
import { checkIfMatch, etagOf } from '../../../platform/http/responses/preconditions';
import type { Input, WriteContext, WriteHandler } from '../../../platform/operation';
import type { Outgoing } from '../../../platform/outgoing';
import { invalidValue } from '../../../platform/problems';
import { abandonDeliveries, pauseDeliveries, resumeDeliveries } from '../deliveries/delivery-store';
import { subjectOf, toWebhook } from './webhook-mapping';
import {
  getWebhookRow,
  lockWebhook,
  updateWebhookRow,
  type ShownWebhookRow,
  type WebhookRow,
} from './webhook-store';

type Body = Input<'updateWebhook'>['body'];

/**
 * Makes the operation that changes a webhook. Absent fields do not change. Enabling it needs
 * `resume_from`.
 */
export const updateWebhookWith =
  (checkUrl: Outgoing['checkUrl']): WriteHandler<'updateWebhook'> =>
  async ({ path, header, body }, ctx) => {
    const { transaction, workspaceId, actor, now } = ctx;
    const row = await lockWebhook(transaction, workspaceId, path.id);
    checkIfMatch(header['If-Match'], row.version);
    const { state, resume_from: resumeFrom, url, kinds, description } = body;
    if (url !== undefined && row.agent_id !== null) {
      throw invalidValue('body/url', 'body/url: change the webhook_url of the agent instead.');
    }
    checkResumption(row, body);
    const fields = changedFields(row, {
      url,
      description,
      kinds: kinds && JSON.stringify(kinds),
    });
    if (typeof fields.url === 'string') checkUrl(fields.url, 'body/url');
    const stateChanges =
      state === undefined || state === row.state
        ? {}
        : await changeState(ctx, row, state, resumeFrom);
    const changes = { ...fields, ...stateChanges };
    if (Object.keys(changes).length > 0) {
      await updateWebhookRow(transaction, row, {
        ...changes,
        updated_at: now,
        updated_by_actor_id: actor.id,
      });
      const names = Object.keys(fields);
      if (names.length > 0) {
        emit(ctx, {
          kind: 'webhook.updated',
          subject: subjectOf({ ...row, ...fields }),
          summary: `${actor.name} changed ${names.join(', ')}.`,
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
