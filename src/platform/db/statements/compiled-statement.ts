import type { Knex } from 'knex';
import type { Statement } from '../reader';

/** The value of a parameter; null only where a column is set or compared as `not distinct`. */
export type Value = string | number | boolean | null;

type Values<Name extends string> = Readonly<Record<Name, Value>>;

/** Makes the statement. `param(name)` and `ids` are markers for the values of a request. */
type Make<Name extends string> = (
  db: Knex,
  param: (name: Name) => string,
  ids: readonly string[],
) => Knex.QueryBuilder;

type Binding<Name extends string> = (
  values: Values<Name>,
  ids: readonly string[],
) => Knex.Sql['bindings'][number];

/** A statement that Knex compiled, with the functions that return its bindings. */
interface Compiled<Name extends string> {
  readonly sql: string;
  readonly method: string;
  readonly returning: unknown;
  readonly bindings: readonly Binding<Name>[];
}

// The start of a marker. No text of a request contains this character.
const markerStart = '\0';
const maxCompiled = 200;

/**
 * A statement with the same text for every request. Knex compiles it once for each number of ids,
 * and each run binds only values and ids. Call it at module level only: a value that its function
 * closes over would become part of the statement for every workspace. The first run throws an Error
 * if a parameter is not in the position of a value.
 */
export function compiledStatement<Name extends string>(
  make: Make<Name>,
): (values: Values<Name>, ids?: readonly string[]) => Statement {
  const compiledFor = new WeakMap<Knex.Client, Map<number, Compiled<Name>>>();
  const find = (db: Knex, count: number): Compiled<Name> => {
    const client: Knex.Client = db.client;
    const byCount = compiledFor.get(client) ?? new Map<number, Compiled<Name>>();
    compiledFor.set(client, byCount);
    const cached = byCount.get(count);
    if (cached !== undefined) return cached;
    const compiled = compile(make, db, count);
    if (byCount.size < maxCompiled) byCount.set(count, compiled);
    return compiled;
  };
  return (values, ids = []) =>
    (db) => ({
      toSQL: () => bind(find(db, ids.length), { client: db.client, values, ids }),
    });
}

function compile<Name extends string>(make: Make<Name>, db: Knex, count: number): Compiled<Name> {
  const sources = new Map<unknown, Binding<Name>>();
  const ids = Array.from({ length: count }, (_, index) => {
    const text = `${markerStart}${index}`;
    sources.set(text, (_values, all) => all[index] ?? null);
    return text;
  });
  const param = (name: Name): string => {
    const text = `${markerStart}${name}`;
    sources.set(text, (values) => values[name]);
    return text;
  };
  const compiled = make(db, param, ids).toSQL();
  const { sql, method, bindings } = compiled;
  const missing = [...sources.keys()].some((text) => !bindings.some((bound) => bound === text));
  const hidden = bindings.some(
    (bound) => !sources.has(bound) && JSON.stringify(bound ?? null).includes('\\u0000'),
  );
  if (missing || hidden) throw new Error(`A parameter is not in the position of a value: ${sql}`);
  return {
    sql,
    method,
    returning: 'returning' in compiled ? compiled.returning : undefined,
    bindings: bindings.map((bound) => sources.get(bound) ?? (() => bound)),
  };
}

function bind<Name extends string>(
  { sql, method, returning, bindings }: Compiled<Name>,
  { client, values, ids }: { client: Knex.Client; values: Values<Name>; ids: readonly string[] },
): Knex.Sql {
  const bound = bindings.map((binding) => binding(values, ids));
  const statement = {
    sql,
    method,
    returning,
    options: {},
    bindings: bound,
    toNative: () => ({ sql: client.positionBindings(sql), bindings: bound }),
  };
  return statement;
}
