/** A row by its columns; all rows of one insert have the same ones. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Fills tables much faster than statements of a service do. */
export interface Bulk {
  insert(table: string, rows: Iterable<Row>): Promise<void>;
}

/** The tables that are filled before they are indexed. */
export const large = ['actions', 'events', 'notes', 'search_entries'];

/** What the trigger writes for each action, the seed inserts itself: `search-entry.ts`. */
export const replacedTrigger = { table: 'actions', name: 'search_actions_insert' };

/** The rows in lists of so many; the last one may be shorter. */
export function* batchesOf(rows: Iterable<Row>, most: number): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Rows by their columns: what all of them have in common is said once. */
export interface Columns {
  readonly own: readonly string[];
  readonly common: readonly string[];
}

/** The columns of rows. Those of a single row are its own. */
export function columnsOf(rows: readonly Row[]): Columns {
  const [first = {}] = rows;
  const columns = Object.keys(first);
  const isCommon = (column: string): boolean =>
    rows.length > 1 && rows.every((row) => row[column] === first[column]);
  const common = new Set(columns.filter(isCommon));
  return { own: columns.filter((column) => !common.has(column)), common: [...common] };
}
