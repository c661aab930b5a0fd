import type { Knex } from 'knex';

/** The two databases that Callboard runs on. */
export type Dialect = 'sqlite' | 'postgres';

/** A statement made from the Knex instance or transaction that the hand holds. */
export type Statement = (db: Knex) => Knex.QueryBuilder | Knex.Raw;

/** A store's way to the database that cannot write. */
export interface ReadHand {
  readonly dialect: Dialect;
  /** All rows of the statement. The statement itself must be bounded. */
  rows<Row>(statement: Statement): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row>(statement: Statement): Promise<Row | undefined>;
}

/** A store's way to the database inside one transaction, begun at its first statement. */
export interface WriteHand extends ReadHand {
  /** Runs an insert, update or delete; answers the number of rows that it touched. */
  write(statement: Statement): Promise<number>;
}
