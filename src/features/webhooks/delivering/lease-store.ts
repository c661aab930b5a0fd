import { limits } from '../../../../generated/limits';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import type { DeliveryRow } from '../deliveries/delivery-store';
import { urlOf } from '../endpoints/webhook-mapping';
import type { ShownWebhookRow } from '../endpoints/webhook-store';

/** The key of a delivery that is due. */
export type DueDelivery = Pick<DeliveryRow, 'workspace_id' | 'id' | 'webhook_id'>;

/** A leased delivery with what its request needs. */
export interface LeasedDelivery extends DeliveryRow {
  readonly leased_until: string;
  readonly url: string | null;
  readonly secrets: readonly string[];
  readonly first_failed_at: string | null;
}

/**
 * Finds the deliveries that have been due longest, without those of the webhooks in `busy`. Reads
 * all workspaces, because one process delivers for all of them.
 */
export function findDueDeliveries(
  reader: Reader,
  {
    now,
    busy,
    limit,
  }: {
    now: string;
    busy: readonly (readonly [workspaceId: string, webhookId: string])[];
    limit: number;
  },
): Promise<DueDelivery[]> {
  return reader.rows<DueDelivery>((db) =>
    db('webhook_deliveries')
      .whereRaw("status = 'pending'")
      .where('due_at', '<=', now)
      .where((free) => {
        void free.whereNull('leased_until').orWhere('leased_until', '<=', now);
      })
      .whereNotIn(
        ['workspace_id', 'webhook_id'],
        busy.map((key) => [...key]),
      )
      .orderBy('due_at')
      .limit(limit)
      .select('workspace_id', 'id', 'webhook_id'),
  );
}

/**
 * Leases those of the deliveries that no process has, until `until`. Another process may lease them
 * again after that. Returns them with the URLs and the secrets of their webhooks.
 */
export async function leaseDeliveries(
  transaction: Transaction,
  due: readonly DueDelivery[],
  { now, until }: { readonly now: string; readonly until: string },
): Promise<LeasedDelivery[]> {
  if (due.length === 0) return [];
  const keys = due.map(({ workspace_id, id }) => [workspace_id, id]);
  const rows = await transaction.rows<DeliveryRow>((db) => {
    const free = db('webhook_deliveries')
      .whereIn(['workspace_id', 'id'], keys)
      .whereRaw("status = 'pending'")
      .where('due_at', '<=', now)
      .where((unleased) => {
        void unleased.whereNull('leased_until').orWhere('leased_until', '<=', now);
      })
      .select('*')
      .forUpdate();
    return transaction.dialect === 'sqlite' ? free : free.skipLocked();
  });
  if (rows.length === 0) return [];
  await transaction.write((db) =>
    db('webhook_deliveries')
      .whereIn(
        ['workspace_id', 'id'],
        rows.map(({ workspace_id, id }) => [workspace_id, id]),
      )
      .update({ leased_until: until }),
  );
  const webhooks = await webhooksOfDeliveries(transaction, rows);
  return rows.flatMap((row) => {
    const webhook = webhooks.get(`${row.workspace_id} ${row.webhook_id}`);
    if (webhook === undefined) return [];
    const { secret, previous_secret: previous, overlap_ends_at: end, first_failed_at } = webhook;
    const overlaps = previous !== null && end !== null && end > now;
    return {
      ...row,
      leased_until: until,
      url: urlOf(webhook),
      secrets: overlaps ? [secret, previous] : [secret],
      first_failed_at,
    };
  });
}

type Receiver = Pick<
  ShownWebhookRow,
  | 'workspace_id'
  | 'id'
  | 'agent_id'
  | 'url'
  | 'agent_url'
  | 'secret'
  | 'previous_secret'
  | 'overlap_ends_at'
  | 'first_failed_at'
>;

async function webhooksOfDeliveries(
  reader: Reader,
  rows: readonly DeliveryRow[],
): Promise<ReadonlyMap<string, Receiver>> {
  const webhooks = await reader.rows<Receiver>((db) =>
    db('webhooks')
      .leftJoin('agents', (on) => {
        on.on('agents.workspace_id', 'webhooks.workspace_id').on('agents.id', 'webhooks.agent_id');
      })
      .whereIn(
        ['webhooks.workspace_id', 'webhooks.id'],
        rows.map(({ workspace_id, webhook_id }) => [workspace_id, webhook_id]),
      )
      .whereNull('webhooks.deleted_at')
      .limit(limits.webhook_waiting)
      .select('webhooks.workspace_id', 'webhooks.id', 'webhooks.agent_id', 'webhooks.url')
      .select('webhooks.secret', 'webhooks.previous_secret', 'webhooks.overlap_ends_at')
      .select('webhooks.first_failed_at', 'agents.webhook_url as agent_url'),
  );
  return new Map(webhooks.map((row) => [`${row.workspace_id} ${row.id}`, row]));
}

/** The columns that an attempt changes. */
export type AttemptResult = Pick<
  DeliveryRow,
  | 'status'
  | 'attempts'
  | 'due_at'
  | 'last_attempt_at'
  | 'response_status'
  | 'response_text'
  | 'duration_ms'
  | 'error'
  | 'finished_at'
>;

/**
 * Stores the result of an attempt and ends its lease. Returns false if the lease has passed to
 * another process, whose result counts.
 */
export async function finishAttempt(
  transaction: Transaction,
  { workspace_id, id, leased_until }: Pick<LeasedDelivery, 'workspace_id' | 'id' | 'leased_until'>,
  result: AttemptResult,
): Promise<boolean> {
  const finished = await transaction.write((db) =>
    db('webhook_deliveries')
      .where({ workspace_id, id, leased_until })
      .whereRaw("status = 'pending'")
      .update({ ...result, leased_until: null }),
  );
  return finished > 0;
}

/** Ends the leases of attempts that were interrupted, so that another process makes them. */
export async function endLeases(
  transaction: Transaction,
  leased: Pick<LeasedDelivery, 'workspace_id' | 'id' | 'leased_until'>,
): Promise<void> {
  const { workspace_id, id, leased_until } = leased;
  await transaction.write((db) =>
    db('webhook_deliveries')
      .where({ workspace_id, id, leased_until })
      .update({ leased_until: null }),
  );
}
