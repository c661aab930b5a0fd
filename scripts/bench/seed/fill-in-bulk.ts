import { sqliteFile } from '../../../src/platform/db/connect';
import type { Bulk } from './bulk';
import { fillPostgres } from './bulk-postgres';
import { fillSqlite } from './bulk-sqlite';

/**
 * Runs the work, which fills tables of a database without other connections: without syncing and
 * without checking references. Creates the indexes of large tables afterwards. The database has its
 * usual settings again when the promise resolves.
 */
export async function fillInBulk(url: string, work: (bulk: Bulk) => Promise<void>): Promise<void> {
  const file = sqliteFile(url);
  await (file === undefined ? fillPostgres(url, work) : fillSqlite(file, work));
}
