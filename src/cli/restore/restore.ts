import { chownSync, chmodSync, existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import type { Config } from '../../platform/config';
import { beginEpoch } from '../../platform/db/clock-and-epoch';
import { createReader } from '../../platform/db/reader';
import { transact } from '../../platform/db/transaction';
import { ensureSchema, withDatabase } from '../database';
import { existingDatabase } from '../files/backup';
import { unreadableSecrets } from '../secrets/key-use';
import { describeAccess, endAccess, type EndOptions } from './restored-access-store';
import { connect, sqliteFile } from '../../platform/db/connect';
import { isLockTimeout } from '../../platform/db/faults';
import { migrate, schemaState } from '../../platform/db/schema/schema';
import { TakeoverError } from '../../platform/db/schema/takeover';
import { copySqlite, openSqlite } from '../../platform/db/sqlite/sqlite-driver';
import { CommandError } from '../failure';
import { megabytes, startProgress } from '../printer';
import { checkReadable, writeWhole } from '../files/whole-file';

/**
 * `callboard restore`: puts a backup in the place of the SQLite database. Without a file, the
 * operator has restored the database by other means, and the command begins the new epoch. Says who
 * can enter now, and ends their access if the options want that.
 */
export async function restoreCommand(
  config: Config,
  backup: string | undefined,
  options: EndOptions,
): Promise<string[]> {
  const done: string[] = [];
  if (backup !== undefined) done.push(await replaceDatabase(config, backup));
  else if (config.databaseUrl.startsWith('sqlite:')) existingDatabase(config);
  return withDatabase(config, async (database) => {
    if (backup === undefined) {
      await ensureSchema(database);
      await transact(database, beginEpoch);
    }
    done.push(
      `${database.description} has a new epoch: clients read again, because their cursors and ETags are of before.`,
    );
    done.push(...(await endAccess(database, options)));
    const lacking = await unreadableSecrets(createReader(database), config.secretKeys);
    if (lacking !== undefined) done.push(lacking);
    return [...done, ...(await describeAccess(database))];
  });
}

/**
 * Replaces the configured SQLite database by a backup, whole or not at all: checks that no program
 * uses the database, that the backup is undamaged and that this version knows its schema, migrates
 * it if it is older, and begins a new epoch in it. Does not change the backup. Returns what it did.
 */
async function replaceDatabase(config: Config, backup: string): Promise<string> {
  const target = targetOf(config);
  checkReadable(backup);
  if (realpathSync(backup) === target) {
    throw new CommandError(`${backup} is the database itself. Name the backup to restore.`);
  }
  const progress = startProgress();
  release(target);
  const size = await writeWhole(target, { force: true }, async (temporary) => {
    await copyChecked(backup, temporary);
    await prepare(backup, temporary);
    keepOwner(target, temporary);
    release(target);
    return statSync(temporary).size;
  });
  return `Restored ${target} from ${backup}: ${megabytes(size)} in ${progress.end()}.`;
}

function targetOf({ databaseUrl }: Config): string {
  if (!databaseUrl.startsWith('sqlite:')) {
    throw new CommandError(
      'callboard restore FILE replaces SQLite databases. On Postgres use pg_restore, and then callboard restore without a file.',
    );
  }
  const path = sqliteFile(databaseUrl);
  if (path === undefined) throw new CommandError('A database in memory has no file to replace.');
  return existsSync(path) ? realpathSync(path) : path;
}

/**
 * Throws unless this process is the only one that uses the database. Writes its log into the file
 * and removes the log, which would spoil another file of the same name.
 */
function release(path: string): void {
  if (!existsSync(path)) return;
  const database = openSqlite(path, { fileMustExist: true, timeout: 1_000 });
  try {
    // Leaving this mode needs the only connection.
    database.pragma('journal_mode = delete');
    database.exec('begin exclusive; rollback');
  } catch (error) {
    if (isLockTimeout(error)) {
      throw new CommandError(
        `Another program uses ${path}. Stop the server first, then restore the backup.`,
      );
    }
    // A damaged database may be the reason for the restore.
    if (!isDamage(error)) throw error;
  } finally {
    database.close();
  }
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}

async function copyChecked(backup: string, temporary: string): Promise<void> {
  const fault = await copySqlite(backup, temporary, () => undefined).catch((error: unknown) => {
    if (isDamage(error)) return 'It is no SQLite database, or its beginning is damaged.';
    throw error;
  });
  if (fault === undefined) return;
  throw new CommandError(
    `${backup} does not pass SQLite's integrity check. Nothing was restored. ${fault}`,
  );
}

async function prepare(backup: string, temporary: string): Promise<void> {
  const database = connect(`sqlite:${temporary}`);
  try {
    const { state } = await schemaState(database);
    if (state === 'empty') throw new CommandError(`${backup} is no database of Callboard.`);
    if (state === 'newer') {
      throw new CommandError(
        `${backup} was made by a newer version of Callboard. Restore it with that version.`,
      );
    }
    if (state === 'outdated') await migrate(database);
    await transact(database, beginEpoch);
  } catch (error) {
    throw error instanceof TakeoverError ? new CommandError(error.message) : error;
  } finally {
    await database.close();
  }
}

/** Gives the file the mode and the owner of the one that it replaces. */
function keepOwner(target: string, temporary: string): void {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found === undefined) return;
  chmodSync(temporary, found.mode & 0o777);
  const { uid, gid } = statSync(temporary);
  if (uid !== found.uid || gid !== found.gid) chownSync(temporary, found.uid, found.gid);
}

function isDamage(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' && /^SQLITE_(NOTADB|CORRUPT)/.test(code);
}
