import type BetterSqlite3 from 'better-sqlite3';
import { setTimeout as pause } from 'node:timers/promises';
import { deferred, type Deferred } from '../../turns';
import { failedCommit, isLockTimeout } from '../faults';
import {
  type ConnectionLoad,
  type Connections,
  type ConnectionTransaction,
  sqliteProbe,
} from '../connections';
import type { SqliteClient } from './sqlite-client';

const maxMembers = 64;
const maxGroupMs = 25;
const maxWaitMs = 10_000;
const pollMs = 1;
// A write touches few pages of many indexes, which the operating system caches too.
const writerCacheKiB = 8_000;
const readerCacheKiB = 12_000;
// 16 MiB of the write-ahead log, four times SQLite's default. Writes change the same pages of many
// indexes again and again, and a checkpoint copies each page once.
const pagesPerCheckpoint = 4_000;
// The pause after a full group, as a fraction of the group's duration. It gives other processes
// time to take the lock; on a busy machine their attempts are further apart.
const pauseShare = 1 / 8;

/** Transactions that share one commit. */
interface Group {
  members: number;
  /** By `performance.now()`. */
  readonly startMs: number;
  /** Settles with the commit of the group. */
  readonly end: Deferred<void>;
}

/**
 * Two connections to an SQLite file: one for reading, which no writer blocks (WAL), and one for
 * writing. Transactions run one after the other. Those that arrive together are savepoints of one
 * transaction of SQLite, so they share one wait for the disk, and each resolves when all are
 * durable. While another process writes, they wait without blocking the event loop. With
 * `takesTurns`, a pause after each full group lets other processes write.
 */
export function groupingConnections(
  client: SqliteClient,
  {
    takesTurns,
    cacheKiB = writerCacheKiB,
  }: { readonly takesTurns: boolean; readonly cacheKiB?: number | undefined },
): Connections {
  let isClosed = false;
  let cut = (): boolean => false;
  let load = (): ConnectionLoad => ({ used: 0, idle: 2, waiting: 0 });
  const open = async (): Promise<BetterSqlite3.Database> => {
    if (isClosed) throw busy();
    return client.acquireRawConnection();
  };
  const reader = lazy(async () => {
    const connection = await open();
    connection.pragma('query_only = ON');
    connection.pragma(`cache_size = -${readerCacheKiB}`);
    return connection;
  });
  const writer = lazy(async () => {
    const connection = await open();
    connection.pragma(`cache_size = -${cacheKiB}`);
    // SQLite would wait by blocking the thread, and readers with it.
    connection.pragma('busy_timeout = 0');
    connection.pragma(`wal_autocheckpoint = ${pagesPerCheckpoint}`);
    return connection;
  });
  const begin = lazy(async () => {
    const connection = await writer.get();
    const run = (sql: string): void => {
      client.emit('query', { sql });
      try {
        connection.exec(sql);
      } catch (error) {
        client.emit('query-error', error);
        throw error;
      }
    };
    const groups = grouping(connection, run, takesTurns ? pauseShare : 0);
    cut = groups.cut;
    load = groups.load;
    return groups.begin;
  });
  return {
    read: async (work) => work(await reader.get()),
    begin: async () => (await begin.get())(),
    async tryStorage() {
      const connection = await writer.get();
      const transaction = await (await begin.get())();
      try {
        connection.pragma('cache_size = 8');
        connection.exec(sqliteProbe);
      } finally {
        connection.pragma(`cache_size = -${cacheKiB}`);
        await transaction.rollback();
      }
    },
    cut() {
      isClosed = true;
      return cut();
    },
    load: () => load(),
    async close() {
      isClosed = true;
      void begin.clear();
      for (const connection of [reader.clear(), writer.clear()]) (await connection)?.close();
    },
  };
}

/** A value that the first `get` creates. After a failure, the next `get` creates it again. */
function lazy<T>(create: () => Promise<T>): {
  get: () => Promise<T>;
  clear: () => Promise<T> | undefined;
} {
  let value: Promise<T> | undefined;
  return {
    get: () =>
      (value ??= create().catch((error: unknown) => {
        value = undefined;
        throw error;
      })),
    clear() {
      const cleared = value;
      value = undefined;
      return cleared;
    },
  };
}

