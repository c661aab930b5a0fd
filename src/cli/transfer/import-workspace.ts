import { createHash } from 'node:crypto';
import type { Database } from '../../platform/db/connect';
import { transact, type Transaction } from '../../platform/db/transaction';
import { migrations } from '../../platform/db/migrations';
import { isLockTimeout, isLostToOthers } from '../../platform/db/faults/violations';
import { isWorkspaceThere, liftTimeouts } from './import-store';
import { readLines } from './line-reader';
import {
  LineFault,
  readHeader,
  readRecord,
  readTrailer,
  TransferError,
  type Trailer,
} from './record-rules';
import { WorkspaceWriter } from './workspace-writer';

/**
 * Puts the workspace of an export into a database that does not have it, in one transaction:
 * everything or nothing. `onRows` hears how many rows each statement had; `afterwards` may write
 * more in the same transaction. Answers the workspace's id. Throws a TransferError that says what
 * is wrong with the file, and in which line.
 */
export async function importWorkspace(
  database: Database,
  source: AsyncIterable<Buffer>,
  onRows: (count: number) => void,
  afterwards: (transaction: Transaction, workspaceId: string) => Promise<void> = () =>
    Promise.resolve(),
): Promise<string> {
  return transact(database, async (transaction) => {
    const workspaceId = await importLines(transaction, source, onRows);
    await afterwards(transaction, workspaceId);
    return workspaceId;
  }).catch((error: unknown) => {
    if (!isLockTimeout(error) && !isLostToOthers(error)) throw error;
    throw new TransferError('The database is busy with the writes of others; try again.');
  });
}

async function importLines(
  transaction: Transaction,
  source: AsyncIterable<Buffer>,
  onRows: (count: number) => void,
): Promise<string> {
  const hash = createHash('sha256');
  let begun: { workspaceId: string; writer: WorkspaceWriter } | undefined;
  let trailer: Trailer | undefined;
  let number = 0;
  for await (const line of readLines(source)) {
    number = line.number;
    try {
      if (trailer !== undefined) throw new LineFault('nothing may come after the end.');
      const value = parse(line.bytes);
      if (begun === undefined) {
        const workspaceId = await readyFor(transaction, value);
        begun = { workspaceId, writer: new WorkspaceWriter(transaction, workspaceId, onRows) };
      } else {
        trailer = readTrailer(value);
        if (trailer === undefined) {
          await begun.writer.add(readRecord(value), number, line.bytes.length);
        } else {
          await begun.writer.finish();
          checkTrailer(trailer, begun.writer.counts, hash.digest('hex'));
        }
      }
      if (trailer === undefined) hash.update(line.bytes);
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      throw new TransferError(`Line ${number}: ${error.message}`);
    }
  }
  if (begun === undefined || trailer === undefined) {
    throw new TransferError(`The file ends after line ${number}, before its export does.`);
  }
  return begun.workspaceId;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new LineFault('it is not JSON in UTF-8.');
  }
}

/** Reads the header and sees whether the database can take its workspace. Answers the workspace's id. */
async function readyFor(transaction: Transaction, value: unknown): Promise<string> {
  const { schema, workspaceId } = readHeader(value);
  const names = migrations.map(({ name }) => name);
  const current = names.at(-1);
  if (schema !== current) {
    throw new LineFault(
      names.includes(schema)
        ? `the file is of an older schema, ${schema}, and this database has ${current}. Run callboard migrate of this version where it came from, and export again.`
        : `the file is of the schema ${schema}, which this version of Callboard does not know. Import it with the version that exported it.`,
    );
  }
  await liftTimeouts(transaction);
  if (await isWorkspaceThere(transaction, workspaceId)) {
    throw new LineFault(`the workspace ${workspaceId} is in this database already.`);
  }
  return workspaceId;
}

function checkTrailer(trailer: Trailer, counts: ReadonlyMap<string, number>, sha256: string): void {
  for (const [table, count] of counts) {
    const said = trailer.rows[table] ?? 0;
    if (said === count) continue;
    throw new LineFault(`there should be ${said} rows of ${table}, and there are ${count}.`);
  }
  if (counts.get('workspaces') !== 1) throw new LineFault('the file has no workspace.');
  if (trailer.sha256 !== sha256) {
    throw new LineFault('the checksum does not match: something in the file was changed.');
  }
}
