import { openSqlite } from './sqlite-driver';

// 16 MiB of SQLite's usual pages: a signal and the progress line wait for no longer than their copying takes.
const pagesAtOnce = 4096;

/** How far a copy is, in pages. */
export interface CopyProgress {
  readonly totalPages: number;
  readonly remainingPages: number;
}

/**
 * Copies an SQLite database into an empty file while others read and write it. The copy is the state of one moment and a
 * file of its own, without a log beside it. Answers what SQLite's integrity check says of the copy: `ok`, or the first fault.
 */
export async function copySqlite(
  source: string,
  target: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<string> {
  const database = openSqlite(source, { fileMustExist: true, timeout: 5000 });
  try {
    // Without a transaction that reads, the copy would begin anew at every write of another process.
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
  return check(target);
}

function check(path: string): string {
  const copy = openSqlite(path, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = delete');
    return String(copy.pragma('integrity_check(1)', { simple: true }));
  } finally {
    copy.close();
  }
}