function grouping(
  connection: BetterSqlite3.Database,
  run: (sql: string) => void,
  pauseShare: number,
): {
  readonly begin: () => Promise<ConnectionTransaction>;
  readonly cut: () => boolean;
  readonly load: () => ConnectionLoad;
} {
  const waiting: { readonly start: () => void; readonly refuse: () => void }[] = [];
  let isBusy = false;
  let isCut = false;
  let open: Group | undefined;
  let pauseEndMs = 0;

  const acquireTurn = (): Promise<void> => {
    if (!isBusy) {
      isBusy = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const next = {
        start: (): void => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (): void => {
          clearTimeout(timer);
          waiting.splice(waiting.indexOf(next), 1);
          reject(busy());
        },
      };
      const timer = setTimeout(next.refuse, maxWaitMs);
      waiting.push(next);
    });
  };
  const passTurn = (): void => {
    const next = waiting.shift();
    if (next === undefined) isBusy = false;
    else next.start();
  };

  const isFull = ({ members, startMs }: Group): boolean =>
    members >= maxMembers || performance.now() - startMs >= maxGroupMs;

  const lock = async (deadline: number): Promise<void> => {
    const pauseMs = pauseEndMs - performance.now();
    if (pauseMs > 0) await pause(pauseMs);
    for (;;) {
      try {
        run('BEGIN IMMEDIATE;');
        return;
      } catch (error) {
        if (!isLockTimeout(error) || performance.now() > deadline || isCut) throw error;
      }
      await pause(pollMs);
    }
  };
  const pauseAfter = ({ startMs }: Group): void => {
    const now = performance.now();
    pauseEndMs = now + (now - startMs) * pauseShare;
  };
  const close = (group: Group): void => {
    open = undefined;
    try {
      run('COMMIT;');
      if (isFull(group)) pauseAfter(group);
      group.end.resolve();
    } catch (error) {
      rollBack(group, failedCommit(error));
    }
  };
  const rollBack = (group: Group, error: unknown): void => {
    open = undefined;
    try {
      run('ROLLBACK;');
    } catch {
      // SQLite has rolled back by itself.
    }
    group.end.reject(error);
  };

  // After some faults, such as a full disk, SQLite has rolled back by itself.
  const isRolledBack = (): boolean => !connection.inTransaction;

  // Transactions that the event loop brings before the commit join the group.
  const closeSoon = (group: Group): void => {
    const { members } = group;
    setImmediate(() => {
      if (open !== group || isBusy) return;
      if (group.members > members && !isFull(group)) closeSoon(group);
      else close(group);
    });
  };
  const endTurn = (): void => {
    passTurn();
    if (!isBusy && open !== undefined) closeSoon(open);
  };

  const begin = async (): Promise<ConnectionTransaction> => {
    const deadline = performance.now() + maxWaitMs;
    await acquireTurn();
    let group: Group;
    let isFirst: boolean;
    try {
      if (open !== undefined && isFull(open)) close(open);
      isFirst = open === undefined;
      if (isFirst) await lock(deadline);
      else run('SAVEPOINT member;');
      group = open ??= newGroup();
      group.members += 1;
    } catch (error) {
      endTurn();
      throw error;
    }
    return {
      connection,
      begun: undefined,
      async commit() {
        try {
          if (isRolledBack()) throw busy();
          if (!isFirst) run('RELEASE member;');
        } catch (error) {
          rollBack(group, error);
        }
        endTurn();
        await group.end.promise;
        return [];
      },
      async rollback() {
        if (isFirst || isRolledBack()) rollBack(group, busy());
        else {
          try {
            run('ROLLBACK TO member;');
            run('RELEASE member;');
          } catch (error) {
            rollBack(group, error);
          }
        }
        endTurn();
        if (!isFirst) await group.end.promise;
      },
    };
  };
  return {
    begin,
    cut() {
      const wasBusy = isBusy;
      isCut = true;
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) next.refuse();
      return wasBusy;
    },
    load: () => ({ used: isBusy ? 1 : 0, idle: isBusy ? 1 : 2, waiting: waiting.length }),
  };
}

function newGroup(): Group {
  return { members: 0, startMs: performance.now(), end: deferred<void>() };
}

function busy(): Error {
  return Object.assign(new Error('The database is busy.'), { code: 'SQLITE_BUSY' });
}
