import type { Config } from '../platform/config';
import type { Database } from '../platform/db/connect';
import { migrate, schemaState } from '../platform/db/schema/schema';
import { withDatabase } from './database';
import { CommandError } from './failure';

/** `callboard migrate`: brings the schema up to date and says what it did. */
export async function migrateCommand(config: Config): Promise<string> {
  const work = async (database: Database): Promise<string> => {
    const { state } = await schemaState(database);
    if (state === 'newer') {
      throw new CommandError('The database was made by a newer version of Callboard.');
    }
    if (state === 'compatible') {
      return `${database.description} was made by a newer version of Callboard, beside which this one may serve.`;
    }
    const taken = await migrate(database);
    const where = database.description;
    return taken.length === 0
      ? `${where} is up to date.`
      : `${where} is up to date now: ${taken.join(', ')}.`;
  };
  return withDatabase(config, work, { takesLong: true });
}
