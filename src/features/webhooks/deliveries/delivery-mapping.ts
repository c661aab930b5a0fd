import type { components } from '../../../../generated/types';
import { isRecord } from '../../../platform/json';
import { encodePosition } from '../../feed';
import type { DeliveryRow } from './delivery-store';

/** A delivery in the contract's shape. */
export function toDelivery(
  row: DeliveryRow,
  epoch: string,
): components['schemas']['WebhookDelivery'] {
  const body: unknown = JSON.parse(row.body);
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    kind: row.kind,
    event_id: row.event_id,
    // The cursor before its event, because `replayWebhook` begins after a cursor.
    replay_after: row.position === null ? null : encodePosition(row.position - 1, epoch),
    status: row.status,
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
