import { createHash } from 'node:crypto';
import { access, constants, type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { migrations } from '../../platform/db/migrations';
import type { Reader } from '../../platform/db/reader';
import { CommandError } from '../failure';
import { codeOf, fileProblem, sync } from '../files/whole-file';
import { type Stored, toRow } from '../transfer/export-store';
import { archiveHeaderLine, type Column, recordLine, trailerLine } from '../transfer/record-rules';
import { readColumns, transferTables, type TransferTable } from '../transfer/table-store';
import { archivedTableNames, type ArchivedTable, belongingTo, type Part } from './archive-store';

/** A part that is on the disk. */
interface WrittenPart {
  /** The SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
  /** Removes it from the file. */
  readonly withdraw: () => Promise<void>;
}

interface OpenFile {
  readonly path: string;
  readonly handle: FileHandle;
  /** The bytes of the parts that are on the disk. */
  size: number;
}

/** The files of one run: a new one for each workspace and month. */
export class ArchiveFiles {
  private readonly files = new Map<string, OpenFile>();

  constructor(private readonly folder: string) {}

  /** Throws a CommandError unless the folder takes files. Creates it if it does not exist. */
  async prepare(): Promise<void> {
    try {
      await makeFolder(resolve(this.folder));
      await access(this.folder, constants.W_OK | constants.X_OK);
    } catch (error) {
      throw problemOf(this.folder, error);
    }
  }

  /**
   * Appends a part to the file of its workspace and month. Resolves when file and folder are synced
   * and the part was read back. Throws a CommandError if the disk does not take it.
   */
  async append(
    name: { readonly workspaceId: string; readonly month: string },
    lines: AsyncIterable<string>,
  ): Promise<WrittenPart> {
    const file = await this.fileOf(`${name.workspaceId}-${name.month}`);
    const { path, handle } = file;
    const start = file.size;
    let end = start;
    try {
      const written = createHash('sha256');
      for await (const text of lines) {
        const bytes = Buffer.from(text);
        written.update(bytes);
        await handle.write(bytes, 0, bytes.length, end);
        end += bytes.length;
      }
      await handle.sync();
      const sha256 = written.digest('hex');
      if ((await hashOf(path, start, end)) !== sha256) {
        throw new CommandError(`${path} was read back with other bytes than were written.`);
      }
      file.size = end;
      const withdraw = async (): Promise<void> => {
        file.size = start;
        await handle.truncate(start);
      };
      return { sha256, withdraw };
    } catch (error) {
      // A part without its end is no harm, because its rows were not deleted.
      await handle.truncate(start).catch(() => undefined);
      throw problemOf(path, error);
    }
  }

  /** Closes all files, and removes those without a part. Returns the paths of the others. */
  async close(): Promise<string[]> {
    const kept: string[] = [];
    for (const { handle, path, size } of this.files.values()) {
      await handle.close();
      if (size === 0) await rm(path, { force: true });
      else kept.push(path);
    }
    this.files.clear();
    return kept;
  }

  private async fileOf(name: string): Promise<OpenFile> {
    const known = this.files.get(name);
    if (known !== undefined) return known;
    try {
      await makeFolder(resolve(this.folder));
      const file = { ...(await openNew(join(this.folder, name))), size: 0 };
      this.files.set(name, file);
      // Windows cannot open folders.
      if (process.platform !== 'win32') await sync(this.folder, 'r');
      return file;
    } catch (error) {
      throw problemOf(this.folder, error);
    }
  }
}

/**
 * Creates a folder and those above it, one at a time: with `recursive`, Node.js retries for ever in
 * a folder that takes no new ones, such as /proc.
 */
async function makeFolder(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw new CommandError(`${path} is a file. Name a folder.`);
  const parent = dirname(path);
  await makeFolder(parent);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new CommandError(`${path} cannot be created: ${parent} takes no folders.`);
  }
}

