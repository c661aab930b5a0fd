declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex';
  import type pg from 'pg';

  /** A statement as Knex passes it to a client, with `options` for the driver. */
  export interface PostgresStatement {
    sql: string;
    bindings?: unknown[];
    options?: object;
  }

  /** Knex ships this client without types; these are the members that we use. */
  export default class PostgresClient extends Knex.Client {
    positionBindings(sql: string): string;
    queryCompiler(builder: unknown, bindings?: unknown): Knex.BuilderCompiler;
    _query(connection: object, statement: PostgresStatement): Promise<unknown>;
    acquireRawConnection(): Promise<unknown>;
    _acquireOnlyConnection(): Promise<pg.Client>;
    validateConnection(connection: unknown): Promise<boolean>;
    destroyRawConnection(connection: pg.Client): Promise<void>;
  }
}
