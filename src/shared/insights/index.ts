import { setTimeout as pause } from 'node:timers/promises';
/**
 * Insights: counts of events by local day, in 24 ranges of how long something took. The
 * transaction of an event counts it at its commit, after the positions of the feed are locked, so
 * counting adds no lock that another transaction could wait for. Earlier events, and those of an
 * import, are counted in the background. Nothing counts down: what was done and reopened is both.
 */
import type { components } from '../../../generated/types';
import type { Transaction } from '../../platform/db/transaction';
import { findTimeZone, localDayOf } from '../workspace-time';
import { countEvents, type DatedEvent, findFill, takeFillStep } from './counts-store';
import { isCounted } from './insight-rules';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';

export { beginFill, isFilling } from './counts-store';
export { readCounts, type Counts, insightPurge } from './counts-store';
export { percentile, type Histogram, type Measure } from './insight-rules';

/** An event of the commit, as far as its count depends on it. */
interface AppendedEvent {
  readonly kind: components['schemas']['EventKind'];
  readonly created_at: string;
}

/**
 * Counts the events that a transaction appends to the feed of a workspace. Call it right after they
 * were appended, before the commit.
 */
export async function countAppended(
  transaction: Transaction,
  workspaceId: string,
  rows: readonly AppendedEvent[],
): Promise<void> {
  if (!rows.some(({ kind }) => isCounted(kind))) return;
  const zone = await findTimeZone(transaction, workspaceId);
  const days = new Map<string, string>();
  const events: DatedEvent[] = [];
  for (const [at, { kind, created_at: instant }] of rows.entries()) {
    if (!isCounted(kind)) continue;
    const day = days.get(instant) ?? (await localDayOf(instant, zone));
    days.set(instant, day);
    events.push({ distance: rows.length - 1 - at, day });
  }
  const statement = countEvents(transaction.dialect, workspaceId, events);
  // On Postgres, the events themselves are among the last writes.
  transaction.writeLast(statement);
}

/** Between two transactions, other writers have as long as the last one took, within bounds. */
const pauses = { least: 5, most: 250 };

/** The transactions of one turn, so the timers of the process do not wait for long. */
const maxSteps = 20;

/** Goes on with counting earlier events, in transactions of some events each. */
export async function runFills(database: Database, isStopped: () => boolean): Promise<void> {
  for (let steps = 0; steps < maxSteps && !isStopped(); steps += 1) {
    const workspaceId = await findFill(createReader(database));
    if (workspaceId === undefined) return;
    const begin = performance.now();
    await takeFillStep(database, workspaceId);
    await pause(Math.min(pauses.most, Math.max(pauses.least, performance.now() - begin)));
  }
}
