import { createHash } from 'node:crypto';
import type { Database } from '../../platform/db/connect';
import { isLockTimeout, isSerializationFailure } from '../../platform/db/faults';
import { migrations } from '../../platform/db/migrations';
import { presentSchema } from '../../platform/db/schema/takeover';
import { transact, type Transaction } from '../../platform/db/transaction';
import type { SecretKeys } from '../../platform/secret-keys';
import type { PasswordCost } from '../../platform/slow-hash';
import { storeArriving } from '../../shared/closed-workspaces-store';
import { whyClosed } from '../workspaces/choose-workspace';
import { hasWorkspace, liftTimeouts } from './import-store';
import {
  type Header,
  LineFault,
  readHeader,
  readRecord,
  readTrailer,
  type Trailer,
  TransferError,
} from './record-rules';
import { readContractSchemas } from './rules/column-rules';
import { moveTables, transferTables } from './table-store';
import { WorkspaceWriter, type WriterOptions } from './workspace-writer';

/**
 * Imports the workspace of an export in one transaction and returns the workspace's id. `onRows` is
 * called with the number of rows of each statement, `onNewSecrets` with the number of webhooks that
 * got a new secret; `afterwards` may write more in the same transaction. `passwordCost` is a cost
 * of password hashes besides that of production. `keys` encrypt the secrets of webhooks and read
 * those of the file, which `withoutSecrets` replaces by new ones. The workspace of an export that
 * moves it is closed until it is activated, `afterwards` is not called, and its OAuth tokens become
 * valid at `resource`. Throws a TransferError with the line if the file is invalid, or if the
 * workspace already exists.
 */
export async function importWorkspace(
  database: Database,
  source: AsyncIterable<Buffer>,
  onRows: (count: number) => void,
  {
    afterwards = () => Promise.resolve(),
    passwordCost,
    onNewSecrets = () => undefined,
    keys = [],
    withoutSecrets = false,
    resource,
  }: {
    readonly keys?: SecretKeys;
    readonly withoutSecrets?: boolean;
    readonly resource?: string | undefined;
    readonly onNewSecrets?: (count: number) => void;
    readonly afterwards?: (transaction: Transaction, workspaceId: string) => Promise<void>;
    readonly passwordCost?: PasswordCost;
  } = {},
): Promise<string> {
  const rules = { schemas: readContractSchemas(), passwordCost, keys, withoutSecrets, resource };
  return transact(database, async (transaction) => {
    const { header, writer } = await importLines(transaction, source, onRows, rules);
    const { workspaceId, frozenAt } = header;
    onNewSecrets(writer.newSecrets);
    await (frozenAt === undefined
      ? afterwards(transaction, workspaceId)
      : storeArriving(transaction, workspaceId, frozenAt));
    return workspaceId;
  }).catch((error: unknown) => {
    if (!isLockTimeout(error) && !isSerializationFailure(error)) throw error;
    throw new TransferError('The database is busy with other writes. Try again.');
  });
}

async function importLines(
  transaction: Transaction,
  source: AsyncIterable<Buffer>,
  onRows: (count: number) => void,
  rules: WriterOptions,
): Promise<{ readonly header: Header; readonly writer: WorkspaceWriter }> {
  const hash = createHash('sha256');
  let started: { header: Header; writer: WorkspaceWriter } | undefined;
  let trailer: Trailer | undefined;
  let number = 0;
  for await (const line of readLines(source)) {
    number = line.number;
    try {
      if (trailer !== undefined) throw new LineFault('no line may follow the end of the export.');
      const value = parseLine(line.bytes);
      if (started === undefined) {
        const header = await prepareImport(transaction, value);
        const { workspaceId, frozenAt } = header;
        const [tables, options] =
          frozenAt === undefined
            ? [transferTables, { ...rules, resource: undefined }]
            : [moveTables, rules];
        const writer = new WorkspaceWriter(transaction, workspaceId, onRows, options, tables);
        started = { header, writer };
      } else {
        trailer = readTrailer(value);
        if (trailer === undefined) {
          await started.writer.add(readRecord(value), number, line.bytes.length);
        } else {
          await started.writer.finish();
          checkTrailer(trailer, started.writer.counts, hash.digest('hex'));
        }
      }
      if (trailer === undefined) hash.update(line.bytes);
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      throw new TransferError(`Line ${number}: ${error.message}`);
    }
  }
  if (started === undefined || trailer === undefined) {
    throw new TransferError(
      number === 0 ? 'The file is empty.' : `The file is incomplete: it ends after line ${number}.`,
    );
  }
  return started;
}

/** The value of a line. Throws a LineFault for one that is not JSON. */
export function parseLine(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new LineFault('it is not JSON in UTF-8.');
  }
}

/** Reads the header and checks that the database can import it. */
async function prepareImport(transaction: Transaction, value: unknown): Promise<Header> {
  const header = readHeader(value);
  const { schema: given, workspaceId } = header;
  const schema = presentSchema(given);
  const names = migrations.map(({ name }) => name);
  const current = names.at(-1);
  if (schema !== current) {
    throw new LineFault(
      names.includes(schema)
        ? `the file has the older schema ${schema}, and this database has ${current}. Run callboard migrate of this version on the source database, and export again.`
        : `this version of Callboard does not know the file's schema ${schema}. Import it with the version that exported it.`,
    );
  }
  await liftTimeouts(transaction);
  const reason = await whyClosed(transaction, workspaceId);
  if (await hasWorkspace(transaction, workspaceId)) {
    const more = reason === undefined ? ' Import it into another database.' : ` ${reason}.`;
    throw new LineFault(`this database already has the workspace ${workspaceId}.${more}`);
  }
  if (reason !== undefined && header.frozenAt === undefined) throw new LineFault(`${reason}.`);
  return header;
}

function checkTrailer(trailer: Trailer, counts: ReadonlyMap<string, number>, sha256: string): void {
  for (const [table, count] of counts) {
    const expected = trailer.rows[table] ?? 0;
    if (expected === count) continue;
    throw new LineFault(`expected ${expected} rows of ${table}, found ${count}.`);
  }
  if (counts.get('workspaces') !== 1) throw new LineFault('the file contains no workspace.');
  if (trailer.sha256 !== sha256) {
    throw new LineFault('the checksum does not match: the file was changed.');
  }
}

/** A line with its number, starting at 1, and its bytes including the line feed. */
export interface Line {
  readonly number: number;
  readonly bytes: Buffer;
}

// A document of 1 MiB is at most 6 MiB of escaped JSON; some rows contain two.
const maxLineBytes = 64 * 1024 * 1024;

/**
 * Splits a stream into lines at line feeds only. Node's readline also splits at U+2028, which JSON
 * may contain. Buffers one line and one chunk. Throws a TransferError for a line of more than
 * 64 MiB.
 */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 1;
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield { number, bytes: Buffer.concat([...parts, chunk.subarray(start, end + 1)]) };
      [parts, size, number, start] = [[], 0, number + 1, end + 1];
    }
    if (start === chunk.length) continue;
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > maxLineBytes) throw new TransferError(`Line ${number} is too long.`);
  }
  if (size > 0) yield { number, bytes: Buffer.concat(parts) };
}
