import type { Knex } from 'knex';
import type { Dialect } from '../../../src/platform/db/dialect';

/** A value of a parameter. */
export type Value = string | number | null;

/** The values of a statement by the names of its parameters. */
export type Values = Readonly<Record<string, Value | undefined>>;

/** A parameter: the name of a value, or a constant. */
export type Parameter = string | { readonly constant: Value };

/** A statement that a driver prepares once. */
export interface Statement {
  readonly text: string;
  /** In the order of their placeholders. */
  readonly parameters: readonly Parameter[];
}

/** Runs statements, synchronously on SQLite. */
export interface Connection {
  /** All rows. */
  rows(statement: Statement, values: Values): unknown[] | Promise<unknown[]>;
  /** The number of changed rows. */
  write(statement: Statement, values: Values): number | Promise<number>;
}

/** A database that is used through its driver alone. */
export interface Driver {
  readonly dialect: Dialect;
  /** Compiles Callboard's statements to SQL. Never runs any. */
  readonly knex: Knex;
  /** Runs each statement in its own transaction. */
  readonly reader: Connection;
  /** Runs the work in one transaction: commits when it resolves, rolls back when it rejects. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** Parses a statement with `:name` for each parameter. The SQL must suit both databases. */
export function sql(driver: Pick<Driver, 'dialect'>, text: string): Statement {
  const parameters: string[] = [];
  const native = text.replace(/(?<!:):([a-z_]+)/gi, (_match, name: string) => {
    parameters.push(name);
    return driver.dialect === 'postgres' ? `$${parameters.length}` : '?';
  });
  return { text: native, parameters };
}

/** The values in the order of the statement's parameters. Throws an Error if one is missing. */
export function valuesOf({ parameters, text }: Statement, values: Values): Value[] {
  return parameters.map((parameter) => {
    if (typeof parameter !== 'string') return parameter.constant;
    const value = values[parameter];
    if (value === undefined) throw new Error(`${parameter} is missing: ${text}`);
    return value;
  });
}
