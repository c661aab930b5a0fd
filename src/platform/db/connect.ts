import { knex, type Knex } from 'knex';
import { resolve } from 'node:path';
import { pooledConnections, type Connections } from './connections';
import { groupingConnections } from './sqlite/group-commit';
import type { Dialect } from './transaction';
import {
  postgresConfig,
  postgresDescription,
  type PostgresTimeouts,
} from './postgres/postgres-config';
import { SqliteClient } from './sqlite/sqlite-client';
import { storageFault, type StorageFault } from './faults/storage-faults';

/** An open database; `description` names it for people and logs, without credentials. */
export interface Database {
  readonly dialect: Dialect;
  readonly knex: Knex;
  readonly connections: Connections;
  readonly description: string;
  /** The absolute path of an SQLite file. */
  readonly file: string | undefined;
  /**
   * The same database, through one connection to Postgres that nobody else uses, and which is given
   * up when it does not answer within a second: to find out whether the database answers. On
   * SQLite, which is in this process, it is the database itself.
   */
  probe(): Database;
  /**
   * Why the last statement that failed for the storage's sake did, until `trustStorage` is called.
   */
  storageFault(): StorageFault | undefined;
  trustStorage(): void;
  /**
   * Gives up what waits for the database, which then fails as unavailable, and closes its
   * connections without waiting for an answer; nothing runs after it. Answers whether anything
   * waited.
   */
  cut(): boolean;
  /** Closes every connection once nothing runs any more. Statements after it fail. */
  close(): Promise<void>;
}

/** What may be chosen beyond the URL. */
export interface ConnectOptions extends PostgresTimeouts {
  /** Most connections at once, on Postgres; SQLite always has one. Default 10. */
  readonly poolSize?: number;
  /** False lets SQLite answer before the disk has it: for tests only. Default true. */
  readonly durable?: boolean;
  /** Whether other processes write the same SQLite file as much as this one, which then lets them by. Default false. */
  readonly takesTurns?: boolean;
}

const silent = (): void => undefined;

const common: Knex.Config = {
  acquireConnectionTimeout: 10_000,
  // Values of a statement are none of the log's business.
  compileSqlOnError: false,
  // What Knex prints it throws as well.
  log: { debug: silent, warn: silent, error: silent, deprecate: silent },
};

/**
 * Where a URL leads, as configuration for Knex and for knexfile.ts: `sqlite:./callboard.db` (relative to
 * the working directory), `sqlite:/absolute/path`, `sqlite::memory:`, `postgres://` or `postgresql://`.
 * Throws an Error of one sentence, which never repeats the URL, on anything else.
 */
export function databaseConfig(
  url: string,
  options: ConnectOptions = {},
): { dialect: Dialect; description: string; knex: Knex.Config } {
  if (url.startsWith('sqlite:')) {
    const path = sqlitePath(url);
    return {
      dialect: 'sqlite',
      description: path === ':memory:' ? 'SQLite in memory' : `SQLite file ${path}`,
      knex: sqliteConfig(path, options),
    };
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    return {
      dialect: 'postgres',
      description: postgresDescription(url),
      knex: { ...postgresConfig(url, options.poolSize ?? 10, options), ...common },
    };
  }
  throw new Error(
    'The database URL must be sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST/DATABASE.',
  );
}

/** Opens the database that the URL names. No connection is made before the first statement. */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const { dialect, description, knex: config } = databaseConfig(url, options);
  const instance = knex(config);
  const client: Knex.Client = instance.client;
  const file = sqliteFile(url);
  const connections =
    client instanceof SqliteClient && file !== undefined
      ? groupingConnections(client, { takesTurns: options.takesTurns === true })
      : pooledConnections(client, { pipeline: dialect === 'postgres' });
  let fault: StorageFault | undefined;
  client.on('query-error', (error: unknown) => {
    fault = storageFault(error) ?? fault;
  });
  let probe: Database | undefined;
  const database: Database = {
    dialect,
    description,
    file,
    knex: instance,
    connections,
    probe: () =>
      dialect === 'sqlite'
        ? database
        : (probe ??= connect(url, { poolSize: 1, connectMs: 1_000, answerMs: 1_000 })),
    storageFault: () => fault,
    trustStorage() {
      fault = undefined;
    },
    cut() {
      probe?.cut();
      return connections.cut();
    },
    async close() {
      await probe?.close();
      await connections.close();
      await instance.destroy();
    },
  };
  return database;
}

/** The absolute path of the file that an SQLite URL names; undefined for Postgres and for a database in memory. */
export function sqliteFile(url: string): string | undefined {
  const path = url.startsWith('sqlite:') ? sqlitePath(url) : ':memory:';
  return path === ':memory:' ? undefined : path;
}

function sqlitePath(url: string): string {
  const path = url.slice('sqlite:'.length);
  if (path === '' || /^\/\/(?!\/)/.test(path)) {
    throw new Error(
      'An SQLite database URL is sqlite:./FILE, sqlite:/ABSOLUTE/FILE or sqlite::memory:.',
    );
  }
  return path === ':memory:' ? path : resolve(path);
}

function sqliteConfig(filename: string, options: ConnectOptions): Knex.Config {
  // Knex's type does not know the options of this driver, which our client reads.
  const connection: object = { filename, options: { durable: options.durable !== false } };
  return {
    client: SqliteClient,
    connection,
    useNullAsDefault: true,
    ...common,
  };
}