// Never an existing file: it belongs to an earlier run, and may end within a part.
async function openNew(base: string): Promise<{ path: string; handle: FileHandle }> {
  for (let number = 1; ; number += 1) {
    const path = `${base}${number === 1 ? '' : `-${number}`}.jsonl`;
    try {
      return { path, handle: await open(path, 'wx', 0o600) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

async function hashOf(path: string, start: number, end: number): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const hash = createHash('sha256');
    // `end` of a stream is inclusive.
    const stream = handle.createReadStream({ start, end: end - 1, autoClose: false });
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) hash.update(chunk);
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}

function problemOf(path: string, error: unknown): unknown {
  const problem = fileProblem(path, error);
  if (problem instanceof CommandError) {
    return new CommandError(`${problem.message} Nothing was deleted that is not in a file.`);
  }
  // A write to a handle fails without the path.
  const code = codeOf(error);
  if (!/^E[A-Z]+$/.test(code)) return error;
  return new CommandError(
    `${path} cannot be written (${code}). Nothing was deleted that is not in a file.`,
  );
}

/** A table of an archive with its columns. */
export interface ArchivedColumns {
  readonly name: ArchivedTable;
  readonly table: TransferTable;
  readonly columns: readonly Column[];
}

/** The tables of archives, in the order of the file. */
export async function readArchivedColumns(reader: Reader): Promise<ArchivedColumns[]> {
  const found: ArchivedColumns[] = [];
  for (const name of archivedTableNames) {
    const table = transferTables.find((each) => each.name === name);
    if (table === undefined) throw new Error(`Exports do not contain ${name}.`);
    found.push({ name, table, columns: await readColumns(reader, table) });
  }
  return found;
}

const chunkSize = 200;

/**
 * Yields the text of a part: a header, one line for each row, and a trailer with their numbers and
 * the checksum. Equal rows yield equal bytes.
 */
export async function* partLines(
  reader: Reader,
  part: Part,
  { month, tables }: { readonly month: string; readonly tables: readonly ArchivedColumns[] },
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string): string => {
    hash.update(text);
    return text;
  };
  const schema = migrations.at(-1)?.name ?? '';
  yield hashed(`${archiveHeaderLine({ schema, workspaceId: part.workspaceId, month })}\n`);
  const rows: Record<string, number> = {};
  for (const { name, table, columns } of tables) {
    const keys = await readKeys(reader, part, table, name);
    rows[name] = keys.length;
    for (let start = 0; start < keys.length; start += chunkSize) {
      const chunk = keys.slice(start, start + chunkSize);
      const stored = await readByKeys(reader, part, { table, columns, keys: chunk });
      const lines = stored.map((row) => `${recordLine(name, toRow(columns, row))}\n`);
      yield hashed(lines.join(''));
    }
  }
  yield `${trailerLine({ rows, sha256: hash.digest('hex') })}\n`;
}

type Key = Readonly<Record<string, string>>;

// By the indexes of their owners. With an order and a limit, Postgres may read the whole table.
async function readKeys(
  reader: Reader,
  part: Part,
  { key }: TransferTable,
  name: ArchivedTable,
): Promise<readonly Key[]> {
  const keys = new Map<string, Key>();
  for (const rows of belongingTo(part, name)) {
    for (const row of await reader.rows<Key>((db) => rows(db).select([...key]))) {
      keys.set(orderOf(key, row), row);
    }
  }
  return [...keys].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function orderOf(key: readonly string[], row: Stored): string {
  return key.map((column) => String(row[column])).join(' ');
}

async function readByKeys(
  reader: Reader,
  { workspaceId }: Part,
  wanted: {
    readonly table: TransferTable;
    readonly columns: readonly Column[];
    readonly keys: readonly Key[];
  },
): Promise<Stored[]> {
  const {
    table: { name, key },
    columns,
    keys,
  } = wanted;
  const rows = await reader.rows<Stored>((db) =>
    db(name)
      .where('workspace_id', workspaceId)
      .where((either) => {
        // SQLite finds lists of single values by the index only without parentheses.
        const [only, ...others] = key;
        if (only !== undefined && others.length === 0) {
          void either.whereIn(
            only,
            keys.map((row) => row[only] ?? ''),
          );
        } else {
          void either.whereIn(
            [...key],
            keys.map((row) => key.map((column) => row[column] ?? '')),
          );
        }
      })
      .select(columns.map((column) => column.name)),
  );
  return rows.toSorted((a, b) => (orderOf(key, a) < orderOf(key, b) ? -1 : 1));
}
