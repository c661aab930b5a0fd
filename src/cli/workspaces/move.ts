import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/db/connect';
import { isBusy } from '../../platform/db/faults';
import { createReader, withSnapshot } from '../../platform/db/reader';
import { transact } from '../../platform/db/transaction';
import type { SecretKeys } from '../../platform/secret-keys';
import type { PasswordCost } from '../../platform/slow-hash';
import { SECOND, MINUTE } from '../../platform/time';
import {
  type ClosedWorkspace,
  findClosed,
  storeDeleting,
  storeMoved,
  storeOpen,
  findEarlierTransactions,
  storeFrozen,
} from '../../shared/closed-workspaces-store';
import { CommandError } from '../failure';
import { checkSecretsOf } from '../secrets/key-use';
import { analyze, exportLines, importWorkspace, TransferError } from '../transfer';
import { hasWorkspace } from '../transfer/import-store';
import { emitImported } from '../transfer/transfer-commands';
import { closedSentence, whyClosed } from './choose-workspace';
import { deleteWorkspace } from './deletion';

/** The databases of a move. */
export interface MoveParts {
  readonly source: Database;
  readonly target: Database;
  /** The keys of the stored secrets of webhooks. */
  readonly keys: { readonly source: SecretKeys; readonly target: SecretKeys };
  /** Called with a line for each step that is done. */
  readonly tell: (line: string) => void;
  /** A cost of password hashes besides that of production. */
  readonly passwordCost?: PasswordCost;
}

/**
 * Moves a workspace to the database of another installation while both serve. Each step is found
 * done when it is repeated, so the move may be stopped anywhere and repeated. The address is stored
 * at the source before the target is activated, so both never serve the workspace at once.
 */
export async function moveWorkspace(
  parts: MoveParts,
  { workspaceId, address }: { readonly workspaceId: string; readonly address: string },
): Promise<void> {
  const { source, target } = parts;
  const known = await findClosed(createReader(source), workspaceId);
  if (known?.state === 'moved' && known.address !== address) {
    throw new CommandError(closedSentence(workspaceId, known));
  }
  if (known?.state !== 'moved') {
    // Before the freeze, so that a move that cannot succeed interrupts no writes.
    refuseTarget(workspaceId, await findTarget(target, workspaceId));
    await checkSecretsOf(createReader(source), workspaceId, parts.keys.source);
    await step(parts, 'Frozen', () => freezeWorkspace(source, workspaceId));
    const frozen = await findClosed(createReader(source), workspaceId);
    if (frozen?.state !== 'frozen') throw new CommandError('The freeze was taken back meanwhile.');
    await copy(parts, { workspaceId, address, frozenAt: frozen.closed_at });
    await step(parts, 'Closed here, with the new address', () =>
      markMoved(source, workspaceId, { address, frozenAt: frozen.closed_at }),
    );
  }
  await step(parts, 'Opened there', async () => {
    if ((await findTarget(target, workspaceId)) === 'open') return;
    const moved = await findClosed(createReader(source), workspaceId);
    if (moved?.state !== 'moved') throw new CommandError('The move was taken back meanwhile.');
    await activateWorkspace(target, workspaceId, moved.closed_at);
  });
  await step(parts, 'Statistics of the target', () => analyze(target));
}

async function copy(
  parts: MoveParts,
  {
    workspaceId,
    address,
    frozenAt,
  }: { readonly workspaceId: string; readonly address: string; readonly frozenAt: string },
): Promise<void> {
  const { source, target, keys } = parts;
  const found = await findTarget(target, workspaceId);
  refuseTarget(workspaceId, found);
  if (found?.state === 'arriving' && found.closed_at === frozenAt) {
    parts.tell('Copied: already done.');
    return;
  }
  if (found !== undefined) {
    await step(parts, 'Removed an earlier copy', async () => {
      await transact(target, (transaction) => storeDeleting(transaction, workspaceId));
      await deleteWorkspace(target, workspaceId, { graceMs: 0 });
    });
  }
  let rows = 0;
  await step(
    parts,
    () => `Copied ${rows} rows`,
    () =>
      withSnapshot(source, async (reader) => {
        const lines = exportLines(reader, workspaceId, () => undefined, {
          keys: keys.source,
          frozenAt,
        });
        const options = {
          keys: keys.target,
          resource: `${address}/mcp`,
          ...(parts.passwordCost !== undefined && { passwordCost: parts.passwordCost }),
        };
        const count = (more: number): void => {
          rows += more;
        };
        try {
          await importWorkspace(target, Readable.from(buffers(lines)), count, options);
        } catch (error) {
          const reason = await whyNotCopied(parts, workspaceId, error);
          if (reason === undefined) throw error;
          throw new CommandError(
            `${reason} Nothing was copied, and the workspace stays frozen; callboard workspace unfreeze ${workspaceId} takes the freeze back.`,
          );
        }
      }),
  );
}

function refuseTarget(
  workspaceId: string,
  found: Awaited<ReturnType<typeof findTarget>>,
): asserts found is ClosedWorkspace | undefined {
  if (found === 'open') {
    throw new CommandError(`The target already serves the workspace ${workspaceId}.`);
  }
  if (found?.state === 'moved') {
    throw new CommandError(
      `The target still has the rows of the workspace ${workspaceId} from before it moved away. Delete them there, and repeat the command: callboard workspace delete ${workspaceId}`,
    );
  }
}

