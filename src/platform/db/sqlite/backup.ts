import { openSqlite } from './sqlite-driver';

// 16 MiB with the default page size, so signals and the progress line do not wait long.
const pagesAtOnce = 4096;

/** The progress of a copy, in pages. */
export interface CopyProgress {
  readonly totalPages: number;
  readonly remainingPages: number;
}

/**
 * Copies an SQLite database into an empty file while others read and write it. The copy is one
 * consistent state, in a single file without a write-ahead log, and is marked as a copy: a server
 * that finds it in the place of its database begins a new epoch. Resolves with the first fault that
 * SQLite's integrity check finds in the copy, in one line; undefined if there is none.
 */
export async function copySqlite(
  source: string,
  target: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<string | undefined> {
  const database = openSqlite(source, { fileMustExist: true, timeout: 5000 });
  try {
    // Without an open read transaction, each write of another process would restart the copy.
    database.exec('begin; select 1 from sqlite_master limit 1;');
    await database.backup(target, {
      progress(progress) {
        onProgress(progress);
        return pagesAtOnce;
      },
    });
  } finally {
    database.close();
  }
  return finish(target);
}

function finish(path: string): string | undefined {
  const copy = openSqlite(path, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = delete');
    const result = String(copy.pragma('integrity_check(1)', { simple: true }));
    // Some faults come below a line that names the database.
    if (result !== 'ok') return result.replace(/^\*\*\* .*\n/, '');
    const epochs = "select 1 from sqlite_master where type = 'table' and name = 'database_epoch'";
    if (copy.prepare(epochs).get() !== undefined) {
      copy.exec('update database_epoch set is_copy = 1');
    }
    return undefined;
  } finally {
    copy.close();
  }
}
