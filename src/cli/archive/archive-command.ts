import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { findWorkspaceIds } from '../../features/auth';
import { archiveDaysFaults, type Config } from '../../platform/config';
import { readDatabaseTime } from '../../platform/db/clock-and-epoch';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { schemaState } from '../../platform/db/schema/schema';
import { transact, type Transaction } from '../../platform/db/transaction';
import { addMilliseconds, DAY } from '../../platform/time';
import { withDatabase } from '../database';
import { CommandError, UsageError } from '../failure';
import { existingDatabase } from '../files/backup';
import { goesOn, tellIfInterrupted } from '../interrupted';
import { startProgress } from '../printer';
import { chooseWorkspace } from '../workspaces/choose-workspace';
import {
  ArchiveFiles,
  type ArchivedColumns,
  partLines,
  readArchivedColumns,
} from './archive-files';
import { type ArchiveLease, takeArchiveLease } from './archive-lease-store';
import {
  countNotes,
  deletePart,
  type EndedAction,
  findEndedActions,
  findUnreferenced,
  lockPart,
  pageSize,
  type Part,
} from './archive-store';

/** The options of `callboard archive`. */
export interface ArchiveOptions {
  readonly to: string;
  readonly days?: number;
  readonly workspace?: string;
  readonly dryRun?: boolean;
}

/** Rows with texts that one transaction deletes, unless a single action has more. */
const MAX_NOTES = 2000;
const WORKSPACE_PAGE = 1000;

/**
 * `callboard archive`: moves ended work that nothing else refers to from the tables to files. Returns
 * the lines of a summary.
 */
export async function archiveCommand(
  config: Config,
  options: ArchiveOptions,
): Promise<readonly string[]> {
  const days = options.days ?? config.archiveDays;
  if (days === undefined) {
    throw new UsageError(
      'Set --days or ARCHIVE_DAYS: the days after which ended work is archived.',
    );
  }
  const [fault] = archiveDaysFaults('--days', days, config);
  if (fault !== undefined) throw new UsageError(fault);
  if (config.databaseUrl.startsWith('sqlite:')) existingDatabase(config);
  return tellIfInterrupted(goesOn, () =>
    withDatabase(config, (database) => archive(database, options, days), { takesLong: true }),
  );
}

