import { createHash } from 'node:crypto';
import { migrations } from '../../platform/db/migrations';
import type { Reader } from '../../platform/db/reader';
import { type Stored, toRow } from '../transfer/export-store';
import { archiveHeaderLine, type Column, recordLine, trailerLine } from '../transfer/record-rules';
import { readColumns, transferTables, type TransferTable } from '../transfer/table-store';
import { archivedTableNames, type ArchivedTable, belongingTo, type Part } from './archive-store';

/** A table of an archive with its columns. */
export interface ArchivedColumns {
  readonly name: ArchivedTable;
  readonly table: TransferTable;
  readonly columns: readonly Column[];
}

/** The tables of archives, in the order of the file. */
export async function readArchivedColumns(reader: Reader): Promise<ArchivedColumns[]> {
  const found: ArchivedColumns[] = [];
  for (const name of archivedTableNames) {
    const table = transferTables.find((each) => each.name === name);
    if (table === undefined) throw new Error(`Exports do not contain ${name}.`);
    found.push({ name, table, columns: await readColumns(reader, table) });
  }
  return found;
}

const chunkSize = 200;

/**
 * Yields the text of a part: a header, one line for each row, and a trailer with their numbers and
 * the checksum. Equal rows yield equal bytes.
 */
export async function* partLines(
  reader: Reader,
  part: Part,
  { month, tables }: { readonly month: string; readonly tables: readonly ArchivedColumns[] },
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string): string => {
    hash.update(text);
    return text;
  };
  const schema = migrations.at(-1)?.name ?? '';
  yield hashed(`${archiveHeaderLine({ schema, workspaceId: part.workspaceId, month })}\n`);
  const rows: Record<string, number> = {};
  for (const { name, table, columns } of tables) {
    const keys = await readKeys(reader, part, table, name);
    rows[name] = keys.length;
    for (let start = 0; start < keys.length; start += chunkSize) {
      const chunk = keys.slice(start, start + chunkSize);
      const stored = await readByKeys(reader, part, { table, columns, keys: chunk });
      const lines = stored.map((row) => `${recordLine(name, toRow(columns, row))}\n`);
      yield hashed(lines.join(''));
    }
  }
  yield `${trailerLine({ rows, sha256: hash.digest('hex') })}\n`;
}

type Key = Readonly<Record<string, string>>;

// By the indexes of their owners. With an order and a limit, Postgres may read the whole table.
async function readKeys(
  reader: Reader,
  part: Part,
  { key }: TransferTable,
  name: ArchivedTable,
): Promise<readonly Key[]> {
  const keys = new Map<string, Key>();
  for (const rows of belongingTo(part, name)) {
    for (const row of await reader.rows<Key>((db) => rows(db).select([...key]))) {
      keys.set(orderOf(key, row), row);
    }
  }
  return [...keys].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function orderOf(key: readonly string[], row: Stored): string {
  return key.map((column) => String(row[column])).join(' ');
}

async function readByKeys(
  reader: Reader,
  { workspaceId }: Part,
  wanted: {
    readonly table: TransferTable;
    readonly columns: readonly Column[];
    readonly keys: readonly Key[];
  },
): Promise<Stored[]> {
  const {
    table: { name, key },
    columns,
    keys,
  } = wanted;
  const rows = await reader.rows<Stored>((db) =>
    db(name)
      .where('workspace_id', workspaceId)
      .where((either) => {
        // SQLite finds lists of single values by the index only without parentheses.
        const [only, ...others] = key;
        if (only !== undefined && others.length === 0) {
          void either.whereIn(
            only,
            keys.map((row) => row[only] ?? ''),
          );
        } else {
          void either.whereIn(
            [...key],
            keys.map((row) => key.map((column) => row[column] ?? '')),
          );
        }
      })
      .select(columns.map((column) => column.name)),
  );
  return rows.toSorted((a, b) => (orderOf(key, a) < orderOf(key, b) ? -1 : 1));
}
