import type { components } from '../../../../generated/types';
import { bytesOfTexts, isOneOf } from '../../../platform/db/statements/columns';
import { pageOf } from '../../../platform/db/statements/page';
import { etagOf } from '../../../platform/http/responses/response';
import { isRecord } from '../../../platform/json';
import type { ReadHandler, WriteHandler } from '../../../platform/operation';
import { problem } from '../../../platform/problems';
import { encodePosition } from '../../feed';
import { chatBody, testMessage } from '../chat/chat-message';
import { getWebhookRow, lockWebhook, type WebhookRow } from '../endpoints/webhook-store';
import {
  deliveriesOf,
  type DeliveryRow,
  getDeliveryRow,
  insertDeliveries,
  messageBody,
  replayDelivery,
} from './delivery-store';

/** Lists the deliveries of a webhook, newest first. */
export const listWebhookDeliveries: ReadHandler<'listWebhookDeliveries'> = async (
  { path, query },
  { reader, workspaceId, epoch },
) => {
  const webhook = await getWebhookRow(reader, workspaceId, path.id);
  const { state } = query;
  const { rows, ...envelope } = await pageOf<DeliveryRow>(
    reader,
    {
      matching: (db) => {
        const deliveries = deliveriesOf(db, webhook);
        return state === undefined
          ? deliveries
          : deliveries.where(isOneOf('webhook_deliveries.status', state));
      },
      select: (deliveries) => deliveries.select('webhook_deliveries.*'),
      id: 'webhook_deliveries.id',
      bytes: bytesOfTexts('webhook_deliveries.body', 'webhook_deliveries.response_text'),
      sorts: { created_at: { column: 'webhook_deliveries.created_at', type: 'instant' } },
      defaultSort: '-created_at',
    },
    query,
  );
  const filters = state === undefined ? {} : { state };
  const items = rows.map((row) => toDelivery(row, epoch));
  return { status: 200, body: { items, ...envelope, filters, hidden_count: 0 } };
};

/** Reads a delivery. It has no version, so the digest of its tag alone tells its states apart. */
export const getWebhookDelivery: ReadHandler<'getWebhookDelivery'> = async (
  { path },
  { reader, workspaceId, epoch },
) => {
  const webhook = await getWebhookRow(reader, workspaceId, path.id);
  const row = await getDeliveryRow(reader, webhook, path.delivery_id);
  return { status: 200, body: toDelivery(row, epoch), headers: { ETag: etagOf(1) } };
};

/** Sends a delivery again, with the same id. */
export const replayWebhookDelivery: WriteHandler<'replayWebhookDelivery'> = async (
  { path },
  { transaction, workspaceId, now, epoch },
) => {
  const webhook = await lockWebhook(transaction, workspaceId, path.id);
  const row = await getDeliveryRow(transaction, webhook, path.delivery_id);
  checkEnabled(webhook);
  await replayDelivery(transaction, row, now);
  const after = await getDeliveryRow(transaction, webhook, row.id);
  return { status: 200, body: toDelivery(after, epoch) };
};

/** Stores a test message, which the deliverer sends once. */
export const testWebhook: WriteHandler<'testWebhook'> = async ({ path }, ctx) => {
  const { transaction, workspaceId, newId, now, epoch } = ctx;
  const webhook = await lockWebhook(transaction, workspaceId, path.id);
  const id = newId('msg');
  const test = {
    id,
    kind: 'webhook.test',
    eventId: null,
    position: null,
    body:
      webhook.format === 'standard'
        ? messageBody('webhook.test', now, { webhook_id: webhook.id })
        : chatBody(webhook.format, testMessage),
  };
  await insertDeliveries(transaction, webhook, [test], now);
  const row = await getDeliveryRow(transaction, webhook, id);
  return {
    status: 201,
    body: toDelivery(row, epoch),
    headers: { Location: `/v1/webhooks/${webhook.id}/deliveries/${id}` },
  };
};

/** Throws 409 `WEBHOOK_DISABLED` for a disabled webhook. */
export function checkEnabled({ state }: Pick<WebhookRow, 'state'>): void {
  if (state === 'enabled') return;
  throw problem('WEBHOOK_DISABLED', 'The webhook is disabled. Enable it first.');
}

/** A delivery in the contract's shape. */
function toDelivery(row: DeliveryRow, epoch: string): components['schemas']['WebhookDelivery'] {
  const body: unknown = JSON.parse(row.body);
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    kind: row.kind,
    event_id: row.event_id,
    // The cursor before its event, because `replayWebhook` begins after a cursor.
    replay_after: row.position === null ? null : encodePosition(row.position - 1, epoch),
    state: row.status,
    attempts: row.attempts,
    next_attempt_at: row.due_at,
    last_attempt_at: row.last_attempt_at,
    response_status: row.response_status,
    response_text: row.response_text,
    duration_ms: row.duration_ms,
    error: row.error,
    body: isRecord(body) ? body : {},
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
}
