import 'knex';

declare module 'knex' {
  namespace Knex {
    interface Client {
      /** What a statement that ran answers; Knex's types leave it out. */
      processResponse(statement: unknown, runner: unknown): unknown;
    }
  }
}
