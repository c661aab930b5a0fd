/** The values of a row by column. All rows of one insert have the same columns. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Inserts rows much faster than the statements of the service. */
export interface Bulk {
  insert(table: string, rows: Iterable<Row>): Promise<void>;
}

/** The tables whose indexes are created after the rows. */
export const largeTables = ['actions', 'events', 'notes', 'search_entries'];

/** A disabled trigger, because the seed inserts the search entries itself (`search-entry.ts`). */
export const replacedTrigger = { table: 'actions', name: 'search_actions_insert' };

/** Splits rows into batches of `size`. The last batch may be shorter. */
export function* batchesOf(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The columns of rows: `common` columns have the same value in all rows, `own` columns do not. */
export interface Columns {
  readonly own: readonly string[];
  readonly common: readonly string[];
}

/**
 * The columns of rows. A single row has only own columns. Leaves out the columns that are null in
 * all rows, because the schema of an older checkout may lack them.
 */
export function columnsOf(rows: readonly Row[]): Columns {
  const [first = {}] = rows;
  const columns = Object.keys(first).filter((column) => rows.some((row) => row[column] !== null));
  const isCommon = (column: string): boolean =>
    rows.length > 1 && rows.every((row) => row[column] === first[column]);
  const common = new Set(columns.filter(isCommon));
  return { own: columns.filter((column) => !common.has(column)), common: [...common] };
}
