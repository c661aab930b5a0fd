import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { sqliteFile } from '../../src/platform/db/connect';

const chunkBytes = 2 ** 20;

/**
 * Reads an SQLite file from end to end, so that the operating system has it in memory: a machine that takes back what has not been used for
 * a minute would have the larger of two databases read from its disk. A Postgres server keeps its own.
 */
export async function readThrough(url: string): Promise<void> {
  const file = sqliteFile(url);
  if (file === undefined) return;
  await finished(createReadStream(file, { highWaterMark: chunkBytes }).resume());
}
