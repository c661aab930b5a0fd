import { sqliteFile } from '../../../src/platform/db/connect';
import type { Bulk } from './bulk';
import { inBulkOnPostgres } from './bulk-postgres';
import { inBulkOnSqlite } from './bulk-sqlite';

/**
 * Runs the work with a way to fill tables of a database that nobody else is connected to: without
 * syncing, without checking references, and with the indexes of large tables made afterwards. The
 * database is an ordinary one again when it resolves.
 */
export async function inBulk(url: string, work: (bulk: Bulk) => Promise<void>): Promise<void> {
  const file = sqliteFile(url);
  await (file === undefined ? inBulkOnPostgres(url, work) : inBulkOnSqlite(file, work));
}
