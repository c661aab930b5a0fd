import { connect, type Database } from '../platform/db/connect';
import type { Config } from '../platform/config';
import { migrate, schemaState } from '../platform/db/schema';
import { CommandError } from './failure';

/** Opens the configured database, does the work and closes it, whatever happens. */
export async function withDatabase<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = connect(config.databaseUrl, { poolSize: config.databasePoolSize });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Makes sure that the schema is the one of this version: an SQLite database is brought up to date, a Postgres
 * database only with `allowed`. Throws a sentence that says what to do.
 */
export async function ensureSchema(database: Database, allowed: boolean): Promise<void> {
  const { state, missing } = await schemaState(database);
  if (state === 'current') return;
  if (state === 'newer') {
    throw new CommandError(
      'The database was made by a newer version of Callboard. Run that version, or restore a backup.',
    );
  }
  if (database.dialect === 'postgres' && !allowed) {
    throw new CommandError(
      `The database schema lacks ${missing.length} migration(s). Run callboard migrate, or callboard serve --migrate.`,
    );
  }
  await migrate(database);
}
