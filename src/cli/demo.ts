import { createDemo } from '../demo';
import type { Config } from '../platform/config';
import { createLog } from '../platform/log';
import { ensureSchema, withDatabase } from './database';
import { CommandError } from './failure';
import { demoHints } from './serve/greeting';

/** `callboard demo`: makes the sample workspace and says how to try it. */
export async function demoCommand(config: Config): Promise<string> {
  const made = await withDatabase(config, async (database) => {
    await ensureSchema(database);
    const settings = {
      workingSeconds: config.workingSeconds,
      stalledSeconds: config.stalledSeconds,
    };
    return createDemo(database, settings, createLog(config));
  });
  if (made === undefined) {
    throw new CommandError('The sample workspace is in this database already.');
  }
  return demoHints(config.publicUrl ?? `http://${config.host}:${config.port}`, made).join('\n');
}
