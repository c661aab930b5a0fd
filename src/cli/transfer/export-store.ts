import { bool, int } from '../../platform/db/statements/columns';
import type { Reader } from '../../platform/db/transaction';
import type { Column, Row, Value } from './record-rules';
import type { TransferTable } from './transfer-tables';

const rowsAtOnce = 200;

type Stored = Readonly<Record<string, unknown>>;

/** The rows of a workspace in a table, page by page in the order of their keys. */
export async function* readTable(
  reader: Reader,
  table: TransferTable,
  columns: readonly Column[],
  workspaceId: string,
): AsyncGenerator<Row[]> {
  const limit = table.rowsAtOnce ?? rowsAtOnce;
  const scope = table.name === 'workspaces' ? 'id' : 'workspace_id';
  let last: Stored | undefined;
  do {
    const page = await reader.rows<Stored>((db) => {
      const query = db(table.name)
        .where(scope, workspaceId)
        .orderBy([...table.key])
        .limit(limit)
        .select(columns.map(({ name }) => name));
      if (last === undefined) return query;
      const after = last;
      const marks = (mark: string): string => table.key.map(() => mark).join(', ');
      return query.whereRaw(`(${marks('??')}) > (${marks('?')})`, [
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
  throw new Error('A column that must hold text holds something else.');
}
