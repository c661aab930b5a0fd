import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { findDeliveryBacklog } from '../../features/webhooks';
import { readDatabaseTime } from '../../platform/db/clock-and-epoch';
import type { Database } from '../../platform/db/connect';
import { findPurgeLags } from '../../platform/db/purge';
import { createReader } from '../../platform/db/reader';
import { instrumentsOf } from '../../platform/metrics/instruments';
import { SECOND } from '../../platform/time';
import { findOldestDueTimer } from '../../shared/timers';

/**
 * Adds the metrics of the work that waits in the database, for all workspaces, to a registry.
 * Returns the function that reads them: all processes of one database find the same numbers. When
 * the database does not respond, these metrics are absent.
 */
export function addStateMetrics(
  registry: Registry,
  { database, log }: { readonly database: Database; readonly log: Logger },
): () => Promise<void> {
  const { gauge } = instrumentsOf(registry);
  const isUp = gauge(
    'callboard_database_up',
    'Whether the database has responded to these metrics, 1 or 0.',
  );
  const pending = gauge(
    'callboard_webhook_deliveries_pending',
    'Messages of webhooks that wait for delivery or its repetition, at most 100,000.',
  );
  const oldest = gauge(
    'callboard_webhook_oldest_due_seconds',
    'The time for which a message of a webhook has been due.',
  );
  const timers = gauge('callboard_timers_lag_seconds', 'The time for which a timer has been due.');
  const purges = gauge(
    'callboard_purge_lag_seconds',
    'How far the removal of old rows was behind when it last ran, without a shorter retention.',
    { labelNames: ['table'] },
  );
  return async () => {
    for (const one of [pending, oldest, timers, purges]) one.reset();
    try {
      const reader = createReader(database.probe());
      const now = Date.parse(await readDatabaseTime(reader));
      const since = (time: string | undefined): number =>
        time === undefined ? 0 : Math.max(now - Date.parse(time), 0) / SECOND;
      const backlog = await findDeliveryBacklog(reader);
      pending.set(backlog.pending);
      oldest.set(since(backlog.oldest));
      timers.set(since(await findOldestDueTimer(reader)));
      for (const [table, lag] of await findPurgeLags(reader)) purges.set({ table }, lag / SECOND);
      isUp.set(1);
    } catch (error) {
      isUp.set(0);
      for (const one of [pending, oldest, timers, purges]) one.remove();
      log.warn({ err: error }, 'The database does not respond to the metrics');
    }
  };
}
