import type { Reader } from '../../platform/db/reader';
import { nameKey } from '../../platform/name-key';
import type { Column, Row } from './record-rules';

/** A table of an export. */
export interface TransferTable {
  readonly name: string;
  /** The primary key without `workspace_id`; rows of the file are sorted by it. */
  readonly key: readonly string[];
  /** Columns that refer to later rows of the file. The import sets them after all inserts. */
  readonly late: readonly string[];
  /** A column whose values are unique in the whole database. */
  readonly unique?: string;
  /** The maximum number of rows per statement, for tables with large rows; 200 by default. */
  readonly pageSize?: number;
  /** Columns that triggers maintain. Exports leave them out, and the import keeps their values. */
  readonly derived?: readonly string[];
  /** A column whose texts may be packed. */
  readonly packed?: string;
  /** A column of bytes, which the file has in base64. */
  readonly binary?: string;
  /** A column that must be null: rows with a value belong to this installation. */
  readonly only?: string;
  /** Whether its rows have no workspace. Only those that the workspace's grants name move with it. */
  readonly isShared?: boolean;
  /** Sets columns of an imported row that the file must not choose. */
  readonly derive?: (row: Row) => Row;
}

const table = (name: string, options: Partial<TransferTable> = {}): TransferTable => ({
  name,
  key: ['id'],
  late: [],
  ...options,
});

/** The exported tables in file order. A row refers only to earlier rows, except in late columns. */
export const transferTables: readonly TransferTable[] = [
  table('workspaces'),
  table('actors', { derive: (row) => ({ ...row, name_key: nameKey(String(row['name'])) }) }),
  table('users'),
  table('sessions', { unique: 'id_hash' }),
  table('oidc_identities'),
  table('notification_settings', { key: ['user_id'] }),
  table('invitations', { unique: 'secret_hash' }),
  table('password_resets', { unique: 'secret_hash' }),
  table('agents'),
  table('tokens', { unique: 'public_id', only: 'grant_id' }),
  table('idempotency_records', {
    key: ['actor_id', 'operation_id', 'client_request_id'],
    pageSize: 20,
    packed: 'body',
  }),
  table('files'),
  table('file_chunks', { key: ['file_id', 'position'], pageSize: 8, binary: 'content' }),
  table('domains'),
  table('projects'),
  table('documents', { pageSize: 20 }),
  table('document_revisions', {
    late: ['reverts_revision_id'],
    pageSize: 20,
    packed: 'content',
  }),
  table('orders', { late: ['latest_checkin_id'] }),
  table('checkins'),
  // A label that was merged into another one leaves its name to others.
  table('labels', {
    derive: (row) => ({
      ...row,
      name_key: row['merged_into_id'] === null ? nameKey(String(row['name'])) : (row['id'] ?? null),
    }),
  }),
  table('actions', {
    late: [
      'spawned_from_action_id',
      'source_agent_request_id',
      'latest_note_id',
      'last_activity_note_id',
    ],
  }),
  table('action_blockers', { key: ['action_id', 'blocker_id'] }),
  table('usage_reports'),
  table('agent_requests'),
  table('permitted_targets', { pageSize: 20 }),
  table('notes'),
  table('links'),
  table('earlier_texts', { pageSize: 50 }),
  table('saved_views'),
  // Also those of work that was archived or left out.
  table('import_keys', { key: ['import_key'] }),
  // A queue of mails stays: what is imported mails nobody.
  table('webhooks', { only: 'overdue_checked_at' }),
  table('event_positions', { key: [], derived: ['stored_bytes'] }),
  table('events'),
  table('audit_entries'),
  table('agent_news', { key: ['agent_actor_id', 'position'] }),
  table('agent_news_reads', { key: ['agent_actor_id'] }),
];

/**
 * The tables of an export that moves a workspace to another server: also the clients, grants and
 * tokens of OAuth, and the queue of webhooks. The pages of consent stay, because they are open in
 * browsers.
 */
export const moveTables: readonly TransferTable[] = [
  ...transferTables.map(({ only: _only, ...rest }): TransferTable => rest),
  table('failed_sign_ins', { key: ['user_id'] }),
  table('oauth_clients', { isShared: true }),
  table('oauth_grants'),
  table('oauth_codes', { unique: 'code_hash' }),
  table('oauth_refresh_tokens', { unique: 'token_hash' }),
  table('webhook_deliveries', {
    pageSize: 50,
    // A process of the other server may have had the lease.
    derive: (row) => ({ ...row, leased_until: null }),
  }),
];

/**
 * Tables that are not exported: tables without a workspace, tables that triggers fill on import,
 * the counts of failed sign-ins, which start at zero after an import, the marks of workspaces that
 * are being deleted, and the deliveries of webhooks and the clients and grants of OAuth, which belong
 * to the installation that they name.
 */
export const otherTables: readonly RegExp[] = [
  /^(action_labels|file_references)$/,
  /^(archive_leases|current_epoch|database_epoch|failed_sign_ins|purge_cutoffs|sign_in_attempts)$/,
  /^closed_workspaces$/,
  /^erasures$/,
  /^insight_(counts|fills)$/,
  /^knex_migrations(_lock)?$/,
  /^oauth_(clients|codes|grants|refresh_tokens|tickets)$/,
  /^(schema_compatibility|step_progress)$/,
  /^search_(entries|terms(_\w+)?)$/,
  /^sign_in_links$/,
  /^timers$/,
  /^upload_urls$/,
  /^used_logout_tokens$/,
  /^webhook_deliveries$/,
];

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
    case 'bytea':
    case 'blob':
      return 'bytes';
    case 'text':
    case 'timestamp with time zone':
      // SQLite stores times as text, so recognise them by name on both databases.
      return /_(at|until)$/.test(column) ? 'instant' : 'text';
    default:
      throw new Error(`An export cannot contain ${column}: unsupported type ${type}.`);
  }
}
