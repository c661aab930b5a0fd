import type { Knex } from 'knex';
import type { Reader, Statement } from '../reader';
import type { Transaction } from '../transaction';
import { bool, type Dialect } from './columns';

/** The value of a parameter; null only where a column is set or compared as `not distinct`. */
type Value = string | number | boolean | Buffer | null;

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

/** The database and the ids, whose number the text of a query depends on besides its shape. */
interface Environment {
  readonly dialect: Dialect;
  readonly ids: readonly string[];
}

/**
 * A query that is compiled once for each shape of its parameters, each dialect and each number of
 * ids. Strings are bound as values. Numbers, booleans, null, lists of words and missing parameters
 * belong to the shape, so the text may depend on them. `make` may read only strings that become
 * bound values.
 */
export function compiledQuery<Params extends object>(
  make: (db: Knex, params: Params, environment: Environment) => Knex.QueryBuilder,
): (
  reader: Pick<Reader, 'dialect'>,
  params: Readonly<Params>,
  ids?: readonly string[],
) => Statement {
  const byShape = boundedCache<ReturnType<typeof compiledStatement<string>>>();
  return ({ dialect }, params, ids) => {
    const { shape, texts } = partsOf(params);
    const statement = byShape(`${dialect} ${shape}`, () =>
      compiledStatement<string>((db, param, markers) =>
        make(db, withMarkers(params, param), { dialect, ids: markers }),
      ),
    );
    return statement(texts, ids);
  };
}

function partsOf(params: object): { shape: string; texts: Readonly<Record<string, Value>> } {
  const texts: Record<string, Value> = {};
  let shape = '';
  for (const [name, value] of Object.entries<unknown>({ ...params })) {
    if (typeof value === 'string') {
      texts[name] = value;
      shape += `${name},`;
    } else if (value === null || typeof value === 'number' || typeof value === 'boolean') {
      shape += `${name}=${value},`;
    } else if (Array.isArray(value)) {
      shape += `${name}=${JSON.stringify(value)},`;
    } else if (value !== undefined) {
      throw new Error(`${name} is not a plain value.`);
    }
  }
  return { shape, texts };
}

// A string becomes a parameter only if the query reads it.
function withMarkers<Params extends object>(
  params: Params,
  param: (name: string) => string,
): Params {
  return new Proxy(params, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'string' ? param(String(name)) : value;
    },
  });
}

type AdditionalValues = Readonly<Record<string, Value>>;
type CompiledWrite = (values: AdditionalValues) => Statement;

/**
 * Additions to a write. `param` is the value of a column, or an additional value by another name.
 */
interface Additions<Name extends string> {
  /** Columns whose values the database computes. */
  readonly computed?: (
    db: Knex,
    param: (name: Name) => string,
  ) => Readonly<Record<string, Knex.Raw>>;
  /** Adds conditions, the handling of conflicts, or the returned columns. */
  readonly finish?: (
    statement: Knex.QueryBuilder,
    db: Knex,
    param: (name: Name) => string,
  ) => Knex.QueryBuilder;
}

/**
 * Inserts of one row, compiled once for each set of columns. Columns whose value is undefined are
 * left out. Throws an Error for values other than strings, numbers, booleans and null.
 */
export function compiledInsert(
  table: string,
  { computed = () => ({}), finish = (insert) => insert }: Additions<string> = {},
): (row: object, additional?: AdditionalValues) => Statement {
  const statementFor = compiledByColumns((columns) =>
    compiledStatement<string>((db, param) => {
      const insert = db(table).insert(valuesFor(columns, param, computed(db, param)));
      return finish(insert, db, param);
    }),
  );
  return (row, additional) => {
    const values = valuesOf(row);
    return statementFor(Object.keys(values))({ ...values, ...additional });
  };
}

/** Updates of one row by workspace and id, compiled like those of `compiledInsert`. */
export function compiledUpdate<Name extends string = never>(
  table: string,
  { computed = () => ({}), finish = (update) => update }: Additions<Name> = {},
): (
  key: { readonly workspace_id: string; readonly id: string },
  changes: object,
  additional?: Readonly<Record<Name, Value>>,
) => Statement {
  const statementFor = compiledByColumns((columns) =>
    compiledStatement<string>((db, param) => {
      const update = db(table)
        .where({ workspace_id: param('its workspace_id'), id: param('its id') })
        .update(valuesFor(columns, param, computed(db, param)));
      return finish(update, db, param);
    }),
  );
  return ({ workspace_id, id }, changes, additional) => {
    const values = valuesOf(changes);
    return statementFor(Object.keys(values))({
      ...values,
      ...additional,
      'its workspace_id': workspace_id,
      'its id': id,
    });
  };
}

