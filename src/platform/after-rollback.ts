import type { Problem } from './problems';

/**
 * Thrown by a handler to undo its transaction and then answer with the problem that `decide` finds,
 * which may write in a transaction of its own: SQLite has one writer, so that could not begin while
 * the first is open.
 */
export class AfterRollback extends Error {
  constructor(readonly decide: () => Promise<Problem>) {
    super('The answer is decided after the rollback.');
  }
}
