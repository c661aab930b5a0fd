import type { Knex } from 'knex';
import { int } from '../../platform/db/statements/columns';
import type { Dialect, Reader } from '../../platform/db/transaction';
import { compiledQuery } from '../../platform/db/statements/compiled-query';
import { maxCounted } from '../../platform/db/statements/page';

/** A list that ends at a ceiling. */
export interface Capped<Row> {
  readonly rows: Row[];
  /** How many matching rows the list leaves out; beyond 10,000 matches the count stops. */
  readonly beyond: number;
}

/** What a capped list is made of. */
export interface CappedSource {
  /** The matching rows: tables and filters, without columns, order or limit. It is counted as it is. */
  readonly matching: (db: Knex) => Knex.QueryBuilder;
  /** Adds the columns, and what joins they need; a join must neither add nor remove rows. */
  readonly select: (query: Knex.QueryBuilder, db: Knex) => Knex.QueryBuilder;
  /** The terms of `order by`, the last of them unique. */
  readonly order: string;
  /**
   * The table whose rows are put in order and limited before anything is joined to them: where many more match than the list takes, and `matching` and
   * `order` name no other table.
   */
  readonly first?: string;
}

/** The statement of a capped list; each row carries the number of all matching rows, 10,000 at most, as `capped_total`. */
export function cappedQuery(db: Knex, source: CappedSource, limit: number): Knex.QueryBuilder {
  const counted = source.matching(db).select(db.raw('1 as one')).limit(maxCounted).as('counted');
  return source
    .select(
      source.first === undefined ? source.matching(db) : taken(db, source, source.first, limit),
      db,
    )
    .select(db.from(counted).count('*').as('capped_total'))
    .orderByRaw(source.order)
    .limit(limit);
}

// By their keys: whole rows would have to be carried through the sorting.
function taken(
  db: Knex,
  { matching, order }: CappedSource,
  table: string,
  limit: number,
): Knex.QueryBuilder {
  const keys = matching(db)
    .select(`${table}.workspace_id`, `${table}.id`)
    .orderByRaw(order)
    .limit(limit);
  return db.from(keys.as('taken')).join(table, (on) => {
    on.on(`${table}.workspace_id`, 'taken.workspace_id').on(`${table}.id`, 'taken.id');
  });
}

/** A way to read a capped list and what it leaves out in one statement, so that the two agree; compiled once for each shape of what is asked. */
export function compiledCappedQuery<Row extends object, Asked extends object>(
  sourceOf: (asked: Asked, dialect: Dialect) => CappedSource,
): (reader: Reader, asked: Readonly<Asked>, limit: number) => Promise<Capped<Row>> {
  const list = compiledQuery<Asked & { readonly limit: number }>((db, asked, { dialect }) =>
    cappedQuery(db, sourceOf(asked, dialect), asked.limit),
  );
  return async (reader, asked, limit) => {
    const rows = await reader.rows<Row & { capped_total: number }>(
      list(reader, { ...asked, limit }),
    );
    const [first] = rows;
    return { rows, beyond: first === undefined ? 0 : int(first.capped_total) - rows.length };
  };
}
