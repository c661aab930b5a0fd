import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { packageRoot } from '../../package-root';

type Driver = typeof BetterSqlite3;
type Options = BetterSqlite3.Options;

/** The SQLite driver cannot be loaded; the message says in one sentence what to do. */
export class DriverError extends Error {}

let loaded: Driver | undefined;

/**
 * better-sqlite3: version 13, whose binary needs Node-API 10, or on Node 20 version 12, which
 * `install/postinstall.cjs` installs there. Both have the same interface. Throws a DriverError when
 * it is not installed or has no binary for this platform.
 */
export function sqliteDriver(): Driver {
  return (loaded ??= load());
}

/** Opens a database file, or `:memory:`, with that driver. Throws a DriverError like it. */
export function openSqlite(path: string, options?: Options): BetterSqlite3.Database {
  return new (sqliteDriver())(path, options);
}

function load(): Driver {
  const isNode20 = Number(process.versions['napi']) < 10;
  try {
    const driver: Driver = isNode20 ? require(node20Driver()) : require('better-sqlite3');
    // The driver loads its binary when it opens the first database.
    new driver(':memory:').close();
    return driver;
  } catch (error) {
    const message = `The SQLite driver cannot be loaded. Run ${repair(isNode20)}, or use Postgres.`;
    throw new DriverError(message, { cause: error });
  }
}

/** The command that reinstalls the driver, in a checkout or in an installation of the package. */
function repair(isNode20: boolean): string {
  const root = packageRoot();
  if (!existsSync(join(root, 'install'))) {
    return `\`npm install\` in the folder of the package.json that Callboard is installed by`;
  }
  return `\`${isNode20 ? 'node install/postinstall.cjs' : 'npm ci'}\` in ${root}`;
}

function node20Driver(): string {
  return join(packageRoot(), 'install', 'node20', 'node_modules', 'better-sqlite3');
}

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
