import type { Knex } from 'knex';
import { loadConfig } from '../../config';
import { databaseConfig } from '../connect';
import { migrationSource } from '../migrations';

/** What the knex command line works with: the configured database and the list of migrations. */
function commandLineConfig(): Knex.Config {
  const { databaseUrl } = loadConfig();
  return { ...databaseConfig(databaseUrl).knex, migrations: { migrationSource } };
}

export default commandLineConfig();
