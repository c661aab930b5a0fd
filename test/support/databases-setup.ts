import { randomBytes } from 'node:crypto';
import { mkdtempSync, realpathSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/platform/db/connect';
import { migrate } from '../../src/platform/db/schema/schema';
import { administer, startPostgres, withDatabase } from './postgres';
import { announce, type Templates } from './templates';

declare global {
  /** Stops and deletes what the set-up created; called by databases-teardown. */
  var endTestDatabases: (() => Promise<void>) | undefined;
}

// Postgres would plan each statement on its first few runs, and a test runs it only a few times.
// test/plans.test.ts checks the plans for concrete values.
const onePlan = 'plan_cache_mode=force_generic_plan';

/**
 * Starts a Postgres server (or uses TEST_POSTGRES_URL) once per run, and makes one migrated
 * template on both databases, which each test file copies.
 */
export default async function setUpDatabases(): Promise<void> {
  const folder = mkdtempSync(join(await fastFolder(), 'callboard-test-'));
  const given = process.env['TEST_POSTGRES_URL'];
  const own = given === undefined ? await startPostgres(folder, onePlan) : undefined;
  // A statement costs a tenth less through the socket than through TCP.
  const server = own?.socketUrl ?? given ?? '';
  const templates: Templates = {
    folder,
    server,
    postgres: `callboard_template_${randomBytes(6).toString('hex')}`,
    sqlite: join(folder, 'template.db'),
  };
  globalThis.endTestDatabases = async () => {
    if (own !== undefined) return own.stop();
    await rm(folder, { recursive: true, force: true });
    await administer(server, `drop database if exists ${templates.postgres}`);
  };
  try {
    await prepare(`sqlite:${templates.sqlite}`);
    await administer(server, `create database ${templates.postgres}`);
    await prepare(withDatabase(server, templates.postgres));
  } catch (error) {
    await globalThis.endTestDatabases().catch(() => undefined);
    const which = own === undefined ? 'that TEST_POSTGRES_URL names' : 'for the tests';
    throw new Error(`The Postgres ${which} cannot be used. ${String(error)}`, { cause: error });
  }
  announce(templates);
}

const memory = '/dev/shm';
const memoryNeeded = 2 * 1024 ** 3;

/**
 * The folder for database files: in memory where the system has such a folder with enough space,
 * else the system's folder for temporary files.
 */
async function fastFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return realpathSync(bavail * bsize >= memoryNeeded ? memory : tmpdir());
}

async function prepare(url: string): Promise<void> {
  const database = connect(url, { durable: false });
  try {
    await migrate(database);
    // Only the database file is copied, not its write-ahead log.
    if (database.dialect === 'sqlite') await database.knex.raw('pragma journal_mode = delete');
  } finally {
    await database.close();
  }
}
