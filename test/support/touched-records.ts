import { transferTables } from '../../src/cli/transfer/table-store';
import type { TestDatabase } from '../../scripts/databases/test-database';

/** The rows of all tables with records: their JSON by table and id. */
export type StoredRecords = ReadonlyMap<string, ReadonlyMap<string, string>>;

// The time of the last request is no change of a record, and events are added only.
const noise: ReadonlySet<string> = new Set(['last_seen_at', 'last_used_at']);
const tables = transferTables.map(({ name }) => name).filter((name) => name !== 'events');

/** Reads all records of a small database. */
export async function readRecords({ knex }: Pick<TestDatabase, 'knex'>): Promise<StoredRecords> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const table of tables) {
    const rows: Record<string, unknown>[] = await knex(table).select('*');
    found.set(table, new Map(rows.flatMap(entryOf)));
  }
  return found;
}

function entryOf(row: Record<string, unknown>): [string, string][] {
  const { id } = row;
  if (typeof id !== 'string') return [];
  const facts = Object.entries(row).filter(([name]) => !noise.has(name));
  return [[id, JSON.stringify(facts)]];
}

/** The tables with records that were changed or deleted, except the records with `own` ids. */
export function touchedTables(
  before: StoredRecords,
  after: StoredRecords,
  own: ReadonlySet<string>,
): string[] {
  return [...before].flatMap(([table, rows]) => {
    const left = after.get(table);
    const touched = [...rows].some(([id, row]) => !own.has(id) && left?.get(id) !== row);
    return touched ? [table] : [];
  });
}
