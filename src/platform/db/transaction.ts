import type { Knex } from 'knex';
import type { Database } from './connect';
import type { ConnectionTransaction } from './connections';
import { execute } from './statements/execute';

/** The two databases that Callboard runs on. */
export type Dialect = 'sqlite' | 'postgres';

/** A statement made from the Knex instance or transaction that the hand holds: by Knex, or by `keepStatement`. */
export type Statement = (db: Knex) => { toSQL(): Knex.Sql };

/** A store's way to the database that cannot write. */
export interface Reader {
  readonly dialect: Dialect;
  /** Stands for the database where everything that is read is committed, and may be remembered; absent within a transaction. */
  readonly committed?: object;
  /** All rows of the statement. The statement itself must be bounded. */
  rows<Row>(statement: Statement): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row>(statement: Statement): Promise<Row | undefined>;
}

/** A store's way to the database inside one transaction, begun at its first statement. */
export interface Transaction extends Reader {
  /** Runs an insert, update or delete; answers the number of rows that it touched. */
  write(statement: Statement): Promise<number>;
  /** Locks the rows of a query until the transaction ends. On SQLite, whose one writer it is, nothing is asked. */
  lock(statement: Statement): Promise<void>;
  /** Has work done at the end of the transaction, before it commits; in the order of the calls. */
  beforeCommit(work: () => Promise<void>): void;
  /** Runs a write together with the commit, after everything else; in the order of the calls. When it fails, so does the commit. */
  writeLast(statement: Statement): void;
}

/** A write hand and the end of its transaction. */
export interface OpenTransaction {
  readonly transaction: Transaction;
  /** Commits. Does nothing when no statement ran; throws when one had failed or the database refuses. */
  readonly commit: () => Promise<void>;
  /** Undoes everything that no commit has ended. Throws only when what the statements saw is undone too: what would be answered is not so. */
  readonly rollback: () => Promise<void>;
}

/** A hand that reads, each statement for itself, outside any transaction. */
export function createReader(database: Database): Reader {
  const { connections, dialect, knex } = database;
  const reader = makeReader(dialect, (statement) =>
    connections.read(async (connection) =>
      execute(knex.client, connection, queryOf(statement(knex))),
    ),
  );
  return { ...reader, committed: database };
}

/**
 * Runs the work with a hand that sees one state of the database for as long as the work takes, and keeps no writer
 * waiting: on SQLite a transaction that only reads, on Postgres one of the level REPEATABLE READ.
 */
export async function withSnapshot<T>(
  database: Database,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  const client: Knex.Client = database.knex.client;
  const connection: unknown = await client.acquireConnection();
  const run = async (sql: string): Promise<void> => {
    await database.knex.raw(sql).connection(connection);
  };
  try {
    await run(
      database.dialect === 'sqlite'
        ? 'begin deferred'
        : 'begin isolation level repeatable read read only',
    );
    try {
      return await work(
        makeReader(database.dialect, async (statement) =>
          execute(client, connection, queryOf(statement(database.knex))),
        ),
      );
    } finally {
      await run('rollback');
    }
  } finally {
    await client.releaseConnection(connection);
  }
}

/**
 * A hand that writes. Its transaction begins at the first statement, so that slow work can come before it;
 * statements run one after the other in the order they were given: on connections that pipeline each is sent at once, so what does not need
 * the answer of the one before need not wait for it. After a statement has failed, nothing more runs
 * and commit throws, on both databases (Postgres would turn that commit into a silent rollback).
 */
