import type { Reader } from '../../platform/db/reader';
import type { Column } from './record-rules';
import type { TransferTable } from './transfer-tables';

interface StoredColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean | number;
}

/**
 * The columns of a table, sorted by name, without `workspace_id` and those that triggers set. They
 * come from the database's schema, so an export never misses a column of a new migration. Throws on
 * an unknown type.
 */
export async function readColumns(
  reader: Reader,
  { name: table, derived = [] }: TransferTable,
): Promise<Column[]> {
  const columns = await reader.rows<StoredColumn>((db) =>
    reader.dialect === 'sqlite'
      ? db.raw(
          `select name, lower(type) as type, "notnull" = 0 as nullable from pragma_table_info(?)
            where name <> 'workspace_id'`,
          [table],
        )
      : db.raw(
          `select column_name as name, data_type as type, is_nullable = 'YES' as nullable
             from information_schema.columns
            where table_schema = current_schema() and table_name = ? and column_name <> 'workspace_id'`,
          [table],
        ),
  );
  return columns
    .filter(({ name }) => name !== 'sort_key' && !derived.includes(name))
    .map(({ name, type, nullable }) => ({
      name,
      kind: kindOf(`${table}.${name}`, type),
      nullable: Boolean(nullable),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function kindOf(column: string, type: string): Column['kind'] {
  switch (type) {
    case 'boolean':
    case 'integer':
    case 'bigint':
      return type;
    case 'text':
    case 'timestamp with time zone':
      // SQLite stores times as text, so recognise them by name on both databases.
      return /_(at|until)$/.test(column) ? 'instant' : 'text';
    default:
      throw new Error(`An export cannot contain ${column}: unsupported type ${type}.`);
  }
}
