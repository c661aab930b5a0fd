import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';
import type { Reader } from '../../platform/db/reader';
import { type Dialect, int } from '../../platform/db/statements/columns';
import { compiledQuery } from '../../platform/db/statements/compiled';
import { maxCounted } from '../../platform/db/statements/text-filter';
import { maxViewBytes } from './fitting-rules';

/** The first rows of a list, and the number of the others. */
export interface CappedList<Row> {
  readonly rows: Row[];
  /** How many matching rows the list omits. The count stops at 10,000 matching rows. */
  readonly omitted: number;
}

/** The statement of a capped list, in parts. */
export interface CappedListDefinition {
  /** The matching rows: tables and filters, without columns, order or limit. Also counted. */
  readonly matching: (db: Knex) => Knex.QueryBuilder;
  /** Adds the columns and the joins they need. A join must neither add nor remove rows. */
  readonly select: (query: Knex.QueryBuilder, db: Knex) => Knex.QueryBuilder;
  /** The terms of `order by`; the last one is unique. */
  readonly order: string;
  /**
   * The table whose rows are sorted and limited before the joins. Set it where many more rows
   * match than the list takes, and `matching` and `order` name no other table.
   */
  readonly first?: string;
  /**
   * The bytes of a row's long texts, as SQL over the table `first`. The list ends before they
   * exceed the bytes of a view, after at least one row, so a view reads no more than it can show.
   */
  readonly bytes?: string;
}

/** The statement of a capped list. Each row has the number of matching rows as `capped_total`. */
export function cappedListQuery(
  db: Knex,
  definition: CappedListDefinition,
  limit: number,
): Knex.QueryBuilder {
  const { matching, select, order, first } = definition;
  const counted = matching(db).select(db.raw('1 as one')).limit(maxCounted).as('counted');
  return select(
    first === undefined ? matching(db) : limitBeforeJoins(db, definition, first, limit),
    db,
  )
    .select(db.from(counted).count('*').as('capped_total'))
    .orderByRaw(order)
    .limit(limit);
}

// Sorts the keys only, because sorting whole rows copies them.
function limitBeforeJoins(
  db: Knex,
  { matching, order, bytes }: CappedListDefinition,
  table: string,
  limit: number,
): Knex.QueryBuilder {
  const keys = matching(db)
    .select(`${table}.workspace_id`, `${table}.id`)
    .orderByRaw(order)
    .limit(limit);
  if (bytes === undefined) return joinKeys(db, keys, table);
  void keys.select(db.raw(`${bytes} as bytes`));
  const summed = joinKeys(db, keys, table)
    .select(`${table}.workspace_id`, `${table}.id`, 'first_keys.bytes')
    .select(
      db.raw(`sum(first_keys.bytes) over (order by ${order} rows unbounded preceding) as spent`),
    );
  // Only the first row has spent what it has itself, apart from rows after empty texts.
  return joinKeys(db, summed, table).where((fits) => {
    void fits
      .where('first_keys.spent', '<=', maxViewBytes)
      .orWhere('first_keys.spent', db.ref('first_keys.bytes'));
  });
}

function joinKeys(db: Knex, keys: Knex.QueryBuilder, table: string): Knex.QueryBuilder {
  return db.from(keys.as('first_keys')).join(table, (on) => {
    on.on(`${table}.workspace_id`, 'first_keys.workspace_id').on(`${table}.id`, 'first_keys.id');
  });
}

/**
 * Returns a function that reads a capped list. Rows and count come from one statement, so they
 * agree. The statement is compiled once for each shape of its parameters.
 */
export function compiledCappedList<Row extends object, Params extends object>(
  define: (params: Params, dialect: Dialect) => CappedListDefinition,
): (reader: Reader, params: Readonly<Params>, limit: number) => Promise<CappedList<Row>> {
  const list = compiledQuery<Params & { readonly limit: number }>((db, params, { dialect }) =>
    cappedListQuery(db, define(params, dialect), params.limit),
  );
  return async (reader, params, limit) => {
    const rows = await reader.rows<Row & { capped_total: number }>(
      list(reader, { ...params, limit }),
    );
    const [first] = rows;
    return { rows, omitted: first === undefined ? 0 : int(first.capped_total) - rows.length };
  };
}

/**
 * Selects the beginning of a text column: the length of a preview plus one character, so that
 * `previewOf` can detect a longer text.
 */
export function previewColumn(db: Knex, column: string): Knex.Raw {
  return db.raw('substr(??, 1, ?)', [column, previewLength + 1]);
}

/** The length of a preview in characters (Unicode code points). */
export const previewLength: number = limits.preview_characters;

/** The beginning of a text. */
interface Preview {
  readonly text: string | null;
  /** Whether the text is longer than the preview. */
  readonly truncated: boolean;
}

/**
 * The first `length` code points of a text, at most 280, so that no character is split; null stays
 * null.
 */
export function previewOf(text: string | null, length: number): Preview {
  if (text === null || text.length <= length) return { text, truncated: false };
  const characters = Array.from(text);
  if (characters.length <= length) return { text, truncated: false };
  return { text: characters.slice(0, length).join(''), truncated: true };
}
