import { randomBytes } from 'node:crypto';
import { mkdtempSync, realpathSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { administer, startPostgres, withDatabase } from '../servers/postgres';

/** The databases of the benchmark. */
export interface Databases {
  /** Creates an empty database and resolves with its URL. */
  make(): Promise<string>;
  /** Copies a database without connections and resolves with the URL of the copy. */
  copy(url: string): Promise<string>;
  /** Removes all of them. */
  remove(): Promise<void>;
}

/**
 * SQLite files in the folder; or databases on the server of DATABASE_URL, or on a temporary one.
 */
export async function openDatabases(dialect: Dialect, folder: string): Promise<Databases> {
  return dialect === 'sqlite' ? sqliteDatabases(folder) : postgresDatabases();
}

function sqliteDatabases(folder: string): Databases {
  let made = 0;
  const next = (): string => join(folder, `bench-${(made += 1)}.db`);
  return {
    make: () => Promise.resolve(`sqlite:${next()}`),
    async copy(url) {
      const to = next();
      await copyFile(url.slice('sqlite:'.length), to);
      return `sqlite:${to}`;
    },
    remove: () => Promise.resolve(),
  };
}

async function postgresDatabases(): Promise<Databases> {
  const given = process.env['DATABASE_URL'];
  const own = given === undefined ? await startOwnServer() : undefined;
  const server = own?.url ?? given ?? '';
  const names: string[] = [];
  const create = async (template: string): Promise<string> => {
    const name = `callboard_bench_${randomBytes(6).toString('hex')}`;
    await administer(server, `create database ${name} template ${template}`);
    names.push(name);
    return withDatabase(server, name);
  };
  return {
    make: () => create('template0'),
    copy: (url) => create(new URL(url).pathname.slice(1)),
    async remove() {
      for (const name of names) {
        await administer(server, `drop database if exists ${name} with (force)`);
      }
      await own?.stop();
    },
  };
}

// In a folder of its own, which it removes, because it may run as another user.
function startOwnServer() {
  return startPostgres(mkdtempSync(join(realpathSync(tmpdir()), 'callboard-bench-postgres-')));
}
