import type { Database } from './db/connect';
import type { Problem } from './problems';

/**
 * Thrown by a handler to roll back its transaction and then respond with the problem from `decide`,
 * which may open another transaction. SQLite has one writer, so that cannot begin before the
 * rollback.
 */
export class AfterRollback extends Error {
  constructor(readonly decide: (database: Database) => Promise<Problem>) {
    super('The response is decided after the rollback.');
  }
}
