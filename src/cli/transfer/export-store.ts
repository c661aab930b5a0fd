import { bool, int } from '../../platform/db/statements/columns';
import type { Reader } from '../../platform/db/reader';
import type { Column, Row, Value } from './record-rules';
import type { TransferTable } from './transfer-tables';

const pageSize = 200;

type Stored = Readonly<Record<string, unknown>>;

/** Yields the workspace's rows of a table, page by page, sorted by key. */
export async function* readTable(
  reader: Reader,
  table: TransferTable,
  columns: readonly Column[],
  workspaceId: string,
): AsyncGenerator<Row[]> {
  const limit = table.pageSize ?? pageSize;
  const scope = table.name === 'workspaces' ? 'id' : 'workspace_id';
  let last: Stored | undefined;
  do {
    const page = await reader.rows<Stored>((db) => {
      const query = db(table.name)
        .where(scope, workspaceId)
        .orderBy([...table.key])
        .limit(limit)
        .select(columns.map(({ name }) => name));
      if (table.only !== undefined) void query.whereNull(table.only);
      if (last === undefined) return query;
      const after = last;
      const listOf = (placeholder: string): string => table.key.map(() => placeholder).join(', ');
      return query.whereRaw(`(${listOf('??')}) > (${listOf('?')})`, [
        ...table.key,
        ...table.key.map((name) => String(after[name])),
      ]);
    });
    if (page.length > 0) yield page.map((row) => toRow(columns, row));
    last = page.length < limit ? undefined : page.at(-1);
  } while (last !== undefined);
}

function toRow(columns: readonly Column[], stored: Stored): Row {
  return Object.fromEntries(columns.map(({ name, kind }) => [name, toValue(kind, stored[name])]));
}

function toValue(kind: Column['kind'], stored: unknown): Value {
  if (stored === null || stored === undefined) return null;
  if (kind === 'boolean') return bool(stored);
  if (kind === 'integer' || kind === 'bigint') return int(stored);
  if (typeof stored === 'string') return stored;
  throw new Error('A text column contains another type.');
}
