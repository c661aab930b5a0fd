import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/db/connect';
import { isBusy, violation } from '../../platform/db/faults';
import type { Reader } from '../../platform/db/reader';
import { transact, type Transaction } from '../../platform/db/transaction';
import { SECOND } from '../../platform/time';
import { findClosedWorkspaces } from '../../shared/closed-workspaces-store';
import {
  cleanAfter,
  closeWorkspace,
  deleteEmpty,
  deletionSteps,
  type DeletionStep,
  type RowKey,
  takeStep,
} from './deletion-store';

/** Requests that began before the workspace was closed have so long to end. */
const GRACE_MS = 5 * SECOND;

/** Between two transactions, other writers have as long as the last one took, within bounds. */
const pauses = { least: 5, most: 250 };

const MAX_TRIES = 20;

/** Unfinished deletions and moves that are named. */
const MAX_SHOWN = 20;

/** How a deletion runs. */
export interface DeletionOptions {
  /** Called with the number of deleted rows of each transaction. */
  readonly onRows?: (count: number) => void;
  /** The time for requests that began before. */
  readonly graceMs?: number;
}

/**
 * Deletes a workspace while servers use the database: closes it, so that nobody enters it, and then
 * deletes its rows in transactions of some rows each. It may be stopped at any point and repeated,
 * and two at once delete together.
 */
export async function deleteWorkspace(
  database: Database,
  workspaceId: string,
  { onRows = () => undefined, graceMs = GRACE_MS }: DeletionOptions = {},
): Promise<void> {
  const now = new Date().toISOString();
  const closed = await persistently(database, (transaction) =>
    closeWorkspace(transaction, workspaceId, now),
  );
  if (closed === undefined) return;
  const passed = closed.isNew ? 0 : Date.parse(now) - Date.parse(closed.at);
  await pause(Math.min(graceMs, Math.max(0, graceMs - passed)));
  for (let tries = 1; ; tries += 1) {
    try {
      for (const step of deletionSteps) await takeAll(database, workspaceId, { step, onRows });
      if (await persistently(database, (last) => deleteEmpty(last, workspaceId))) return;
    } catch (error) {
      // A request that began before has added a row to a table that was empty already.
      if (violation(error)?.kind !== 'foreign_key' || tries === MAX_TRIES) throw error;
    }
    await pause(pauses.most);
  }
}

async function takeAll(
  database: Database,
  workspaceId: string,
  { step, onRows }: { readonly step: DeletionStep; readonly onRows: (count: number) => void },
): Promise<void> {
  let after: RowKey | undefined;
  let total = 0;
  do {
    const from = after;
    const begin = performance.now();
    const { count, last } = await persistently(database, (transaction) =>
      takeStep(transaction, step, { workspaceId, after: from }),
    );
    total += count;
    if (step.unlink === undefined) onRows(count);
    const took = performance.now() - begin;
    if (count > 0) await pause(Math.min(pauses.most, Math.max(pauses.least, took)));
    after = last;
  } while (after !== undefined);
  await cleanAfter(database, step, total);
}

/** Repeats a transaction that other ones have ended, or for which the database was busy. */
async function persistently<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact(database, work);
    } catch (error) {
      if (!isBusy(error) || tries === MAX_TRIES) throw error;
      await pause(pauses.most);
    }
  }
}

/** A workspace whose deletion or move has begun and not ended, in sentences. */
export interface Unfinished {
  readonly seen: string;
  /** What to do about it. */
  readonly advice: string;
}

/** The deletions and moves that have begun and not ended here, also those that run now. */
export async function findUnfinished(reader: Reader): Promise<Unfinished[]> {
  const closed = await findClosedWorkspaces(reader, MAX_SHOWN, ['deleting', 'frozen', 'arriving']);
  const run = (command: string, id: string): string =>
    `Wait if it still runs; otherwise run callboard workspace ${command} ${id}.`;
  return closed.map(({ id, name, state, closed_at: at }) => {
    const workspace = `the workspace ${name} (${id})`;
    if (state === 'deleting') {
      return {
        seen: `The deletion of ${workspace} began at ${at} and has not ended.`,
        advice: run('delete', id),
      };
    }
    if (state === 'frozen') {
      return {
        seen: `The move of ${workspace} began at ${at} and has not ended, so it takes no writes.`,
        advice: `Wait if it still runs; otherwise repeat callboard workspace move, or take it back with --back, which also removes the copy. For a move by a file, run callboard workspace unfreeze ${id}.`,
      };
    }
    return {
      seen: `The copy of ${workspace}, frozen at ${at}, has arrived and is not served yet.`,
      advice: run('activate', id),
    };
  });
}
