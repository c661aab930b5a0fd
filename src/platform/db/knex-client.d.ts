import 'knex';

declare module 'knex' {
  namespace Knex {
    /** What compiles one builder; `skipBinding`, where it has a limit or an offset, tells which of them stands in the text itself. */
    interface BuilderCompiler {
      readonly single: { readonly skipBinding?: { limit?: boolean } };
    }

    interface Client {
      /** Runs a statement on a connection; Knex's types leave this out, and what follows. */
      _query(connection: unknown, statement: unknown): Promise<unknown>;
      /** What a statement that ran answers. */
      processResponse(statement: unknown, runner: unknown): unknown;
    }
  }
}
