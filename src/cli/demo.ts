import { createDemo } from '../demo';
import type { Config } from '../platform/config';
import type { Database } from '../platform/db/connect';
import { createLog } from '../platform/log';
import { serverSettings } from '../shared/server-settings';
import { ensureSchema, withDatabase } from './database';
import { CommandError } from './failure';
import { demoHints } from './serve/greeting';

/** `callboard demo`: creates the sample workspace and returns the lines of hints on how to try it. */
export async function demoCommand(config: Config): Promise<readonly string[]> {
  const work = async (database: Database) => {
    await ensureSchema(database);
    return createDemo(database, serverSettings(config), createLog(config));
  };
  const demo = await withDatabase(config, work, { mayCreate: true });
  if (demo === undefined) {
    throw new CommandError('This database already has the sample workspace.');
  }
  return demoHints(config.publicUrl ?? `http://${config.host}:${config.port}`, demo);
}
