import type { Knex } from 'knex';
import { loadConfig } from '../../config';
import { databaseConfig } from '../connect';
import { migrationSource } from '../migrations';

/** The configuration of the knex command line: the configured database and the migrations. */
function commandLineConfig(): Knex.Config {
  const { databaseUrl, databaseMigrateUrl, databasePooler } = loadConfig();
  const { knex } =
    databaseMigrateUrl === ''
      ? databaseConfig(databaseUrl, { pooler: databasePooler })
      : databaseConfig(databaseMigrateUrl);
  return { ...knex, migrations: { migrationSource } };
}

export default commandLineConfig();
