import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { findWorkspace } from '../../features/auth';
import { findClosed } from '../../shared/closed-workspaces-store';
import { findSystemActor } from '../../shared/actor-store';
import { appendEntries, entryOf } from '../../shared/audit-store';
import { emit } from '../../shared/events';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader, withSnapshot } from '../../platform/db/reader';
import { transact, type Transaction } from '../../platform/db/transaction';
import { newId } from '../../platform/ids';
import { schemaState } from '../../platform/db/schema/schema';
import {
  importArchive,
  type ImportedArchive,
  type IncompletePart,
} from '../archive/import-archive';
import { type Line, parseLine, readLines } from './import-workspace';
import { isArchiveHeader } from './record-rules';
import { analyze, exportLines, importWorkspace, TransferError } from './index';
import { existingDatabase } from '../files/backup';
import { checkSecretsOf } from '../secrets/key-use';
import { databaseProblem, ensureSchema, withDatabase } from '../database';
import { CommandError, UsageError } from '../failure';
import { describeCycles } from '../dependency-cycles';
import { tellIfInterrupted } from '../interrupted';
import { chooseNamed, chooseWorkspace, operatorContext } from '../workspaces/choose-workspace';
import { exportOutput, startProgress } from '../printer';
import { checkReadable, fileProblem, writeWhole } from '../files/whole-file';
import { isErasing } from '../../features/users';

const MAX_PARTS_SHOWN = 10;

/** The options of `callboard export`. */
export interface ExportOptions {
  readonly workspace?: string;
  readonly force?: boolean;
  /** Leaves out the secrets of webhooks. */
  readonly withoutSecrets?: boolean;
  /** Writes all that a frozen workspace needs to go on at another server. */
  readonly move?: boolean;
}

/** The options of `callboard import`. */
export interface ImportOptions {
  /** Gives each webhook a new secret instead of that of the file. */
  readonly withoutSecrets?: boolean;
}

/**
 * `callboard export`: writes a snapshot of a workspace to a file, or to standard output for `-`.
 * Returns the lines of a summary.
 */
export async function exportCommand(
  config: Config,
  path: string,
  options: ExportOptions,
): Promise<readonly string[]> {
  if (options.move === true && options.withoutSecrets === true) {
    throw new UsageError(
      'Give either --move or --without-secrets: a move takes the secrets along.',
    );
  }
  if (config.databaseUrl.startsWith('sqlite:')) existingDatabase(config);
  const work = async (database: Database): Promise<readonly string[]> => {
    const { state } = await schemaState(database);
    if (state === 'empty') await ensureSchema(database);
    else if (state !== 'current') {
      throw new CommandError(
        state === 'newer' || state === 'compatible'
          ? 'The database was migrated by a newer version of Callboard. Export with that version.'
          : 'The database schema is not the one of this version. Run callboard migrate first.',
      );
    }
    const moved = options.move === true ? await chooseFrozen(database, options) : undefined;
    const workspaceId =
      moved?.id ?? (await chooseWorkspace(createReader(database), options.workspace));
    if (await isErasing(createReader(database), workspaceId)) {
      throw new CommandError(
        'A person is being erased, and the file would still have their name. Try again in some minutes, while a server runs.',
      );
    }
    if (moved !== undefined) {
      await checkSecretsOf(createReader(database), workspaceId, config.secretKeys);
    }
    const { onRows, end } = countRows('Exporting');
    let webhooks = 0;
    const keys = options.withoutSecrets === true ? [] : config.secretKeys;
    const writeTo = async (output: () => NodeJS.WritableStream, ends = true): Promise<void> => {
      // Before the snapshot, so that the file has the entry too, and nothing leaves without one.
      await transact(database, (transaction) =>
        moved === undefined
          ? emitTransfer(transaction, workspaceId, 'exported')
          : recordMove(transaction, workspaceId),
      );
      await withSnapshot(database, (reader) => {
        const lines = exportLines(reader, workspaceId, onRows, {
          keys,
          frozenAt: moved?.frozenAt,
          onWebhooks: (count) => {
            webhooks += count;
          },
        });
        return pipeline(lines, output(), { end: ends });
      });
    };
    if (path === '-') {
      try {
        await writeTo(exportOutput, false);
      } catch (error) {
        throw fileProblem('Standard output', error);
      }
    } else {
      await writeWhole(path, options, (temporary) => writeTo(() => createWriteStream(temporary)));
    }
    if (moved !== undefined) {
      return [
        `Exported the workspace ${workspaceId} to be moved: ${end()}.`,
        'The file contains credentials: delete it once it is imported.',
      ];
    }
    return [
      `Exported the workspace ${workspaceId}: ${end()}.`,
      ...secretsOf(webhooks, keys.length > 0),
    ];
  };
  // The reader of standard output may be slow.
  return withDatabase(config, work, { takesLong: true });
}

