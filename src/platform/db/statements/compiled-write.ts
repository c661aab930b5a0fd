import type { Knex } from 'knex';
import type { Statement } from '../reader';
import { boundedCache } from './bounded-cache';
import { compiledStatement, type Value } from './compiled-statement';

type Values = Readonly<Record<string, Value>>;
type Compiled = (values: Values) => Statement;

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
): (row: object, additional?: Values) => Statement {
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

function compiledByColumns(make: (columns: readonly string[]) => Compiled) {
  const byName = boundedCache<Compiled>();
  return (columns: readonly string[]): Compiled => byName(columns.join(), () => make(columns));
}

function valuesOf(row: object): Values {
  const values: Record<string, Value> = {};
  for (const [name, value] of Object.entries<unknown>({ ...row })) {
    if (isValue(value)) values[name] = value;
    else if (value !== undefined)
      throw new Error(`The column ${name} is not set to a plain value.`);
  }
  return values;
}

function isValue(value: unknown): value is Value {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
