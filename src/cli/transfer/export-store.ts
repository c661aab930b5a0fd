import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { migrations } from '../../platform/db/migrations';
import type { Reader } from '../../platform/db/reader';
import { bool, type Condition, int } from '../../platform/db/statements/columns';
import type { SecretKeys } from '../../platform/secret-keys';
import { CommandError } from '../failure';
import {
  type Column,
  headerLine,
  recordLine,
  type Row,
  trailerLine,
  type Value,
} from './record-rules';
import { moveTables, readColumns, type TransferTable, transferTables } from './table-store';
import {
  hasWebhookSecret,
  withOpenedSecrets,
  withoutWebhookSecrets,
  withSealedSecrets,
} from './webhook-secrets';

/**
 * Yields the text of an export, one page of rows at a time: a header, one line per row, a trailer.
 * The reader must see one snapshot throughout. Equal rows yield equal bytes on every database.
 * The secrets of webhooks are encrypted; without `keys` the export has none. `onRows` is called with
 * the number of rows of each page, `onWebhooks` with the number of webhooks that have secrets. With
 * `frozenAt`, the export moves the workspace: it contains all credentials, and the secrets of
 * webhooks in plain text, because the other server has other keys.
 */
export async function* exportLines(
  reader: Reader,
  workspaceId: string,
  onRows: (count: number) => void,
  {
    keys = [],
    onWebhooks = () => undefined,
    frozenAt,
  }: {
    readonly keys?: SecretKeys;
    readonly onWebhooks?: (count: number) => void;
    readonly frozenAt?: string | undefined;
  } = {},
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (lines: readonly string[]): string => {
    const text = lines.map((line) => `${line}\n`).join('');
    hash.update(text);
    return text;
  };
  const counts: Record<string, number> = {};

  const moves = frozenAt !== undefined;
  yield hashed([headerLine({ schema: migrations.at(-1)?.name ?? '', workspaceId, frozenAt })]);
  const secretsOf = (row: Row): Row => {
    if (moves) return withOpenedSecrets(row, { keys, workspaceId }, unreadable);
    return keys.length === 0
      ? withoutWebhookSecrets(row)
      : withSealedSecrets(row, { keys, workspaceId });
  };
  for (const table of moves ? moveTables : transferTables) {
    counts[table.name] = 0;
    const columns = await readColumns(reader, table);
    for await (const rows of readTable(reader, table, columns, workspaceId)) {
      counts[table.name] = (counts[table.name] ?? 0) + rows.length;
      const areWebhooks = table.name === 'webhooks';
      const written = areWebhooks ? rows.map(secretsOf) : rows;
      yield hashed(written.map((row) => recordLine(table.name, row)));
      if (areWebhooks) onWebhooks(rows.filter(hasWebhookSecret).length);
      onRows(rows.length);
    }
  }
  yield `${trailerLine({ rows: counts, sha256: hash.digest('hex') })}\n`;
}

// A server with other keys may have stored a secret after the check of the command.
const unreadable = (sentence: string): CommandError =>
  new CommandError(`${sentence} Set SECRETS_KEY_FILE to the file with the keys of all servers.`);

const pageSize = 200;

/** A row as the database returns it. */
export type Stored = Readonly<Record<string, unknown>>;

/** Yields the workspace's rows of a table, page by page, sorted by key. */
async function* readTable(
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
        .where(table.isShared === true ? ofGrants(db, workspaceId) : { [scope]: workspaceId })
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

function ofGrants(db: Knex, workspaceId: string): Condition {
  const grants = db('oauth_grants').where({ workspace_id: workspaceId });
  return (query) => void query.whereIn('id', grants.select('client_id'));
}

/** A stored row as a row of the file. */
export function toRow(columns: readonly Column[], stored: Stored): Row {
  return Object.fromEntries(columns.map(({ name, kind }) => [name, toValue(kind, stored[name])]));
}

function toValue(kind: Column['kind'], stored: unknown): Value {
  if (stored === null || stored === undefined) return null;
  if (kind === 'boolean') return bool(stored);
  if (kind === 'integer' || kind === 'bigint') return int(stored);
  if (typeof stored === 'string') return stored;
  if (kind === 'bytes' && Buffer.isBuffer(stored)) return stored.toString('base64');
  throw new Error('A text column contains another type.');
}
