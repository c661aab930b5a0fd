import type { Transaction } from '../transaction';
import { compiledInsert } from './compiled-write';

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
