import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { connect } from '../../src/platform/db/connect';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { migrate } from '../../src/platform/db/schema/schema';
import { chosenDialects } from './chosen-dialects';
import { administer, startPostgres, withDatabase } from '../servers/postgres';
import { startPgbouncer, type Pooler } from '../servers/pgbouncer';
import { made, type Maker } from './test-run';

// Postgres would plan each statement on its first few runs, and a test runs it only a few times.
// test/database/plans.test.ts checks the plans for concrete values.
const onePlan = 'plan_cache_mode=force_generic_plan';

/**
 * The makers of the databases of a run, for `beginRun`: a migrated template on each database, which
 * each test file copies. Postgres runs on the server that TEST_POSTGRES_URL names, or on one that
 * is started.
 */
export const databaseMakers: Readonly<Record<Dialect, Maker>> = {
  async sqlite(folder) {
    const file = join(folder, 'template.db');
    await prepare(`sqlite:${file}`);
    return { value: file };
  },
  async postgres(folder) {
    if (!chosenDialects().includes('postgres')) {
      throw new Error('This run leaves Postgres out (DATABASES), but a test asks for it.');
    }
    const given = process.env['TEST_POSTGRES_URL'];
    const which = given === undefined ? 'for the tests' : 'that TEST_POSTGRES_URL names';
    let end: (() => Promise<void>) | undefined;
    let pooler: Pooler | undefined;
    try {
      const own = given === undefined ? await startPostgres(folder, onePlan) : undefined;
      // A statement costs a tenth less through the socket than through TCP.
      const server = own?.socketUrl ?? given ?? '';
      const template = `callboard_template_${randomBytes(6).toString('hex')}`;
      end = async () => {
        await pooler?.stop();
        if (own !== undefined) return own.stop();
        await administer(server, `drop database if exists ${template}`);
      };
      await administer(server, `create database ${template}`);
      await prepare(withDatabase(server, template));
      if (process.env['TEST_POOLER'] === 'pgbouncer') {
        pooler = await startPgbouncer(own?.url ?? server, folder);
      }
      const made: PostgresTemplate = {
        server,
        template,
        pooler: pooler && { url: pooler.url, mode: pooler.mode },
      };
      return { value: JSON.stringify(made), end };
    } catch (error) {
      await end?.().catch(() => undefined);
      throw new Error(`The Postgres ${which} cannot be used. ${String(error)}`, { cause: error });
    }
  },
};

/** The server of the run and its migrated database. */
interface PostgresTemplate {
  /** URL of the server's maintenance database. */
  readonly server: string;
  readonly template: string;
  /** The same server through the pooler that TEST_POOLER asks for. */
  readonly pooler: Pick<Pooler, 'url' | 'mode'> | undefined;
}

let postgres: Promise<PostgresTemplate> | undefined;

/** The Postgres server of the run, which starts when the first test asks for it. */
export function postgresTemplate(): Promise<PostgresTemplate> {
  postgres ??= made('postgres').then((value) => {
    const template: PostgresTemplate = JSON.parse(value);
    return template;
  });
  return postgres;
}

let sqlite: Promise<string> | undefined;

/** Path of the run's migrated SQLite file, which is made when the first test asks for it. */
export function sqliteTemplate(): Promise<string> {
  sqlite ??= made('sqlite');
  return sqlite;
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
