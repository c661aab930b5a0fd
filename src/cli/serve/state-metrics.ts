import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { findDeliveryBacklog } from '../../features/webhooks';
import { readDatabaseTime } from '../../platform/db/clock-and-epoch';
import type { Database } from '../../platform/db/connect';
import { findPurgeLags } from '../../platform/db/purge';
import { createReader } from '../../platform/db/reader';
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
  const registers = [registry];
  const isUp = new Gauge({
    registers,
    name: 'callboard_database_up',
    help: 'Whether the database has responded to these metrics, 1 or 0.',
  });
  const pending = new Gauge({
    registers,
    name: 'callboard_webhook_deliveries_pending',
    help: 'Messages of webhooks that wait for delivery or its repetition, at most 100,000.',
  });
  const oldest = new Gauge({
    registers,
    name: 'callboard_webhook_oldest_due_seconds',
    help: 'The time for which a message of a webhook has been due.',
  });
  const timers = new Gauge({
    registers,
    name: 'callboard_timers_lag_seconds',
    help: 'The time for which a timer has been due.',
  });
  const purges = new Gauge({
    registers,
    name: 'callboard_purge_lag_seconds',
    help: 'How far the removal of old rows was behind when it last ran.',
    labelNames: ['table'],
  });
  return async () => {
    for (const gauge of [pending, oldest, timers, purges]) gauge.reset();
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
      for (const gauge of [pending, oldest, timers, purges]) gauge.remove();
      log.warn({ err: error }, 'The database does not respond to the metrics');
    }
  };
}
