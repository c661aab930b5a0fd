import { realpathSync } from 'node:fs';
import type { Logger } from 'pino';
import { copySqlite } from '../../platform/db/sqlite/sqlite-driver';
import type { Database } from '../../platform/db/connect';
import { beginEpochOfCopy } from '../../platform/db/clock-and-epoch';
import { transact } from '../../platform/db/transaction';
import { migrate, schemaState } from '../../platform/db/schema/schema';
import { ensureSchema } from '../database';
import { describeAllCycles } from '../dependency-cycles';
import { CommandError } from '../failure';
import { writeWhole } from '../files/whole-file';

/**
 * Prepares the schema for `callboard serve`. Copies an outdated SQLite file to
 * `FILE.before-migration`, replacing an earlier copy, and then migrates the file. Without the copy
 * it does not migrate. Throws an error whose sentence says what to do. Begins a new epoch if the
 * file is a backup.
 */
export async function ensureServeSchema(database: Database, log: Logger): Promise<void> {
  await migrateWithCopy(database, log);
  if (database.file === undefined || !(await transact(database, beginEpochOfCopy))) return;
  log.warn('The database is a copy that was put in its place: cursors and ETags begin anew');
}

async function migrateWithCopy(database: Database, log: Logger): Promise<void> {
  const { file } = database;
  const { state } = await schemaState(database);
  if (state !== 'outdated' || file === undefined) return ensureSchema(database);
  const applied = await migrate(database, async () => {
    const copy = await copyBeforeMigration(realpathSync(file));
    log.info({ copy }, 'The database was copied before its migration');
  });
  if (applied.length === 0) return;
  log.info({ migrations: applied }, 'The database was migrated');
  for (const cycle of await describeAllCycles(database)) log.warn(cycle);
}

async function copyBeforeMigration(file: string): Promise<string> {
  const copy = `${file}.before-migration`;
  await writeWhole(copy, { force: true }, async (temporary) => {
    const fault = await copySqlite(file, temporary, () => undefined);
    if (fault === undefined) return;
    throw new CommandError(
      `${file} was not migrated, because its copy does not pass SQLite's integrity check. ${fault}`,
    );
  });
  return copy;
}
