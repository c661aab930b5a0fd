import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { connect } from '../../src/platform/db/connect';
import { migrate } from '../../src/platform/db/schema/schema';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite-driver';
import { transact } from '../../src/platform/db/transaction';
import { aWorkspace, createRecordOfEachKind } from '../../scripts/requests/given';
import { startApp } from '../../scripts/servers/app';
import { insertMix } from './mixed-workspace';
import { insertOneOfEach } from './rows';

const run = promisify(execFile);
const sizes = {
  agents: 2,
  domains: 4,
  projects: 3,
  orders: 2,
  documents: 3,
  actions: 12,
  questions: 9,
  events: 8,
};

/**
 * Fills an empty database with rows of every kind, and stores it for the tests of upgrades. The
 * arguments are the version of this program and the URL of the database.
 */
async function main(): Promise<void> {
  const [version = '', url = ''] = process.argv.slice(2);
  await fill(url);
  const folder = join(__dirname, '..', 'database', 'kept', version);
  mkdirSync(folder, { recursive: true });
  const [name, bytes] = url.startsWith('sqlite:')
    ? ['sqlite.db', compacted(url.replace('sqlite:', ''))]
    : ['postgres.sql', await dump(url)];
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
}

async function fill(url: string): Promise<void> {
  const database = { ...connect(url), url };
  await migrate(database);
  await transact(database, async (transaction) => {
    await insertOneOfEach(transaction, 'wsp_1');
    await insertOneOfEach(transaction, 'wsp_2');
  });
  const app = await startApp(database);
  const given = await aWorkspace(app, database, 'Theatre Große Straße');
  await createRecordOfEachKind(given, 'of each kind ά 日本');
  await insertMix(database, given.owner.owner, sizes);
  await app.close();
  await database.close();
}

/** The bytes of an SQLite file without a log and without free pages. */
function compacted(path: string): Buffer {
  const file = openSqlite(path);
  file.pragma('journal_mode = delete');
  file.exec('vacuum');
  file.close();
  return readFileSync(path);
}

/** The statements that make a copy of a Postgres database. */
async function dump(url: string): Promise<Buffer> {
  const options = ['--no-owner', '--no-privileges', '--no-comments', '--inserts'];
  const { stdout } = await run('pg_dump', [...options, '--rows-per-insert=100', url], {
    maxBuffer: 2 ** 30,
  });
  // Commands of psql.
  return Buffer.from(stdout.replaceAll(/^\\.*\n/gm, ''));
}

void main();
