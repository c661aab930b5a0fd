/** A table that an export carries, the rows of one workspace. */
export interface TransferTable {
  readonly name: string;
  /** What its primary key has beyond the workspace: the order of its rows in the file. */
  readonly key: readonly string[];
  /** Columns that refer to rows further on in the file. The import sets them when everything is there. */
  readonly late: readonly string[];
  /** A column whose values are unique among all workspaces of a database. */
  readonly unique?: string;
  /** Most rows to read in one statement, where a row may be large; 200 otherwise. */
  readonly rowsAtOnce?: number;
}

const table = (name: string, given: Partial<TransferTable> = {}): TransferTable => ({
  name,
  key: ['id'],
  late: [],
  ...given,
});

/** The tables of an export in the order of the file: what a row refers to comes before it, unless the column is late. */
export const transferTables: readonly TransferTable[] = [
  table('workspaces'),
  table('actors'),
  table('users'),
  table('sessions', { unique: 'id_hash' }),
  table('invitations', { unique: 'secret_hash' }),
  table('password_resets', { unique: 'secret_hash' }),
  table('agents'),
  table('tokens', { unique: 'public_id' }),
  table('idempotency_records', {
    key: ['actor_id', 'operation_id', 'client_request_id'],
    rowsAtOnce: 20,
  }),
  table('domains'),
  table('projects'),
  table('documents', { rowsAtOnce: 20 }),
  table('document_revisions', { late: ['reverts_revision_id'], rowsAtOnce: 20 }),
  table('orders', { late: ['latest_checkin_id'] }),
  table('checkins'),
  table('actions', {
    late: [
      'spawned_from_action_id',
      'source_agent_request_id',
      'latest_note_id',
      'last_activity_note_id',
    ],
  }),
  table('action_blockers', { key: ['action_id', 'blocker_id'] }),
  table('agent_requests'),
  table('notes'),
  table('links'),
  table('event_positions', { key: [] }),
  table('events'),
];

/**
 * Tables that no export carries: what belongs to no workspace, what is derived from other tables
 * and filled by triggers on the import's own inserts, and the count of failed sign-ins, which
 * begins anew.
 */
export const otherTables: readonly RegExp[] = [
  /^(failed_sign_ins|purge_cutoffs|sign_in_attempts)$/,
  /^knex_migrations(_lock)?$/,
  /^schema_compatibility$/,
  /^search_(entries|terms(_\w+)?)$/,
];
