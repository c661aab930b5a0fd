import { setTimeout as pause } from 'node:timers/promises';
import { createReader } from '../../platform/db/reader';
import type { Database } from '../../platform/db/connect';
import { transact } from '../../platform/db/transaction';
import { MINUTE, SECOND } from '../../platform/time';
import { findEarlierTransactions, storeFrozen, storeOpen } from '../../shared/closed-workspaces';
import { CommandError } from '../failure';
import { closedSentence, whyClosed } from './choose-workspace';

/** Between two looks at the transactions that are open. */
const LOOK_MS = 20;

/** How long a freeze waits for transactions that began before. */
const PATIENCE_MS = MINUTE;

/**
 * Stops all changes of a workspace, which can still be read. When it resolves, nothing changes the
 * rows of the workspace any more: the writes that began before have ended, and later ones are
 * refused. May be repeated.
 */
export async function freezeWorkspace(
  database: Database,
  workspaceId: string,
  { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {},
): Promise<void> {
  const now = new Date().toISOString();
  const closed = await transact(database, (transaction) =>
    storeFrozen(transaction, workspaceId, now),
  );
  if (closed.state !== 'frozen') throw new CommandError(closedSentence(workspaceId, closed));
  await waitForEarlier(database, patienceMs);
}

// Every write reads the table of closed workspaces in its transaction, and Postgres shows who has
// read it. SQLite has one writer, so the earlier ones have ended.
async function waitForEarlier(database: Database, patienceMs: number): Promise<void> {
  const reader = createReader(database);
  const end = performance.now() + patienceMs;
  let open = await findEarlierTransactions(reader);
  while (open.length > 0) {
    if (performance.now() > end) {
      throw new CommandError(
        `Transactions that began before the freeze are still open after ${patienceMs / SECOND} seconds (${open.length}). An export, a backup or a forgotten session may be one of them. The workspace stays frozen: repeat the command, or take it back with callboard workspace unfreeze.`,
      );
    }
    await pause(LOOK_MS);
    const now = new Set(await findEarlierTransactions(reader));
    open = open.filter((name) => now.has(name));
  }
}

/** Takes a freeze back. Throws a CommandError if the workspace is not frozen. */
export async function unfreezeWorkspace(database: Database, workspaceId: string): Promise<void> {
  if (await transact(database, (transaction) => storeOpen(transaction, workspaceId, 'frozen')))
    return;
  throw new CommandError(
    (await whyClosed(createReader(database), workspaceId)) ??
      `The workspace ${workspaceId} is not frozen.`,
  );
}
