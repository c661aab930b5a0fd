import type { Statement as Asked } from '../../../src/platform/db/reader';
import type { Transaction } from '../../../src/platform/db/transaction';
import type { Connection, Driver, Parameter, Statement, Value, Values } from './driver';

/** What a query is of: `now` is ISO 8601 UTC and begins every derived time. */
export type Given = Values & { readonly now: string };

type Use<G extends Given, T> = (transaction: Transaction, given: G) => Promise<T>;

/**
 * Statements of Callboard's stores without what makes them: `use` calls the store once with
 * `sample`, its SQL is kept as prepared statements, and from then on only run, with the values of
 * the request wherever those of the sample stood. So the statements are the same as Callboard's,
 * whatever they become. `derive` tells further values that the stores make of the given ones. Every
 * value of the sample must differ from every other, and from what the statements say in any case.
 */
export function compiled<G extends Given, T>(
  driver: Driver,
  sample: G,
  use: Use<G, T>,
  derive: (given: G) => Values = () => ({}),
): (connection: Connection, given: G) => Promise<T> {
  const statements: Statement[] = [];
  const names = namesOf({ ...sample, ...derive(sample) });
  let isKnown = false;
  const record = async (statement: Asked) => {
    statements.push(compile(driver, statement, names));
    return [];
  };
  // A write finds what it changes, a query finds nothing; what the store makes of that is of no
  // interest.
  const recorder = handOf(driver, record, async (statement) => {
    await record(statement);
    return 1;
  });
  void use(recorder, sample).then(
    () => (isKnown = true),
    () => (isKnown = true),
  );
  return (connection, given) => {
    if (!isKnown) throw new Error('The statements are not compiled yet.');
    const values = { ...given, ...derive(given) };
    let next = 0;
    const take = (): Statement => {
      const statement = statements[next];
      next += 1;
      if (statement === undefined) throw new Error('The store ran more statements than before.');
      return statement;
    };
    const transaction = handOf(
      driver,
      async () => connection.rows(take(), values),
      async () => connection.write(take(), values),
    );
    return use(transaction, given);
  };
}

type Run<T> = (statement: Asked) => Promise<T>;

function handOf({ dialect }: Driver, run: Run<unknown>, write: Run<number>): Transaction {
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
    beforeCommit: endIsOfOwner,
    writeLast: endIsOfOwner,
  };
}

function endIsOfOwner(): never {
  throw new Error('The end of the transaction is its owner’s.');
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
  statement: Asked,
  names: ReadonlyMap<Value, string>,
): Statement {
  const { sql, bindings } = statement(knex).toSQL().toNative();
  const parameters = bindings.map((binding): Parameter => {
    const value: unknown = binding;
    if (typeof value === 'boolean') {
      return { always: dialect === 'postgres' ? String(value) : Number(value) };
    }
    if (value === null) return { always: null };
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new Error(`A parameter is neither text nor a number: ${sql}`);
    }
    return names.get(value) ?? { always: value };
  });
  return { text: sql, parameters };
}
