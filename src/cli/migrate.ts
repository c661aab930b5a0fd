import type { Config } from '../platform/config';
import type { Database } from '../platform/db/connect';
import { migrate, schemaState } from '../platform/db/schema/schema';
import { newerSchema, withDatabase } from './database';
import { describeAllCycles } from './dependency-cycles';
import { CommandError } from './failure';
import { goesOn, tellIfInterrupted } from './interrupted';

/** `callboard migrate`: brings the schema up to date and returns what it did. */
export async function migrateCommand(config: Config): Promise<string> {
  const work = async (database: Database): Promise<string> => {
    const { state } = await schemaState(database);
    if (state === 'newer') {
      throw new CommandError(newerSchema);
    }
    if (state === 'compatible') {
      return `${database.description} was migrated by a newer version of Callboard that this version is compatible with.`;
    }
    const applied = await tellIfInterrupted(goesOn, () => migrate(database));
    const where = database.description;
    if (applied.length === 0) return `${where} is up to date.`;
    // A wrong path makes a new file.
    if (state === 'empty') {
      return `${where} was empty and has the schema of this version now. callboard setup creates the first workspace in it.`;
    }
    // Older versions accepted them.
    const cycles = await describeAllCycles(database);
    return [`${where} is up to date now: ${applied.join(', ')}.`, ...cycles].join('\n');
  };
  return withDatabase(config, work, { takesLong: true, mayCreate: true });
}