async function chooseFrozen(
  database: Database,
  { workspace }: ExportOptions,
): Promise<{ readonly id: string; readonly frozenAt: string }> {
  if (workspace === undefined)
    throw new UsageError('Name the workspace with --workspace ID-OR-NAME.');
  const { id } = await chooseNamed(database, workspace);
  const closed = await findClosed(createReader(database), id);
  if (closed?.state === 'frozen') return { id, frozenAt: closed.closed_at };
  throw new CommandError(
    `The workspace ${id} is not frozen. Freeze it first: callboard workspace freeze ${id}`,
  );
}

function secretsOf(webhooks: number, areIncluded: boolean): string[] {
  if (webhooks === 0) return [];
  return [
    areIncluded
      ? `The file contains the secrets of its webhooks (${webhooks}), encrypted. The import needs the keys of SECRETS_KEY_FILE, which are not in the file.`
      : `The file contains no secrets of its webhooks (${webhooks}), so an import disables these. Only an export with SECRETS_KEY_FILE contains them, encrypted.`,
  ];
}

/**
 * `callboard import`: imports a workspace from a file, or from standard input for `-`. Returns the
 * lines of a summary.
 */
export async function importCommand(
  config: Config,
  path: string,
  { withoutSecrets = false }: ImportOptions = {},
): Promise<readonly string[]> {
  if (config.databaseUrl === 'sqlite::memory:') {
    throw new CommandError('An in-memory database ends with this command. Set DATABASE_URL.');
  }
  const source = path === '-' ? process.stdin : await openToRead(path);
  const work = async (database: Database): Promise<readonly string[]> => {
    await ensureSchema(database);
    if ((await schemaState(database)).state !== 'current') {
      throw new CommandError(
        'The database was migrated by a newer version of Callboard. Import with that version.',
      );
    }
    let newSecrets = 0;
    const { onRows, end } = countRows('Importing');
    try {
      const { isArchive, lines, bytes } = await openLines(source);
      if (isArchive) return await importArchiveLines(database, lines, { onRows, end });
      const workspaceId = await tellIfInterrupted('Nothing was imported.', () =>
        importWorkspace(database, bytes, onRows, {
          keys: config.secretKeys,
          withoutSecrets,
          resource: config.publicUrl && `${config.publicUrl.replace(/\/$/, '')}/mcp`,
          afterwards: emitImported,
          onNewSecrets: (count) => {
            newSecrets = count;
          },
        }),
      );
      await analyze(database);
      const disabled =
        newSecrets === 0
          ? []
          : [
              `Its webhooks (${newSecrets}) came without secrets and are disabled. Rotate the secret of each, and enable it.`,
            ];
      const cycles = await describeCycles(createReader(database), workspaceId);
      const closed = await findClosed(createReader(database), workspaceId);
      const arriving =
        closed === undefined
          ? []
          : [
              `It is not served before it is activated. First, at the server that it comes from: callboard workspace moved ${workspaceId} --to ADDRESS --freeze ${closed.closed_at}`,
            ];
      return [
        `Imported the workspace ${workspaceId}: ${end()}.`,
        ...disabled,
        ...cycles,
        ...arriving,
      ];
    } catch (error) {
      end();
      if (!(error instanceof TransferError)) {
        throw fileProblem(path, databaseProblem(database, error));
      }
      throw new CommandError(`${error.message} Nothing was imported.`);
    }
  };
  return withDatabase(config, work, { takesLong: true, mayCreate: true });
}

