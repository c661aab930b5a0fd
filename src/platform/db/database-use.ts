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
  readonly milliseconds: number;
  /** The request that it ran for; undefined for work without one. */
  readonly requestId: string | undefined;
}

const ended = 'statement-ended';

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
  { sql, started }: { readonly sql: string; readonly started: number },
): void {
  const milliseconds = performance.now() - started;
  if (use !== undefined) {
    use.statements += 1;
    use.milliseconds += milliseconds;
  }
  if (client.listenerCount(ended) === 0) return;
  const statement: EndedStatement = { sql, milliseconds, requestId: use?.requestId };
  client.emit(ended, statement);
}

/** Logs every statement, without its values, at the level `trace`. */
export function traceStatements(client: Knex.Client, log: Logger): void {
  if (!log.isLevelEnabled('trace')) return;
  observeStatements(client, ({ sql, milliseconds, requestId }) => {
    log.trace({ request_id: requestId, sql, ms: Math.round(milliseconds * 10) / 10 }, 'statement');
  });
}
