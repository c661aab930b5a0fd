import type { Transaction } from '../../../platform/db/transaction';
import type { WebhookRow } from '../endpoints/webhook-store';
import type { LeasedDelivery } from './lease-store';

/** Stores since when a locked webhook fails. It does not change the webhook's version. */
export async function storeFailure(
  transaction: Transaction,
  { workspace_id, id }: Pick<WebhookRow, 'workspace_id' | 'id'>,
  failure: Partial<Pick<WebhookRow, 'first_failed_at' | 'failing_told_at'>>,
): Promise<void> {
  await transaction.write((db) => db('webhooks').where({ workspace_id, id }).update(failure));
}

/** Ends the failure of a webhook, if it failed when the delivery was leased. */
export async function endFailure(
  transaction: Transaction,
  {
    workspace_id,
    webhook_id: id,
    first_failed_at: since,
  }: Pick<LeasedDelivery, 'workspace_id' | 'webhook_id' | 'first_failed_at'>,
): Promise<void> {
  if (since === null) return;
  await transaction.write((db) =>
    db('webhooks')
      .where({ workspace_id, id })
      .whereRaw("state = 'enabled'")
      .update({ first_failed_at: null, failing_told_at: null }),
  );
}
