import 'knex';

declare module 'knex' {
  namespace Knex {
    interface Client {
      /** Runs a statement on a connection; Knex's types leave this out, and what follows. */
      _query(connection: unknown, statement: unknown): Promise<unknown>;
      /** What a statement that ran answers. */
      processResponse(statement: unknown, runner: unknown): unknown;
    }
  }
}
