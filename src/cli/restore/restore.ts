import type { Config } from '../../platform/config';
import { beginEpoch } from '../../platform/db/clock-and-epoch';
import { createReader } from '../../platform/db/reader';
import { transact } from '../../platform/db/transaction';
import { ensureSchema, withDatabase } from '../database';
import { existingDatabase } from '../files/backup';
import { unreadableSecrets } from '../secrets/key-use';
import { replaceDatabase } from './replace-database';
import { describeAccess, endAccess, type EndOptions } from './restored-access-store';

/**
 * `callboard restore`: puts a backup in the place of the SQLite database. Without a file, the
 * operator has restored the database by other means, and the command begins the new epoch. Says who
 * can enter now, and ends their access if the options want that.
 */
export async function restoreCommand(
  config: Config,
  backup: string | undefined,
  options: EndOptions,
): Promise<string[]> {
  const done: string[] = [];
  if (backup !== undefined) done.push(await replaceDatabase(config, backup));
  else if (config.databaseUrl.startsWith('sqlite:')) existingDatabase(config);
  return withDatabase(config, async (database) => {
    if (backup === undefined) {
      await ensureSchema(database);
      await transact(database, beginEpoch);
    }
    done.push(
      `${database.description} has a new epoch: clients read again, because their cursors and ETags are of before.`,
    );
    done.push(...(await endAccess(database, options)));
    const lacking = await unreadableSecrets(createReader(database), config.secretKeys);
    if (lacking !== undefined) done.push(lacking);
    return [...done, ...(await describeAccess(database))];
  });
}