async function whyNotCopied(
  { target }: MoveParts,
  workspaceId: string,
  error: unknown,
): Promise<string | undefined> {
  if (error instanceof CommandError) return error.message;
  if (isBusy(error)) return 'The target is busy or does not respond.';
  if (!(error instanceof TransferError)) return undefined;
  if (await hasWorkspace(createReader(target), workspaceId)) {
    return 'Another command has copied the workspace meanwhile.';
  }
  return `The target refused a row. ${error.message}`;
}

async function* buffers(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of lines) yield Buffer.from(text);
}

/**
 * Stores at the source that a workspace has moved to an address, whose copy is of the freeze of this
 * time. Without a time, corrects the address of one that has moved. Throws a CommandError if it is
 * not frozen, or if the freeze is another one than that of the copy.
 */
export async function markMoved(
  source: Database,
  workspaceId: string,
  { address, frozenAt }: { readonly address: string; readonly frozenAt?: string | undefined },
): Promise<void> {
  const isMoved = await transact(source, (transaction) =>
    storeMoved(transaction, workspaceId, { address, frozenAt }),
  );
  if (isMoved) return;
  const closed = await findClosed(createReader(source), workspaceId);
  if (closed?.state === 'frozen') {
    throw new CommandError(
      frozenAt === undefined
        ? 'Name the copy by --freeze, with the value that callboard import has printed.'
        : `The copy is of the freeze of ${frozenAt}, but the workspace was frozen anew at ${closed.closed_at}, so the copy may lack changes. Delete it there, export the workspace again, and import that file.`,
    );
  }
  // Repeated.
  if (closed?.state === 'moved' && closed.address === address && closed.closed_at === frozenAt)
    return;
  if (closed?.state === 'moved' && frozenAt !== undefined) {
    throw new CommandError(
      `The workspace ${workspaceId} has moved to ${closed.address ?? 'another server'} already. To correct the address, repeat the command without --freeze.`,
    );
  }
  throw new CommandError(
    closed === undefined
      ? `The workspace ${workspaceId} is not frozen.`
      : closedSentence(workspaceId, closed),
  );
}

/**
 * Opens a workspace that has arrived. Throws a CommandError if it has not, or if its copy is of
 * another freeze.
 */
export async function activateWorkspace(
  target: Database,
  workspaceId: string,
  frozenAt: string,
): Promise<void> {
  const isOpened = await transact(target, async (transaction) => {
    if (!(await storeOpen(transaction, workspaceId, 'arriving', frozenAt))) return false;
    await emitImported(transaction, workspaceId);
    return true;
  });
  if (isOpened) return;
  const closed = await findClosed(createReader(target), workspaceId);
  if (closed?.state === 'arriving') {
    throw new CommandError(
      `The copy here is of the freeze of ${closed.closed_at}, not of ${frozenAt}. If callboard workspace moved has printed ${frozenAt}, the copy may lack changes: delete it with callboard workspace delete ${workspaceId}, and import the export of that freeze.`,
    );
  }
  throw new CommandError(
    closed === undefined
      ? `The workspace ${workspaceId} is served here already.`
      : closedSentence(workspaceId, closed),
  );
}

/**
 * Takes a move back that is not complete: the source serves the workspace again, and the copy at the
 * target goes. Throws a CommandError if the target serves the workspace. May be repeated.
 */
export async function takeBack(parts: MoveParts, workspaceId: string): Promise<void> {
  const { source, target } = parts;
  const closed = await findClosed(createReader(source), workspaceId);
  if (closed?.state === 'deleting') throw new CommandError(closedSentence(workspaceId, closed));
  const found = await findTarget(target, workspaceId);
  // Without the copy of this move, another database may serve the workspace.
  if (
    closed?.state === 'moved' &&
    (found === undefined || (found !== 'open' && found.closed_at !== closed.closed_at))
  ) {
    throw new CommandError(
      `${closedSentence(workspaceId, closed)} TARGET_DATABASE_URL has no copy of this move, so nothing was changed.`,
    );
  }
  if (found === 'open') {
    throw new CommandError(
      `The target serves the workspace ${workspaceId}. To bring it back, move it from there.`,
    );
  }
  // The target's database decides whether this or the activation happens.
  const isTaken =
    found?.state !== 'arriving' ||
    (await transact(target, (transaction) => storeDeleting(transaction, workspaceId)));
  if (!isTaken) return takeBack(parts, workspaceId);
  await step(parts, 'Opened here again', () =>
    transact(source, async (transaction) => {
      if (closed !== undefined) await storeOpen(transaction, workspaceId, closed.state);
    }),
  );
  if (found === undefined || found.state === 'moved') return;
  await step(parts, 'Removed the copy', () => deleteWorkspace(target, workspaceId, { graceMs: 0 }));
}

/** Why the target does not serve the workspace; `open` if it does, undefined without its rows. */
async function findTarget(
  target: Database,
  workspaceId: string,
): Promise<ClosedWorkspace | 'open' | undefined> {
  const reader = createReader(target);
  if (!(await hasWorkspace(reader, workspaceId))) return undefined;
  return (await findClosed(reader, workspaceId)) ?? 'open';
}

async function step(
  { tell }: MoveParts,
  words: string | (() => string),
  work: () => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  await work();
  const seconds = ((performance.now() - began) / SECOND).toFixed(1);
  tell(`${typeof words === 'string' ? words : words()}: ${seconds} s.`);
}

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
