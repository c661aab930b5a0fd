import { randomBytes } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Database } from '../../src/platform/db/connect';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { postgresTemplate, sqliteTemplate } from './database-templates';
import { administer, withDatabase } from '../servers/postgres';
import { runFolder } from './test-run';

/** A database for one test. `close` also deletes it. */
export interface TestDatabase extends Database {
  /** For a second connection, or for another process. */
  readonly url: string;
}

/**
 * Makes and opens a database: migrated, or `empty` without any table. SQLite's is a file in WAL
 * mode. On Postgres, statements wait `lockTimeoutMs` for a lock, or as long as in production for
 * null. The default is long, so that a slow machine fails no test.
 */
export async function openTestDatabase(
  dialect: Dialect,
  schema: 'migrated' | 'empty' = 'migrated',
  lockTimeoutMs: number | null = 30_000,
): Promise<TestDatabase> {
  const name = `callboard_test_${randomBytes(6).toString('hex')}`;
  return dialect === 'sqlite'
    ? openSqlite(name, schema)
    : openPostgres(name, schema, lockTimeoutMs);
}

async function openSqlite(name: string, schema: 'migrated' | 'empty'): Promise<TestDatabase> {
  const file = join(runFolder(), `${name}.db`);
  if (schema === 'migrated') await copyFile(await sqliteTemplate(), file);
  const url = `sqlite:${file}`;
  const database = connect(url, { durable: false });
  return {
    ...database,
    url,
    async close() {
      await database.close();
      for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });
    },
  };
}

/** The environment with which a program reaches a database through the pooler of the run, if any. */
export async function throughPooler(
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const url = env['DATABASE_URL'];
  if (process.env['TEST_POOLER'] === undefined || url?.startsWith('postgres') !== true) return env;
  const { server, pooler } = await postgresTemplate();
  const { pathname, search, host, hostname } = new URL(url);
  // Tests of outages have proxies of their own.
  if (pooler === undefined || ![host, hostname].includes(new URL(server).host)) return env;
  const through = `${withDatabase(pooler.url, pathname.slice(1))}${search}`;
  return { ...env, DATABASE_URL: through, DATABASE_POOLER: pooler.mode };
}

async function openPostgres(
  name: string,
  schema: 'migrated' | 'empty',
  lockTimeoutMs: number | null,
): Promise<TestDatabase> {
  const { server, template: migrated, pooler } = await postgresTemplate();
  const template = schema === 'migrated' ? migrated : 'template0';
  // By default, Postgres 15 and later copy a template page by page through the write-ahead log.
  await administer(server, `create database ${name} template ${template} strategy file_copy`);
  const search = lockTimeoutMs === null ? '' : `?lock_timeout=${lockTimeoutMs}`;
  const url = `${withDatabase(server, name)}${search}`;
  const database =
    pooler === undefined
      ? connect(url)
      : connect(`${withDatabase(pooler.url, name)}${search}`, { pooler: pooler.mode });
  return {
    ...database,
    url,
    async close() {
      await database.close();
      await administer(server, `drop database if exists ${name} with (force)`);
    },
  };
}
