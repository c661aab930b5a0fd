import type { Knex } from 'knex';
import type { Statement } from '../transaction';

/** What a parameter stands for; null only where a column is set. */
export type Value = string | number | boolean | null;

type Values<Name extends string> = Readonly<Record<Name, Value>>;

/** Makes the statement. `given(name)` stands for a value of the request, and `ids` for as many ids as it has. */
type Make<Name extends string> = (
  db: Knex,
  given: (name: Name) => string,
  ids: readonly string[],
) => Knex.QueryBuilder;

type Binding<Name extends string> = (
  values: Values<Name>,
  ids: readonly string[],
) => Knex.Sql['bindings'][number];

/** A statement as Knex compiled it, with what finds its bindings. */
interface Compiled<Name extends string> {
  readonly sql: string;
  readonly method: string;
  readonly returning: unknown;
  readonly bindings: readonly Binding<Name>[];
}

// No text that a request brings has it.
const mark = '\0';
const maxCompiled = 200;

/**
 * A statement whose text is the same for every request: Knex makes and compiles it once, and from then on it is only given its values and
 * its ids, whose number the text may depend on. Only where a value stands can a parameter stand; the first run throws an Error
 * for any other place.
 */
export function compiledStatement<Name extends string>(
  make: Make<Name>,
): (values: Values<Name>, ids?: readonly string[]) => Statement {
  const keptFor = new WeakMap<Knex.Client, Map<number, Compiled<Name>>>();
  const find = (db: Knex, count: number): Compiled<Name> => {
    const client: Knex.Client = db.client;
    const kept = keptFor.get(client) ?? new Map<number, Compiled<Name>>();
    keptFor.set(client, kept);
    const known = kept.get(count);
    if (known !== undefined) return known;
    const made = compile(make, db, count);
    if (kept.size < maxCompiled) kept.set(count, made);
    return made;
  };
  return (values, ids = []) =>
    (db) => ({
      toSQL: () => bind(find(db, ids.length), { client: db.client, values, ids }),
    });
}

function compile<Name extends string>(make: Make<Name>, db: Knex, count: number): Compiled<Name> {
  const sources = new Map<unknown, Binding<Name>>();
  const ids = Array.from({ length: count }, (_, index) => {
    const text = `${mark}${index}`;
    sources.set(text, (_values, all) => all[index] ?? null);
    return text;
  });
  const given = (name: Name): string => {
    const text = `${mark}${name}`;
    sources.set(text, (values) => values[name]);
    return text;
  };
  const compiled = make(db, given, ids).toSQL();
  const { sql, method, bindings } = compiled;
  const missing = [...sources.keys()].some((text) => !bindings.some((bound) => bound === text));
  const hidden = bindings.some(
    (bound) => !sources.has(bound) && JSON.stringify(bound ?? null).includes('\\u0000'),
  );
  if (missing || hidden) throw new Error(`A parameter does not stand where a value stands: ${sql}`);
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