function valuesFor(
  columns: readonly string[],
  param: (name: string) => string,
  computed: Readonly<Record<string, Knex.Raw>>,
): Record<string, string | Knex.Raw> {
  const plain = columns.filter((name) => !Object.hasOwn(computed, name));
  return { ...Object.fromEntries(plain.map((name) => [name, param(name)])), ...computed };
}

function compiledByColumns(make: (columns: readonly string[]) => CompiledWrite) {
  const byName = boundedCache<CompiledWrite>();
  return (columns: readonly string[]): CompiledWrite => byName(columns.join(), () => make(columns));
}

function valuesOf(row: object): AdditionalValues {
  const values: Record<string, Value> = {};
  for (const [name, value] of Object.entries<unknown>({ ...row })) {
    if (isValue(value)) values[name] = value;
    else if (value !== undefined)
      throw new Error(`The column ${name} is not set to a plain value.`);
  }
  return values;
}

function isValue(value: unknown): value is Value {
  if (value === null || Buffer.isBuffer(value)) return true;
  return ['string', 'number', 'boolean'].includes(typeof value);
}

// Requests choose the shapes of statements, so the memory for them must be bounded.
const maxEntries = 200;

/** Caches the value that `create` returns for a key. Beyond 200 keys, calls `create` each time. */
function boundedCache<T>(): (key: string, create: () => T) => T {
  const cache = new Map<string, T>();
  return (key, create) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const created = create();
    if (cache.size < maxEntries) cache.set(key, created);
    return created;
  };
}

// SQLite allows 32,766 parameters and 500 terms of a compound select, Postgres 65,535 parameters.
const maxParameters = 32_000;
const maxRows = 500;

// Most inserts have one row.
const singleInserts = new Map<string, ReturnType<typeof compiledInsert>>();

/**
 * Inserts any number of rows in as few statements as the databases allow. Resolves with their
 * number.
 */
export async function insertRows(
  transaction: Transaction,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<number> {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0) {
    const insert = singleInserts.get(table) ?? compiledInsert(table);
    singleInserts.set(table, insert);
    return transaction.write(insert(only));
  }
  const columns = new Set(rows.flatMap((row) => Object.keys(row))).size;
  const size = Math.min(maxRows, Math.floor(maxParameters / columns));
  let inserted = 0;
  for (let start = 0; start < rows.length; start += size) {
    const chunk = rows.slice(start, start + size);
    inserted += await transaction.write((db) => db(table).insert(chunk));
  }
  return inserted;
}

/** The columns of a record that a change of it needs. */
interface VersionedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly version: number;
}

/** The columns that a change may set: all except the key and the version. */
export type RowChanges<Row extends VersionedRow> = Partial<Omit<Row, keyof VersionedRow>>;

/**
 * Changes columns of a locked record and increments its version. Returns the row with these
 * changes.
 */
export async function updateVersioned<Row extends VersionedRow>(
  transaction: Transaction,
  table: string,
  row: Row,
  changes: RowChanges<Row>,
): Promise<Row> {
  const { workspace_id, id } = row;
  const version = row.version + 1;
  await transaction.write((db) =>
    db(table)
      .where({ workspace_id, id })
      .update({ ...changes, version }),
  );
  return { ...row, ...changes, version };
}

/** The fields that a merge changes. */
export type Changed<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/**
 * The fields of `wanted` that differ from the row. Undefined fields are ignored. Booleans are
 * compared as booleans, because SQLite stores them as numbers.
 */
export function changedFields<Fields extends object>(row: object, wanted: Fields): Changed<Fields>;
export function changedFields(row: object, wanted: object): object {
  const before = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => {
      const old = before.get(name);
      return value !== undefined && (typeof value === 'boolean' ? bool(old) : old) !== value;
    }),
  );
}