async function archive(
  database: Database,
  options: ArchiveOptions,
  days: number,
): Promise<readonly string[]> {
  if ((await schemaState(database)).state !== 'current') {
    throw new CommandError(
      'The database schema is not the one of this version. Run callboard migrate, or archive with the version that serves.',
    );
  }
  const reader = createReader(database);
  const now = await readDatabaseTime(reader);
  const files = new ArchiveFiles(options.to);
  // Also while nothing is due, so that a wrong folder is noticed at the first run.
  if (options.dryRun !== true) await files.prepare();
  const lease = options.dryRun === true ? undefined : await takeArchiveLease(database);
  const run = {
    database,
    files,
    lease,
    now,
    cutoff: addMilliseconds(now, -days * DAY),
    tables: await readArchivedColumns(reader),
    progress: startProgress(),
    done: { actions: 0, rows: 0 },
  };
  let workspaces = 0;
  let paths: readonly string[] = [];
  try {
    const chosen =
      options.workspace === undefined
        ? undefined
        : await chooseWorkspace(reader, options.workspace);
    for await (const workspaceId of chosen === undefined ? allWorkspaces(database) : [chosen]) {
      if ((await archiveWorkspace(run, workspaceId)) > 0) workspaces += 1;
    }
  } finally {
    paths = await files.close();
    // It ends by itself too, and the error of the database is the one to report.
    await lease?.release().catch(() => undefined);
  }
  const { actions, rows } = run.done;
  const work = `${count(actions, 'action')} of ${count(workspaces, 'workspace')}`;
  if (lease === undefined) return [`At least ${work} could be archived. Nothing was changed.`];
  const took = run.progress.end();
  return [
    `Archived ${work}, ${count(rows, 'row')}, in ${took}.`,
    ...paths.map((path) => `Wrote ${path}.`),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

async function* allWorkspaces(database: Database): AsyncGenerator<string> {
  for (let last: string | undefined = ''; last !== undefined;) {
    const ids: string[] = await findWorkspaceIds(createReader(database), last, WORKSPACE_PAGE);
    yield* ids;
    last = ids.at(-1);
  }
}

interface Run {
  readonly database: Database;
  readonly files: ArchiveFiles;
  /** Undefined if nothing may change. */
  readonly lease: ArchiveLease | undefined;
  readonly now: string;
  readonly cutoff: string;
  readonly tables: readonly ArchivedColumns[];
  readonly progress: ReturnType<typeof startProgress>;
  readonly done: { actions: number; rows: number };
}

/**
 * Archives what may leave a workspace. It begins again until a pass finds nothing, because archived
 * work may have been the last that referred to other work. Returns the number of actions.
 */
async function archiveWorkspace(run: Run, workspaceId: string): Promise<number> {
  let total = 0;
  for (let archived = -1; archived !== 0 && !(run.lease === undefined && archived > 0);) {
    archived = 0;
    for (let after: EndedAction | undefined, isLast = false; !isLast;) {
      const { lease } = run;
      if (lease !== undefined)
        await transact(run.database, (transaction) => lease.renew(transaction));
      const page = await findEndedActions(
        createReader(run.database),
        { workspaceId, cutoff: run.cutoff },
        after,
      );
      for (const [month, ids] of byMonth(page)) {
        archived += await archivePart(run, { workspaceId, ids, month });
      }
      after = page.at(-1);
      isLast = page.length < pageSize;
    }
    total += archived;
  }
  return total;
}

// The latest month first, like the actions.
function byMonth(page: readonly EndedAction[]): (readonly [string, readonly string[]])[] {
  const months = new Map<string, string[]>();
  for (const { id, ended_at } of page) {
    const month = ended_at.slice(0, 7);
    const ids = months.get(month) ?? [];
    months.set(month, ids);
    ids.push(id);
  }
  return [...months].toSorted(([a], [b]) => (a < b ? 1 : -1));
}

interface Given {
  readonly workspaceId: string;
  readonly month: string;
  readonly ids: readonly string[];
}

async function archivePart(run: Run, { workspaceId, month, ids }: Given): Promise<number> {
  const { database, cutoff, now, done, progress } = run;
  const reader = createReader(database);
  const free = await findUnreferenced(reader, { workspaceId, ids, cutoff, now });
  if (free.length === 0) return 0;
  const part: Part = { workspaceId, ids: free, cutoff, now };
  if (run.lease === undefined) {
    done.actions += free.length;
    return free.length;
  }
  if (free.length > 1 && (await countNotes(reader, part)) > MAX_NOTES) {
    const half = Math.ceil(free.length / 2);
    const first = await archivePart(run, { workspaceId, month, ids: free.slice(0, half) });
    return first + (await archivePart(run, { workspaceId, month, ids: free.slice(half) }));
  }
  const lines = partLines(reader, part, { month, tables: run.tables });
  const written = await run.files.append({ workspaceId, month }, lines);
  const start = performance.now();
  const rows = await transact(database, (transaction) =>
    deleteIfUnchanged(run, transaction, { part, month, sha256: written.sha256 }),
  );
  if (rows === undefined) {
    await written.withdraw();
    return 0;
  }
  done.actions += free.length;
  done.rows += rows;
  progress.report(
    (seconds) =>
      `Archiving: ${done.actions} actions, ${Math.round(done.actions / seconds)} per second`,
  );
  // Waiting writers of SQLite have no order, so they get as much time as this transaction had.
  if (database.dialect === 'sqlite') await pause(performance.now() - start);
  return free.length;
}

/**
 * Deletes the rows of a part if they are still the ones in the file, and nothing refers to them.
 * Returns their number, or undefined if they stay.
 */
async function deleteIfUnchanged(
  { lease, tables }: Run,
  transaction: Transaction,
  { part, month, sha256 }: { readonly part: Part; readonly month: string; readonly sha256: string },
): Promise<number | undefined> {
  await lockPart(transaction, part);
  const free = await findUnreferenced(transaction, part);
  if (free.length !== part.ids.length) return undefined;
  const hash = createHash('sha256');
  for await (const text of partLines(transaction, part, { month, tables })) hash.update(text);
  if (hash.digest('hex') !== sha256) return undefined;
  const counts = await deletePart(transaction, part);
  await lease?.renew(transaction);
  return [...counts.values()].reduce((sum, number) => sum + number, 0);
}