export function openTransaction(database: Database): OpenTransaction {
  const { connections, knex } = database;
  let begun: Promise<ConnectionTransaction> | undefined;
  let hasBegun = false;
  let state: 'open' | 'failed' | 'ended' = 'open';
  // Settle when the next statement may be sent, and when the last one is answered.
  let turn: Promise<unknown> = Promise.resolve();
  let answered: Promise<unknown> = turn;
  const lastWork: (() => Promise<void>)[] = [];
  const lastWrites: Statement[] = [];

  const begin = (): Promise<ConnectionTransaction> => (begun ??= connections.begin());
  const fail = (error: unknown): never => {
    state = 'failed';
    throw error;
  };
  const send = async (statement: Statement): Promise<{ answer: Promise<unknown> }> => {
    if (state === 'ended') throw new Error('A statement came after the end of its transaction.');
    if (state === 'failed') throw new Error('An earlier statement of this transaction has failed.');
    try {
      const transaction = await begin();
      const compiled = statement(knex).toSQL();
      // Should the transaction not begin, what would change something has not been sent.
      if (!hasBegun && !/^select\b/i.test(compiled.sql)) await transaction.begun;
      const answer = execute(knex.client, transaction.connection, compiled);
      if (hasBegun) return { answer: answer.catch(fail) };
      const both = Promise.all([answer, transaction.begun]).then(([result]) => {
        hasBegun = true;
        return result;
      });
      return { answer: both.catch(fail) };
    } catch (error) {
      return fail(error);
    }
  };
  const run = (statement: Statement): Promise<unknown> => {
    const sent = turn.then(() => send(statement));
    const answer = sent.then((statementSent) => statementSent.answer);
    answered = answer.catch(() => undefined);
    turn = connections.pipeline ? sent.catch(() => undefined) : answered;
    return answer;
  };

  return {
    transaction: {
      ...makeReader(database.dialect, run),
      write: async (statement) => affectedRows(await run(statement)),
      lock: async (statement) => {
        if (database.dialect === 'postgres') await run(statement);
      },
      beforeCommit: (work) => void lastWork.push(work),
      writeLast: (statement) => void lastWrites.push(statement),
    },
    async commit() {
      await answered;
      if (state === 'open') for (const work of lastWork) await work();
      if (state === 'open' && !connections.pipeline) {
        for (const statement of lastWrites.splice(0)) await run(statement);
      }
      await answered;
      if (state !== 'open') throw new Error('This transaction has failed and cannot be committed.');
      const last = lastWrites.map((statement) => statement(knex).toSQL());
      if (last.length > 0) await (await begin()).begun;
      state = 'ended';
      await (await begun)?.commit(last);
    },
    async rollback() {
      await answered;
      // A commit that failed has undone everything, and its connection is another's by now.
      if (state === 'ended') return;
      state = 'ended';
      const transaction = await begun?.catch(() => undefined);
      await transaction?.rollback();
    },
  };
}

/** Runs the work in one transaction: commits when it resolves, rolls back and rethrows when it rejects. */
export async function transact<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { transaction, commit, rollback } = openTransaction(database);
  try {
    const result = await work(transaction);
    await commit();
    return result;
  } catch (error) {
    await rollback();
    throw error;
  }
}

function makeReader(dialect: Dialect, run: (statement: Statement) => Promise<unknown>): Reader {
  const rows = async <Row>(statement: Statement): Promise<Row[]> => rowsOf(await run(statement));
  return {
    dialect,
    rows,
    first: async <Row>(statement: Statement) => (await rows<Row>(statement))[0],
  };
}

function queryOf(statement: ReturnType<Statement>): Knex.Sql {
  const compiled = statement.toSQL();
  const { method, sql } = compiled;
  const reads = ['select', 'first', 'pluck'].includes(method);
  if (!reads && !/^\s*(select|with|explain)\b/i.test(sql)) {
    throw new Error('A read hand runs queries only; writes need the write hand.');
  }
  return compiled;
}

/** The rows of whatever Knex answered: arrays, `.first()`'s single row, or pg's result of a raw statement. */
function rowsOf<Row>(result: unknown): Row[] {
  if (Array.isArray(result)) return result;
  if (typeof result !== 'object' || result === null) return [];
  if ('rows' in result && 'command' in result && Array.isArray(result.rows)) return result.rows;
  const single: unknown[] = [result];
  return rowsOf(single);
}

function affectedRows(result: unknown): number {
  if (typeof result === 'number') return result;
  if (Array.isArray(result)) return result.length;
  if (typeof result !== 'object' || result === null) return 0;
  if ('rowCount' in result && typeof result.rowCount === 'number') return result.rowCount;
  if ('changes' in result && typeof result.changes === 'number') return result.changes;
  return 0;
}
