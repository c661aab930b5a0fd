import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import type { Purge } from '../../../platform/db/purge';
import type { Reader } from '../../../platform/db/reader';
import { int } from '../../../platform/db/statements/columns';
import { insertRows } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';
import { notFound } from '../../../platform/problems';
import { SECOND } from '../../../platform/time';

/** The statuses of deliveries, as the contract lists them. */
export type DeliveryStatus = components['schemas']['WebhookDeliveryState'];

/** A stored delivery. Times are ISO 8601 UTC. */
export interface DeliveryRow {
  /** The id of the message, which is the same in all attempts. */
  readonly id: string;
  readonly workspace_id: string;
  readonly webhook_id: string;
  readonly kind: string;
  readonly event_id: string | null;
  /** The person that a mail is for; null for the message of a webhook. */
  readonly recipient_user_id: string | null;
  /** The position of its event in the feed; null for a message without an event. */
  readonly position: number | null;
  /** The message, as it is sent. */
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** When the next attempt is due; null if none is, because it has ended or the webhook rests. */
  readonly due_at: string | null;
  /** Until when the process that makes an attempt has it for itself. */
  readonly leased_until: string | null;
  readonly last_attempt_at: string | null;
  readonly response_status: number | null;
  readonly response_text: string | null;
  readonly duration_ms: number | null;
  readonly error: components['schemas']['WebhookDelivery']['error'];
  readonly created_at: string;
  readonly finished_at: string | null;
}

/** The key of a webhook. */
export interface WebhookKey {
  readonly workspace_id: string;
  readonly id: string;
}

/** The deliveries of a webhook, to filter, count and page. */
export function deliveriesOf(db: Knex, { workspace_id, id }: WebhookKey): Knex.QueryBuilder {
  return db('webhook_deliveries').where({
    'webhook_deliveries.workspace_id': workspace_id,
    'webhook_deliveries.webhook_id': id,
  });
}

/** A delivery of a webhook; 404 when the webhook has none with this id. */
export async function getDeliveryRow(
  reader: Reader,
  webhook: WebhookKey,
  id: string,
): Promise<DeliveryRow> {
  const row = await reader.first<DeliveryRow>((db) =>
    deliveriesOf(db, webhook).where('webhook_deliveries.id', id).select('webhook_deliveries.*'),
  );
  if (row === undefined) throw notFound('delivery', id);
  return row;
}

/** A message to store, which is due at once. */
export interface NewDelivery {
  readonly id: string;
  readonly kind: string;
  readonly eventId: string | null;
  readonly position: number | null;
  readonly body: string;
}

/** Stores deliveries of a webhook that are due at once. */
export async function insertDeliveries(
  transaction: Transaction,
  webhook: WebhookKey,
  deliveries: readonly NewDelivery[],
  now: string,
): Promise<void> {
  await insertRows(transaction, 'webhook_deliveries', rowsOf(webhook, deliveries, now));
}

/**
 * Stores deliveries of events. One that is stored already, because the webhook has gone back in the
 * feed, keeps its id and is sent again.
 */
export async function upsertDeliveries(
  transaction: Transaction,
  webhook: WebhookKey,
  deliveries: readonly NewDelivery[],
  now: string,
): Promise<void> {
  if (deliveries.length === 0) return;
  await transaction.write((db) =>
    db('webhook_deliveries')
      .insert(rowsOf(webhook, deliveries, now))
      .onConflict(db.raw('(workspace_id, webhook_id, position) where position is not null'))
      .merge(['status', 'attempts', 'due_at', 'finished_at']),
  );
}

function rowsOf(webhook: WebhookKey, deliveries: readonly NewDelivery[], now: string) {
  return deliveries.map(({ id, kind, eventId, position, body }) => ({
    workspace_id: webhook.workspace_id,
    id,
    webhook_id: webhook.id,
    kind,
    event_id: eventId,
    position,
    body,
    status: 'pending',
    attempts: 0,
    due_at: now,
    finished_at: null,
    created_at: now,
  }));
}

