import type { Knex } from 'knex';
import type { Dialect } from '../../../src/platform/db/dialect';

/** What a statement takes. */
export type Value = string | number | null;

/** The values of a statement by the names of its parameters. */
export type Values = Readonly<Record<string, Value | undefined>>;

/** A parameter: the name of a value, or a value that is always the same. */
export type Parameter = string | { readonly always: Value };

/** A statement that a driver keeps prepared. */
export interface Statement {
  readonly text: string;
  /** In the order of their marks. */
  readonly parameters: readonly Parameter[];
}

/** Runs statements, on SQLite at once. */
export interface Connection {
  /** All rows. */
  rows(statement: Statement, values: Values): unknown[] | Promise<unknown[]>;
  /** How many rows it touched. */
  write(statement: Statement, values: Values): number | Promise<number>;
}

/** A database without anything between it and the program. */
export interface Driver {
  readonly dialect: Dialect;
  /** Makes SQL of Callboard's statements; it never runs any. */
  readonly knex: Knex;
  /** Each statement for itself. */
  readonly reader: Connection;
  /** One transaction: commits when the work resolves, and undoes it when it rejects. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** A statement with `:name` for each parameter, in the words of both databases. */
export function sql(driver: Pick<Driver, 'dialect'>, text: string): Statement {
  const parameters: string[] = [];
  const marked = text.replace(/(?<!:):([a-z_]+)/gi, (_match, name: string) => {
    parameters.push(name);
    return driver.dialect === 'postgres' ? `$${parameters.length}` : '?';
  });
  return { text: marked, parameters };
}

/**
 * The values in the order of the statement's parameters. Throws an Error for one that is not given.
 */
export function inOrder({ parameters, text }: Statement, values: Values): Value[] {
  return parameters.map((parameter) => {
    if (typeof parameter !== 'string') return parameter.always;
    const value = values[parameter];
    if (value === undefined) throw new Error(`${parameter} is not given: ${text}`);
    return value;
  });
}
