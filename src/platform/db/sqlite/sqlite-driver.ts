import type BetterSqlite3 from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