/** Makes a delivery due now, with all its attempts. */
export async function replayDelivery(
  transaction: Transaction,
  { workspace_id, id }: Pick<DeliveryRow, 'workspace_id' | 'id'>,
  now: string,
): Promise<void> {
  await transaction.write((db) =>
    db('webhook_deliveries')
      .where({ workspace_id, id })
      .update({ status: 'pending', attempts: 0, due_at: now, finished_at: null }),
  );
}

/** Lets the waiting deliveries of a webhook rest, at most 1,000 and a few. */
export async function pauseDeliveries(
  transaction: Transaction,
  webhook: WebhookKey,
): Promise<void> {
  await transaction.write((db) =>
    deliveriesOf(db, webhook).whereRaw("status = 'pending'").update({ due_at: null }),
  );
}

/** Ends the waiting deliveries of a webhook as failed. They can be replayed. */
export async function abandonDeliveries(
  transaction: Transaction,
  webhook: WebhookKey,
  now: string,
): Promise<void> {
  await transaction.write((db) =>
    deliveriesOf(db, webhook)
      .whereRaw("status = 'pending'")
      .update({ status: 'failed', due_at: null, finished_at: now }),
  );
}

/** Makes the waiting deliveries of a webhook, and those that failed in its last failure, due. */
export async function resumeDeliveries(
  transaction: Transaction,
  webhook: WebhookKey & { readonly first_failed_at: string | null },
  now: string,
): Promise<void> {
  const { first_failed_at: since } = webhook;
  await transaction.write((db) =>
    deliveriesOf(db, webhook)
      .where((undelivered) => {
        void undelivered.whereRaw("status = 'pending'");
        if (since === null) return;
        void undelivered.orWhere((failed) => {
          void failed
            .whereRaw("status = 'failed'")
            .where('finished_at', '>=', since)
            .whereNotNull('position');
        });
      })
      .update({ status: 'pending', attempts: 0, due_at: now, finished_at: null }),
  );
}

const PAGE = 1000;
const retentionMs = limits.webhook_delivery_seconds * SECOND;

/** The purge of deliveries that are older than 30 days, whatever became of them. */
export const deliveryPurge: Purge = purgeOf('webhook_deliveries', 'created_at');

/** The purge of webhooks that were deleted more than 30 days ago. */
export const webhookPurge: Purge = purgeOf('webhooks', 'deleted_at');

function purgeOf(table: string, column: string): Purge {
  return {
    name: table,
    retentionMs,
    async findOldest(reader: Reader) {
      const row = await reader.first<{ oldest: string | null }>((db) =>
        db(table).min({ oldest: column }),
      );
      return row?.oldest ?? undefined;
    },
    remove: (transaction: Transaction, cutoff: string) =>
      transaction.write((db) =>
        db(table)
          .whereIn(
            ['workspace_id', 'id'],
            db(table)
              .where(column, '<', cutoff)
              .orderBy(column)
              .limit(PAGE)
              .select('workspace_id', 'id'),
          )
          .delete(),
      ),
  };
}

/** The body of a message, as Standard Webhooks 1.0 recommends it: type, timestamp and data. */
export function messageBody(type: string, timestamp: string, data: object): string {
  return JSON.stringify({ type, timestamp, data });
}

/** The deliveries that are counted at most. */
const maxCounted = 100_000;

/**
 * The messages of all workspaces that wait for their delivery or its repetition, at most 100,000 of
 * them, and the time since which the oldest has been due; undefined if none waits.
 */
export async function findDeliveryBacklog(
  reader: Reader,
): Promise<{ readonly pending: number; readonly oldest: string | undefined }> {
  const row = await reader.first<{ pending: number | string; oldest: string | null }>((db) =>
    db
      .from(
        db('webhook_deliveries')
          .whereRaw("status = 'pending' and due_at is not null")
          .limit(maxCounted)
          .select('due_at')
          .as('waiting'),
      )
      .count({ pending: '*' })
      .min({ oldest: 'due_at' }),
  );
  return { pending: int(row?.pending ?? 0), oldest: row?.oldest ?? undefined };
}
