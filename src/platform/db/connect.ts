import { knex, type Knex } from 'knex';
import { resolve } from 'node:path';
import { pooledConnections, type Connections } from './connections';
import { groupingConnections } from './sqlite/group-commit';
import type { Dialect } from './statements/columns';
import { postgresConfig, postgresDescription, type PostgresOptions } from './postgres-client';
import { SqliteClient } from './sqlite/sqlite-client';
import { storageFault, type StorageFault } from './faults';

/** An open database. `description` names it for people and logs, without credentials. */
export interface Database {
  readonly dialect: Dialect;
  readonly knex: Knex;
  readonly connections: Connections;
  readonly description: string;
  /** The absolute path of an SQLite file. */
  readonly file: string | undefined;
  /**
   * The same database for health checks. On Postgres it has one connection of its own, with a
   * timeout of a second, and fails at once while the server has no connection left. On SQLite it is
   * this object, because SQLite runs in this process.
   */
  probe(): Database;
  /** The last storage fault of a statement, until `trustStorage` clears it. */
  storageFault(): StorageFault | undefined;
  trustStorage(): void;
  /**
   * Fails everything that waits for the database as unavailable and closes the connections at once.
   * No statement runs afterwards. Returns whether anything waited.
   */
  cut(): boolean;
  /** Closes every connection when its statements have ended. Later statements fail. */
  close(): Promise<void>;
}

/** The options of a database beyond its URL. */
export interface ConnectOptions extends PostgresOptions {
  /** Maximum number of connections to Postgres; SQLite always has one. Default 10. */
  readonly poolSize?: number;
  /** False lets SQLite commit without waiting for the disk: for tests only. Default true. */
  readonly durable?: boolean;
  /**
   * Whether other processes write to the same SQLite file as often as this one, which then pauses
   * between groups of transactions. Default false.
   */
  readonly takesTurns?: boolean;
  /** How much of an SQLite file the connection for writing keeps in memory. Default 8 MB. */
  readonly cacheKiB?: number;
  /** Whether an SQLite file keeps its mode of journal and is never created. Default false. */
  readonly keepsJournal?: boolean;
}

const silent = (): void => undefined;

const common: Knex.Config = {
  acquireConnectionTimeout: 10_000,
  // Bound values must not reach the log.
  compileSqlOnError: false,
  // Knex also throws the errors that it would log.
  log: { debug: silent, warn: silent, error: silent, deprecate: silent },
};

/**
 * The Knex configuration of a database URL, also for knexfile.ts: `sqlite:./callboard.db` (relative
 * to the working directory), `sqlite:/absolute/path`, `sqlite::memory:`, `postgres://` or
 * `postgresql://`. Throws an Error of one sentence, which never repeats the URL, on anything else.
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

/** Opens the database of a URL. The first statement makes the first connection. */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const { dialect, description, knex: config } = databaseConfig(url, options);
  const instance = knex(config);
  const client: Knex.Client = instance.client;
  const file = sqliteFile(url);
  const connections =
    client instanceof SqliteClient && file !== undefined
      ? groupingConnections(client, {
          takesTurns: options.takesTurns === true,
          cacheKiB: options.cacheKiB,
        })
      : pooledConnections(client);
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
        : (probe ??= connect(url, {
            pooler: options.pooler ?? 'none',
            poolSize: 1,
            connectMs: 1_000,
            responseMs: 1_000,
            waitsForRoom: false,
          })),
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

/** The absolute path of an SQLite URL; undefined for Postgres and for a database in memory. */
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
  // The type of Knex lacks these options, which SqliteClient reads.
  const connection: object = {
    filename,
    options: { durable: options.durable !== false, keepsJournal: options.keepsJournal === true },
  };
  return {
    client: SqliteClient,
    connection,
    useNullAsDefault: true,
    ...common,
  };
}
