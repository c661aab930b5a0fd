import { limits } from '../../../../generated/limits';
import type { Purge } from '../../../platform/db/purge';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { SECOND } from '../../../platform/time';

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
