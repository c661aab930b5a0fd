import type BetterSqlite3 from 'better-sqlite3';
import { setTimeout as pause } from 'node:timers/promises';
import { deferred, type Deferred } from '../../deferred';
import { failedCommit } from '../faults/availability';
import type { Connections, ConnectionTransaction } from '../connections';
import type { SqliteClient } from './sqlite-client';
import { sqliteProbe } from '../faults/storage-probe';
import { isLockTimeout } from '../faults/violations';

const maxMembers = 64;
const longestMs = 25;
const longestWaitMs = 10_000;
const pollMs = 1;
// A write touches few pages of many indexes, which the operating system keeps as well.
const writerCacheKiB = 8_000;
const readerCacheKiB = 12_000;
// Of the time of a group, for other processes to find the lock free: the busier the machine, the later they look.
const othersShare = 1 / 8;

/** Transactions that the disk gets at once. */
interface Group {
  members: number;
  readonly begun: number;
  /** Settles with the commit. */
  readonly end: Deferred<void>;
}

/**
 * Two connections to an SQLite file: one that only reads, which no writer keeps waiting (WAL), and one that writes. Transactions
 * run one after the other; those that arrive together are parts (savepoints) of one transaction of SQLite, so that
 * the disk is waited for once. Each is told of its end only when all of them are on the disk. While another process writes, the
 * transactions wait for their turn and the event loop goes on; with `takesTurns`, a full group is followed by a pause, in which
 * processes that write as much get theirs.
 */
export function groupingConnections(
  client: SqliteClient,
  { takesTurns }: { readonly takesTurns: boolean },
): Connections {
  let isClosed = false;
  let cut = (): boolean => false;
  const open = async (): Promise<BetterSqlite3.Database> => {
    if (isClosed) throw busy();
    return client.acquireRawConnection();
  };
  const reader = kept(async () => {
    const connection = await open();
    connection.pragma('query_only = ON');
    connection.pragma(`cache_size = -${readerCacheKiB}`);
    return connection;
  });
  const writer = kept(async () => {
    const connection = await open();
    connection.pragma(`cache_size = -${writerCacheKiB}`);
    // SQLite would wait by stopping the thread, and readers with it.
    connection.pragma('busy_timeout = 0');
    return connection;
  });
  const begin = kept(async () => {
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
    const groups = grouping(connection, run, takesTurns ? othersShare : 0);
    cut = groups.cut;
    return groups.begin;
  });
  return {
    // A statement that fails undoes itself only.
    pipeline: false,
    read: async (work) => work(await reader.get()),
    begin: async () => (await begin.get())(),
    async tryStorage() {
      const connection = await writer.get();
      const transaction = await (await begin.get())();
      try {
        connection.pragma('cache_size = 8');
        connection.exec(sqliteProbe);
      } finally {
        connection.pragma(`cache_size = -${writerCacheKiB}`);
        await transaction.rollback();
      }
    },
    cut() {
      isClosed = true;
      return cut();
    },
    async close() {
      isClosed = true;
      void begin.forget();
      for (const connection of [reader.forget(), writer.forget()]) (await connection)?.close();
    },
  };
}

/** What is made when it is first needed, and made again when that failed. */
function kept<T>(make: () => Promise<T>): {
  get: () => Promise<T>;
  forget: () => Promise<T> | undefined;
} {
  let made: Promise<T> | undefined;
  return {
    get: () =>
      (made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      })),
    forget() {
      const was = made;
      made = undefined;
      return was;
    },
  };
}

function grouping(
  connection: BetterSqlite3.Database,
  run: (sql: string) => void,
  othersShare: number,
): { readonly begin: () => Promise<ConnectionTransaction>; readonly cut: () => boolean } {
  const waiting: { readonly go: () => void; readonly refuse: () => void }[] = [];
  let isTaken = false;
  let isCut = false;
  let open: Group | undefined;
  let othersUntil = 0;

  const take = (): Promise<void> => {
    if (!isTaken) {
      isTaken = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const next = {
        go: (): void => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (): void => {
          clearTimeout(timer);
          waiting.splice(waiting.indexOf(next), 1);
          reject(busy());
        },
      };
      const timer = setTimeout(next.refuse, longestWaitMs);
      waiting.push(next);
    });
  };
  const pass = (): void => {
    const next = waiting.shift();
    if (next === undefined) isTaken = false;
    else next.go();
  };

  const isFull = ({ members, begun }: Group): boolean =>
    members >= maxMembers || performance.now() - begun >= longestMs;

  const lock = async (deadline: number): Promise<void> => {
    const othersMs = othersUntil - performance.now();
    if (othersMs > 0) await pause(othersMs);
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
  const leaveToOthers = ({ begun }: Group): void => {
    const now = performance.now();
    othersUntil = now + (now - begun) * othersShare;
  };
  const close = (group: Group): void => {
    open = undefined;
    try {
      run('COMMIT;');
      if (isFull(group)) leaveToOthers(group);
      group.end.resolve();
    } catch (error) {
      undo(group, failedCommit(error));
    }
  };
  const undo = (group: Group, error: unknown): void => {
    open = undefined;
    try {
      run('ROLLBACK;');
    } catch {
      // SQLite has done so itself.
    }
    group.end.reject(error);
  };

  // Some faults, such as a full disk, make SQLite undo everything at once.
  const isUndone = (): boolean => !connection.inTransaction;

  // What the event loop brings before the commit joins it.
  const closeSoon = (group: Group): void => {
    const { members } = group;
    setImmediate(() => {
      if (open !== group || isTaken) return;
      if (group.members > members && !isFull(group)) closeSoon(group);
      else close(group);
    });
  };
  const leave = (): void => {
    pass();
    if (!isTaken && open !== undefined) closeSoon(open);
  };

  const begin = async (): Promise<ConnectionTransaction> => {
    const deadline = performance.now() + longestWaitMs;
    await take();
    let group: Group;
    let isFirst: boolean;
    try {
      if (open !== undefined && isFull(open)) close(open);
      isFirst = open === undefined;
      if (isFirst) await lock(deadline);
      else run('SAVEPOINT part;');
      group = open ??= newGroup();
      group.members += 1;
    } catch (error) {
      leave();
      throw error;
    }
    return {
      connection,
      begun: undefined,
      async commit() {
        try {
          if (isUndone()) throw busy();
          if (!isFirst) run('RELEASE part;');
        } catch (error) {
          undo(group, error);
        }
        leave();
        await group.end.promise;
      },
      async rollback() {
        if (isFirst || isUndone()) undo(group, busy());
        else {
          try {
            run('ROLLBACK TO part;');
            run('RELEASE part;');
          } catch (error) {
            undo(group, error);
          }
        }
        leave();
        if (!isFirst) await group.end.promise;
      },
    };
  };
  return {
    begin,
    cut() {
      const isWaitedFor = isTaken;
      isCut = true;
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) next.refuse();
      return isWaitedFor;
    },
  };
}

function newGroup(): Group {
  return { members: 0, begun: performance.now(), end: deferred<void>() };
}

function busy(): Error {
  return Object.assign(new Error('The database is busy.'), { code: 'SQLITE_BUSY' });
}
