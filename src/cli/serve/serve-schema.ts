import { realpathSync } from 'node:fs';
import type { Logger } from 'pino';
import { copySqlite } from '../../platform/db/sqlite/backup';
import type { Database } from '../../platform/db/connect';
import { migrate, schemaState } from '../../platform/db/schema/schema';
import { ensureSchema } from '../database';
import { CommandError } from '../failure';
import { writeWhole } from '../files/whole-file';

/**
 * Makes sure that the schema lets `callboard serve` start. An older SQLite file is copied beside
 * itself and then migrated, as `FILE.before-migration`, which replaces the previous copy. Throws a
 * sentence that says what to do; without the copy there is no migration.
 */
export async function ensureServeSchema(database: Database, log: Logger): Promise<void> {
  const { file } = database;
  const { state } = await schemaState(database);
  if (state !== 'outdated' || file === undefined) return ensureSchema(database);
  const taken = await migrate(database, async () => {
    const copy = await copyBeside(realpathSync(file));
    log.info({ copy }, 'The database was copied before its migration');
  });
  if (taken.length > 0) log.info({ migrations: taken }, 'The database was migrated');
}

async function copyBeside(file: string): Promise<string> {
  const copy = `${file}.before-migration`;
  await writeWhole(copy, { force: true }, async (temporary) => {
    const verdict = await copySqlite(file, temporary, () => undefined);
    if (verdict === 'ok') return;
    throw new CommandError(
      `${file} was not migrated, because its copy does not pass SQLite's integrity check. ${verdict.split('\n', 1)[0]}`,
    );
  });
  return copy;
}
