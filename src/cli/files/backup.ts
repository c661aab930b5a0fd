import { existsSync, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Config } from '../../platform/config';
import { copySqlite } from '../../platform/db/sqlite/sqlite-driver';
import { sqliteFile } from '../../platform/db/connect';
import { CommandError } from '../failure';
import { megabytes, startProgress } from '../printer';
import { isThere, writeWhole } from './whole-file';

/** `callboard backup`: copies the SQLite database while it is in use, and checks the copy. */
export async function backupCommand(
  config: Config,
  path: string,
  options: { readonly force?: boolean },
): Promise<string> {
  if (!config.databaseUrl.startsWith('sqlite:')) {
    throw new CommandError(
      'callboard backup copies SQLite databases. On Postgres use pg_dump, or callboard export for one workspace.',
    );
  }
  const source = existingDatabase(config);
  if (existsSync(path) && [source, `${source}-wal`, `${source}-shm`].includes(realpathSync(path))) {
    throw new CommandError(`${path} is the database itself. Choose another file name.`);
  }
  const progress = startProgress();
  const size = await writeWhole(path, options, async (temporary) => {
    const fault = await copySqlite(source, temporary, ({ totalPages, remainingPages }) =>
      progress.report(() => {
        const share = Math.floor((100 * (totalPages - remainingPages)) / Math.max(totalPages, 1));
        return `Backing up: ${share}% of ${totalPages} pages`;
      }),
    );
    if (fault !== undefined) {
      throw new CommandError(
        `The copy does not pass SQLite's integrity check and was removed; the database may be damaged. ${fault}`,
      );
    }
    return (await stat(temporary)).size;
  });
  return `Backed up ${source} to ${path}: ${megabytes(size)} in ${progress.end()}.`;
}

/** The path of the configured SQLite file. Throws a CommandError if there is none. */
export function existingDatabase(config: Config): string {
  const path = sqliteFile(config.databaseUrl);
  if (path === undefined) {
    throw new CommandError('Other processes cannot open an in-memory database. Set DATABASE_URL.');
  }
  if (!isThere(path)) {
    throw new CommandError(`The database ${path} does not exist. Set DATABASE_URL.`);
  }
  return realpathSync(path);
}
