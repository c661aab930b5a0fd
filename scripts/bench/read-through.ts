import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { sqliteFile } from '../../src/platform/db/connect';

const chunkBytes = 2 ** 20;

/**
 * Reads an SQLite file from end to end, so the operating system has it in its cache. Otherwise a
 * machine that drops unused pages would read the larger of two databases from disk. Does nothing
 * for Postgres, which has a cache of its own.
 */
export async function readThrough(url: string): Promise<void> {
  const file = sqliteFile(url);
  if (file === undefined) return;
  await finished(createReadStream(file, { highWaterMark: chunkBytes }).resume());
}
