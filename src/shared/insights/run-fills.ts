import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { findFill, takeFillStep } from './fill-store';

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
