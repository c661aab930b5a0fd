import 'knex';

declare module 'knex' {
  namespace Knex {
    /**
     * The compiler of one builder. `skipBinding` selects the limit or offset to write as a literal.
     */
    interface BuilderCompiler {
      readonly single: { readonly skipBinding?: { limit?: boolean } };
    }

    interface Client {
      /** Runs a statement on a connection. The types of Knex lack this method and the next. */
      query(connection: unknown, statement: unknown): Promise<unknown>;
      /** The result of a statement that ran. */
      processResponse(statement: unknown, runner: unknown): unknown;
    }
  }
}
