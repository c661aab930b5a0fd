declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  import type { Knex } from 'knex';

  /** A statement as Knex passes it to a client. */
  export interface ClientStatement {
    sql: string;
    method?: string;
    returning?: unknown;
    bindings?: unknown[];
    response?: unknown;
    context?: { changes: number };
  }

  /** Knex ships this client without types; these are the members that we use. */
  export default class BetterSqlite3Client extends Knex.Client {
    _query(connection: unknown, statement: ClientStatement): Promise<unknown>;
    _formatBindings(bindings: unknown[] | undefined): unknown[];
    processResponse(statement: ClientStatement, runner: unknown): unknown;
    queryCompiler(builder: unknown, bindings?: unknown): Knex.BuilderCompiler;
  }
}

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