interface OpenedLines {
  readonly isArchive: boolean;
  readonly lines: AsyncIterable<Line>;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Reads the first line, which says what the file is. The lines begin with it again. */
async function openLines(source: AsyncIterable<Buffer>): Promise<OpenedLines> {
  const rest = readLines(source);
  const first = await rest.next();
  async function* lines(): AsyncGenerator<Line> {
    if (first.done === true) return;
    yield first.value;
    yield* rest;
  }
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const line of lines()) yield line.bytes;
  }
  const isArchive = first.done !== true && isArchiveLine(first.value);
  return { isArchive, lines: lines(), bytes: bytes() };
}

function isArchiveLine({ bytes }: Line): boolean {
  try {
    return isArchiveHeader(parseLine(bytes));
  } catch {
    return false;
  }
}

async function importArchiveLines(
  database: Database,
  lines: AsyncIterable<Line>,
  { onRows, end }: RowCount,
): Promise<readonly string[]> {
  const afterwards = async (
    transaction: Transaction,
    { workspaceId, actions }: ImportedArchive,
  ): Promise<void> => {
    if (actions > 0) await emitImported(transaction, workspaceId);
  };
  const done = await importArchive(database, lines, { onRows, afterwards });
  await analyze(database);
  const { workspaceId, actions, repeated, incomplete } = done;
  return [
    `Imported ${actions} archived actions into the workspace ${workspaceId}: ${end()}.`,
    ...(repeated > 0 ? [`The workspace has ${repeated} more of its actions already.`] : []),
    ...incomplete.slice(0, MAX_PARTS_SHOWN).map(describeIncomplete),
    ...(incomplete.length > MAX_PARTS_SHOWN
      ? [`The file has ${incomplete.length} parts without an end line.`]
      : []),
  ];
}

function describeIncomplete({ line, month, actions }: IncompletePart): string {
  const part = `The part from line ${line} (${month}, ${actions} actions) has no end line and was not imported.`;
  if (actions > 0) return `${part} The workspace has all its actions.`;
  return `${part} If the archive was not stopped there, this file was cut: import an undamaged copy.`;
}

/** Emits that a workspace has been imported, or has arrived from another server. */
export function emitImported(transaction: Transaction, workspaceId: string): Promise<void> {
  return emitTransfer(transaction, workspaceId, 'imported');
}

async function emitTransfer(
  transaction: Transaction,
  workspaceId: string,
  verb: 'exported' | 'imported',
): Promise<void> {
  const operator = await operatorContext(transaction, workspaceId);
  const title = (await findWorkspace(transaction, workspaceId))?.name ?? workspaceId;
  emit(operator, {
    kind: `workspace.${verb}`,
    subject: { type: 'workspace', id: workspaceId, title },
    summary: `${operator.actor.name} ${verb} the workspace ${title}.`,
  });
}

/** Writes the entry of the audit without an event, because a frozen workspace takes no events. */
async function recordMove(transaction: Transaction, workspaceId: string): Promise<void> {
  const now = new Date().toISOString();
  const system = await findSystemActor(transaction, workspaceId);
  const title = (await findWorkspace(transaction, workspaceId))?.name ?? workspaceId;
  if (system === undefined) return;
  const entry = entryOf(
    {
      id: newId('aud', now),
      workspace_id: workspaceId,
      kind: 'workspace.exported',
      actor_id: system.id,
      subject_type: 'workspace',
      subject_id: workspaceId,
      subject_title: title,
      created_at: now,
      address: undefined,
    },
    undefined,
  );
  if (entry !== undefined) appendEntries(transaction, [entry]);
}

async function openToRead(path: string): Promise<AsyncIterable<Buffer>> {
  checkReadable(path);
  try {
    return (await open(path, 'r')).createReadStream();
  } catch (error) {
    throw fileProblem(path, error);
  }
}

interface RowCount {
  readonly onRows: (count: number) => void;
  /** Ends the progress line. Returns the number of rows and the duration as text. */
  readonly end: () => string;
}

function countRows(activity: string): RowCount {
  const progress = startProgress();
  let rows = 0;
  return {
    onRows(count) {
      rows += count;
      progress.report(
        (seconds) => `${activity}: ${rows} rows, ${Math.round(rows / seconds)} per second`,
      );
    },
    end: () => `${rows} rows in ${progress.end()}`,
  };
}
