import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../platform/db/connect';
import { createReader } from '../../../platform/db/reader';
import { findDueErasure, takeErasureStep } from './erasure-store';

/** Between two transactions, other writers have as long as the last one took, within bounds. */
const pauses = { least: 5, most: 250 };

/** The transactions of one turn, so the timers of the process do not wait for long. */
const maxSteps = 20;

/**
 * Goes on with the erasures that are due, in transactions of some rows each; with `workspaceId`,
 * with those of one workspace. Returns whether there may be more.
 */
export async function runErasures(
  database: Database,
  isStopped: () => boolean,
  workspaceId?: string,
): Promise<boolean> {
  for (let steps = 0; steps < maxSteps; steps += 1) {
    if (isStopped()) return true;
    const now = new Date().toISOString();
    const due = await findDueErasure(createReader(database), now, workspaceId);
    if (due === undefined) return false;
    const begin = performance.now();
    await takeErasureStep(database, due);
    await pause(Math.min(pauses.most, Math.max(pauses.least, performance.now() - begin)));
  }
  return true;
}
