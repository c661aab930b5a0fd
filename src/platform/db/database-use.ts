import type { Knex } from 'knex';
import type { Logger } from 'pino';

/** What one request has used of the database so far. */
export interface DatabaseUse {
  readonly requestId: string;
  statements: number;
  /** The sum of the durations of its statements and commits; those that overlap count twice. */
  milliseconds: number;
}

/** A statement or a commit that has ended. */
export interface EndedStatement {
  /** The statement without its values. */
  readonly sql: string;
  /** When it began, by `performance.now()`. */
  readonly started: number;
  readonly milliseconds: number;
  readonly hasFailed: boolean;
  /** The use of the request that it ran for; undefined for work without one. */
  readonly use: DatabaseUse | undefined;
}

/** How a transaction has ended. */
type TransactionOutcome = 'commit' | 'rollback';

/** Called when the transaction of a request begins to wait for its connection, and when it ends. */
interface TransactionObserver {
  readonly began: (use: DatabaseUse) => void;
  readonly ended: (use: DatabaseUse, outcome: TransactionOutcome) => void;
}

const ended = 'statement-ended';
const transactionEvents = { began: 'transaction-began', ended: 'transaction-ended' };

/** Calls `observe` after each statement and each commit of a database. */
export function observeStatements(
  client: Knex.Client,
  observe: (statement: EndedStatement) => void,
): void {
  client.on(ended, observe);
}

/** Counts a statement or a commit that began at `started`, by `performance.now()`, in `use`. */
export function statementEnded(
  client: Knex.Client,
  use: DatabaseUse | undefined,
  { sql, started, hasFailed }: Readonly<Pick<EndedStatement, 'sql' | 'started' | 'hasFailed'>>,
): void {
  const milliseconds = performance.now() - started;
  if (use !== undefined) {
    use.statements += 1;
    use.milliseconds += milliseconds;
  }
  if (client.listenerCount(ended) === 0) return;
  const statement: EndedStatement = { sql, started, milliseconds, hasFailed, use };
  client.emit(ended, statement);
}

/** Observes the transactions of requests. */
export function observeTransactions(client: Knex.Client, observer: TransactionObserver): void {
  client.on(transactionEvents.began, observer.began);
  client.on(transactionEvents.ended, observer.ended);
}

/** Reports that a transaction begins to wait for its connection. */
export function transactionBegan(client: Knex.Client, use: DatabaseUse | undefined): void {
  if (use !== undefined) client.emit(transactionEvents.began, use);
}

/** Reports the end of a transaction. */
export function transactionEnded(
  client: Knex.Client,
  use: DatabaseUse | undefined,
  outcome: TransactionOutcome,
): void {
  if (use !== undefined) client.emit(transactionEvents.ended, use, outcome);
}

/** Logs every statement, without its values, at the level `trace`. */
export function traceStatements(client: Knex.Client, log: Logger): void {
  if (!log.isLevelEnabled('trace')) return;
  observeStatements(client, ({ sql, milliseconds, use }) => {
    log.trace(
      { request_id: use?.requestId, sql, ms: Math.round(milliseconds * 10) / 10 },
      'statement',
    );
  });
}
