import type { Knex } from 'knex';
import type { Statement } from '../transaction';
import { boundedCache } from './bounded-cache';
import { compiledStatement, type Value } from './compiled-statement';

type Values = Readonly<Record<string, Value>>;
type Compiled = (values: Values) => Statement;

/** What a statement does beside setting columns to values. `given` stands for the value of a column, or for a further one by a name that no column has. */
interface More<Name extends string> {
  /** Columns whose values the database computes, whatever they are given. */
  readonly computed?: (
    db: Knex,
    given: (name: Name) => string,
  ) => Readonly<Record<string, Knex.Raw>>;
  /** Says what else must be so, what becomes of a conflict, or what is answered. */
  readonly finish?: (
    statement: Knex.QueryBuilder,
    db: Knex,
    given: (name: Name) => string,
  ) => Knex.QueryBuilder;
}

/**
 * Makes inserts of one row, each compiled once for the columns that it sets. A column whose value is undefined is left out. Throws an Error for
 * anything but texts, numbers, booleans and null.
 */
export function compiledInsert(
  table: string,
  { computed = () => ({}), finish = (insert) => insert }: More<string> = {},
): (row: object) => Statement {
  const keep = compiledByColumns((columns) =>
    compiledStatement<string>((db, given) => {
      const insert = db(table).insert(valuesFor(columns, given, computed(db, given)));
      return finish(insert, db, given);
    }),
  );
  return (row) => {
    const values = valuesOf(row);
    return keep(Object.keys(values))(values);
  };
}

/** Makes updates of the row that has the id within a workspace, like `keepInsert` its inserts. */
export function compiledUpdate<Name extends string = never>(
  table: string,
  { computed = () => ({}), finish = (update) => update }: More<Name> = {},
): (
  key: { readonly workspace_id: string; readonly id: string },
  changes: object,
  further?: Readonly<Record<Name, Value>>,
) => Statement {
  const keep = compiledByColumns((columns) =>
    compiledStatement<string>((db, given) => {
      const update = db(table)
        .where({ workspace_id: given('its workspace_id'), id: given('its id') })
        .update(valuesFor(columns, given, computed(db, given)));
      return finish(update, db, given);
    }),
  );
  return ({ workspace_id, id }, changes, further) => {
    const values = valuesOf(changes);
    return keep(Object.keys(values))({
      ...values,
      ...further,
      'its workspace_id': workspace_id,
      'its id': id,
    });
  };
}

function valuesFor(
  columns: readonly string[],
  given: (name: string) => string,
  computed: Readonly<Record<string, Knex.Raw>>,
): Record<string, string | Knex.Raw> {
  const plain = columns.filter((name) => !Object.hasOwn(computed, name));
  return { ...Object.fromEntries(plain.map((name) => [name, given(name)])), ...computed };
}

function compiledByColumns(make: (columns: readonly string[]) => Compiled) {
  const byName = boundedCache<Compiled>();
  return (columns: readonly string[]): Compiled => byName(columns.join(), () => make(columns));
}

function valuesOf(row: object): Values {
  const values: Record<string, Value> = {};
  for (const [name, value] of Object.entries<unknown>({ ...row })) {
    if (isValue(value)) values[name] = value;
    else if (value !== undefined) throw new Error(`The column ${name} gets no plain value.`);
  }
  return values;
}

function isValue(value: unknown): value is Value {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
