import type { Statement as KnexStatement } from '../../../src/platform/db/reader';
import type { Transaction } from '../../../src/platform/db/transaction';
import type { Connection, Driver, Parameter, Statement, Value, Values } from './driver';

/** The values of a query. `now` is ISO 8601 UTC, and all derived times depend on it. */
export type Given = Values & { readonly now: string };

type Use<G extends Given, T> = (transaction: Transaction, given: G) => Promise<T>;

/**
 * Compiles the statements of Callboard's stores once, so that a request pays only for running them.
 * `use` calls the store with `sample`, and its SQL becomes prepared statements in which the values
 * of the request replace those of the sample. So the statements are always the same as Callboard's.
 * `derive` returns the values that the stores derive from the given ones. The values of the sample
 * must differ from each other and from all constants of the statements.
 */
export function compiled<G extends Given, T>(
  driver: Driver,
  sample: G,
  use: Use<G, T>,
  derive: (given: G) => Values = () => ({}),
): (connection: Connection, given: G) => Promise<T> {
  const statements: Statement[] = [];
  const names = namesOf({ ...sample, ...derive(sample) });
  let isCompiled = false;
  const record = async (statement: KnexStatement) => {
    statements.push(compile(driver, statement, names));
    return [];
  };
  // A recorded write changes one row, and a recorded query returns none. The store's result does
  // not matter.
  const recorder = transactionOf(driver, record, async (statement) => {
    await record(statement);
    return 1;
  });
  void use(recorder, sample).then(
    () => (isCompiled = true),
    () => (isCompiled = true),
  );
  return (connection, given) => {
    if (!isCompiled) throw new Error('The statements are not compiled yet.');
    const values = { ...given, ...derive(given) };
    let next = 0;
    const nextStatement = (): Statement => {
      const statement = statements[next];
      next += 1;
      if (statement === undefined) throw new Error('The store ran more statements than before.');
      return statement;
    };
    const transaction = transactionOf(
      driver,
      async () => connection.rows(nextStatement(), values),
      async () => connection.write(nextStatement(), values),
    );
    return use(transaction, given);
  };
}

type Run<T> = (statement: KnexStatement) => Promise<T>;

function transactionOf({ dialect }: Driver, run: Run<unknown>, write: Run<number>): Transaction {
  const rows = async <Row>(statement: Parameters<Run<unknown>>[0]): Promise<Row[]> => {
    const found = await run(statement);
    return Array.isArray(found) ? found : [];
  };
  return {
    dialect,
    rows,
    first: async <Row>(statement: Parameters<Run<unknown>>[0]) => (await rows<Row>(statement))[0],
    write,
    lock: async (statement) => {
      if (dialect === 'postgres') await run(statement);
    },
    savepoint: unsupported,
    beforeCommit: unsupported,
    writeLast: unsupported,
    afterCommit: unsupported,
  };
}

function unsupported(): never {
  throw new Error(
    'The limit server supports neither savepoints nor statements at the end of a transaction.',
  );
}

function namesOf(values: Values): ReadonlyMap<Value, string> {
  const names = new Map<Value, string>();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) names.set(value, name);
  }
  return names;
}

function compile(
  { knex, dialect }: Driver,
  statement: KnexStatement,
  names: ReadonlyMap<Value, string>,
): Statement {
  const { sql, bindings } = statement(knex).toSQL().toNative();
  const parameters = bindings.map((binding): Parameter => {
    const value: unknown = binding;
    if (typeof value === 'boolean') {
      return { constant: dialect === 'postgres' ? String(value) : Number(value) };
    }
    if (value === null) return { constant: null };
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new Error(`A parameter is neither text nor a number: ${sql}`);
    }
    return names.get(value) ?? { constant: value };
  });
  return { text: sql, parameters };
}
