import type { Knex } from 'knex';
import type { Database } from '../../platform/db/connect';
import type { Reader } from '../../platform/db/reader';
import { int } from '../../platform/db/statements/columns';
import type { Transaction } from '../../platform/db/transaction';
import { transferTables } from '../transfer/table-store';

/** A pass over the rows of a table in the order of its key, some rows in each transaction. */
export interface DeletionStep {
  readonly table: string;
  /** The primary key without `workspace_id`. */
  readonly key: readonly string[];
  /** The rows of one transaction. */
  readonly rows: number;
  /** The columns to set to null. Without them, the rows are deleted. */
  readonly unlink?: readonly string[];
}

const rows = 200;

// On SQLite, the search index takes most of the time, and other writers wait.
const searched = new Set(['actions', 'notes', 'agent_requests']);
const searchedRows = 50;

const step = (table: string, options: Partial<DeletionStep> = {}): DeletionStep => ({
  table,
  key: ['id'],
  rows,
  ...options,
});

// The last transaction deletes these.
const ofWorkspace = ['event_positions', 'workspaces'];

// Before the tables that they refer to. Timers go first, because triggers make them.
const notExported: readonly DeletionStep[] = [
  step('timers', { key: ['kind', 'subject_id'] }),
  step('action_labels', { key: ['label_id', 'action_id'] }),
  step('file_references', { key: ['file_id', 'record_id'] }),
  step('webhook_deliveries'),
  step('oauth_codes'),
  step('oauth_refresh_tokens'),
  step('oauth_tickets'),
  step('oauth_grants'),
  step('failed_sign_ins', { key: ['user_id'] }),
  step('erasures'),
  // Before the counts, which it adds to.
  step('insight_fills', { key: ['workspace_id'] }),
  step('insight_counts', { key: ['scope', 'day', 'measure'] }),
  step('sign_in_links', { key: ['secret_hash'] }),
  step('upload_urls', { key: ['secret_hash'] }),
];

const exported = transferTables.filter(({ name }) => !ofWorkspace.includes(name));

// Notes and actions refer to each other. To delete a note, the database looks for actions that
// refer to it, by no index, so the notes come when no action is left. So that the actions can go
// first, the notes lose their references to them instead of the other way round.
const unlinked = exported.flatMap((table) => {
  const { name, key, late } = table;
  if (name === 'notes') return step(name, { unlink: ['action_id', 'agent_request_id'] });
  const unlink = late.filter((column) => !column.endsWith('note_id'));
  return unlink.length === 0 ? [] : step(name, { key, unlink });
});

const deleted = exported
  .map(({ name, key, pageSize = searched.has(name) ? searchedRows : rows }) =>
    step(name, { key, rows: pageSize }),
  )
  .toReversed();

/** The steps of a deletion, in order: each table comes when no row refers to its rows any more. */
export const deletionSteps: readonly DeletionStep[] = [
  ...notExported,
  ...unlinked,
  ...deleted.flatMap((each) => {
    if (each.table === 'notes') return [];
    return each.table === 'actions' ? [each, ...deleted.filter(isNotes)] : each;
  }),
  // Triggers delete most of these with their records.
  step('search_entries'),
];

function isNotes({ table }: DeletionStep): boolean {
  return table === 'notes';
}

/** The key of a row. */
export type RowKey = readonly string[];

/** The rows that a transaction has reached: `last` is undefined at the end of the table. */
export interface Reached {
  readonly count: number;
  readonly last: RowKey | undefined;
}

/** Deletes or unlinks the next rows of a workspace after a key. */
export async function takeStep(
  transaction: Transaction,
  { table, key, rows: limit, unlink }: DeletionStep,
  { workspaceId, after }: { readonly workspaceId: string; readonly after: RowKey | undefined },
): Promise<Reached> {
  await preferIndexes(transaction);
  const next = (db: Knex): Knex.QueryBuilder => {
    const query = db(table).where({ workspace_id: workspaceId });
    return after === undefined ? query : query.whereRaw(comparison(key, '>'), [...key, ...after]);
  };
  const end = await transaction.first<Readonly<Record<string, unknown>>>((db) =>
    next(db)
      .orderBy([...key])
      .offset(limit - 1)
      .limit(1)
      .select([...key]),
  );
  const last = end && key.map((column) => String(end[column]));
  const count = await transaction.write((db) => {
    const query = next(db);
    if (last !== undefined) void query.whereRaw(comparison(key, '<='), [...key, ...last]);
    if (unlink === undefined) return query.delete();
    return query
      .where((linked) => unlink.forEach((column) => void linked.orWhereNotNull(column)))
      .update(Object.fromEntries(unlink.map((column) => [column, null])));
  });
  return { count, last };
}

/**
 * Makes the checks of foreign keys on Postgres use an index, if only to find the workspace. Where a
 * workspace has most of the rows, each check would read the whole table. An index scan also passes
 * over the entries of deleted rows, which a bitmap scan reads again each time.
 */
async function preferIndexes(transaction: Transaction): Promise<void> {
  if (transaction.dialect === 'sqlite') return;
  await transaction.rows((db) =>
    db.raw(
      "select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)",
    ),
  );
}

/** The tables that checks of foreign keys read for each of many rows, and by no index of their own. */
const checked = new Set(['actions', 'agent_news']);

const manyRows = 10_000;

/**
 * Removes the index entries of many deleted rows on Postgres, which each check of a foreign key
 * would pass over until autovacuum comes. Without the right to do so, the deletion is only slower.
 */
export async function cleanAfter(
  database: Database,
  { table, unlink }: DeletionStep,
  count: number,
): Promise<void> {
  if (database.dialect === 'sqlite' || unlink !== undefined) return;
  if (count < manyRows || !checked.has(table)) return;
  // Not in a transaction, which Postgres refuses.
  await database.knex
    .raw('vacuum (index_cleanup on, truncate off, skip_locked) ??', [table])
    .catch(() => undefined);
}

function comparison(key: readonly string[], operator: '>' | '<='): string {
  const list = (placeholder: string): string => key.map(() => placeholder).join(', ');
  return `(${list('??')}) ${operator} (${list('?')})`;
}

/** The time when the workspace was closed, and whether this call has closed it. */
export interface Closed {
  readonly at: string;
  readonly isNew: boolean;
}

/**
 * Closes a workspace: nobody can enter any more, because all credentials and all ways to a new one
 * are gone, webhooks send nothing more, and timers stop. Waits for the writes that are under way,
 * which lock their caller or refer to the workspace; later ones find no credential. Returns
 * undefined if there is no such workspace.
 */
export async function closeWorkspace(
  transaction: Transaction,
  workspaceId: string,
  now: string,
): Promise<Closed | undefined> {
  const key = { workspace_id: workspaceId };
  const lockAll = (table: 'users' | 'agents'): Promise<void> =>
    transaction.lock((db) => db(table).where(key).orderBy('id').select('id').forUpdate());
  await lockAll('users');
  await lockAll('agents');
  if (!(await lockWhole(transaction, workspaceId))) return undefined;
  // Somebody may have joined until the workspace was locked.
  await lockAll('users');
  const added = await transaction.write((db) =>
    db('closed_workspaces')
      .insert({ ...key, closed_at: now })
      .onConflict('workspace_id')
      .ignore(),
  );
  // One that has moved keeps its address.
  await transaction.write((db) =>
    db('closed_workspaces')
      .where(key)
      .whereIn('state', ['frozen', 'arriving'])
      .update({ state: 'deleting' }),
  );
  for (const table of [
    'invitations',
    'password_resets',
    'sessions',
    'oauth_codes',
    'oauth_refresh_tokens',
    'oauth_tickets',
    'oauth_grants',
    'tokens',
  ]) {
    await transaction.write((db) => db(table).where(key).delete());
  }
  await transaction.write((db) =>
    db('users').where(key).whereNull('deactivated_at').update({ deactivated_at: now }),
  );
  await transaction.write((db) =>
    db('webhooks')
      .where(key)
      .whereNull('deleted_at')
      .update({ deleted_at: now, secret: '', previous_secret: null, secret_url: null }),
  );
  await transaction.write((db) =>
    db('webhook_deliveries')
      .where(key)
      .whereRaw("status = 'pending'")
      .whereNotNull('due_at')
      .update({ due_at: null }),
  );
  const row = await transaction.first<{ closed_at: string }>((db) =>
    db('closed_workspaces').where(key).select('closed_at'),
  );
  return { at: row?.closed_at ?? now, isNew: added > 0 };
}

// Every row of a workspace refers to it, if only by another row, so this waits for inserts.
async function lockWhole(transaction: Transaction, workspaceId: string): Promise<boolean> {
  const row = await transaction.first((db) => {
    const query = db('workspaces').where({ id: workspaceId }).select('id');
    return transaction.dialect === 'sqlite' ? query : query.forUpdate();
  });
  return row !== undefined;
}

/** Deletes a workspace that has no other rows any more. Returns false if it has some. */
export async function deleteEmpty(transaction: Transaction, workspaceId: string): Promise<boolean> {
  await preferIndexes(transaction);
  if (!(await lockWhole(transaction, workspaceId))) return true;
  const key = { workspace_id: workspaceId };
  for (const { table, unlink } of deletionSteps) {
    if (unlink !== undefined) continue;
    const row = await transaction.first((db) =>
      db(table).where(key).select('workspace_id').limit(1),
    );
    if (row !== undefined) return false;
  }
  await transaction.write((db) => db('event_positions').where(key).delete());
  await transaction.write((db) =>
    db('closed_workspaces').where(key).whereNot({ state: 'moved' }).delete(),
  );
  await transaction.write((db) => db('workspaces').where({ id: workspaceId }).delete());
  return true;
}

/** A workspace that may be deleted. */
export interface Deletable {
  readonly id: string;
  readonly name: string;
}

/** The workspaces of an id or, if there is none, of a name; closed ones too. */
export async function findDeletable(
  reader: Reader,
  named: string,
  limit: number,
): Promise<Deletable[]> {
  const by = (column: 'id' | 'name'): Promise<Deletable[]> =>
    reader.rows<Deletable>((db) =>
      db('workspaces')
        .where({ [column]: named })
        .orderBy('id')
        .limit(limit)
        .select('id', 'name'),
    );
  const ofId = await by('id');
  return ofId.length > 0 ? ofId : by('name');
}

/** What people know a workspace's rows by, with the table. */
const kinds: readonly (readonly [words: string, table: string])[] = [
  ['people', 'users'],
  ['agents', 'agents'],
  ['tokens', 'tokens'],
  ['domains', 'domains'],
  ['projects', 'projects'],
  ['actions', 'actions'],
  ['notes', 'notes'],
  ['links', 'links'],
  ['questions and proposals', 'agent_requests'],
  ['orders', 'orders'],
  ['check-ins', 'checkins'],
  ['documents', 'documents'],
  ['files', 'files'],
  ['webhooks', 'webhooks'],
  ['events', 'events'],
];

/** The number of the workspace's records of each kind that it has, such as `3 people`. */
export async function countKinds(reader: Reader, workspaceId: string): Promise<string[]> {
  const counts: string[] = [];
  for (const [words, table] of kinds) {
    const row = await reader.first<{ count: unknown }>((db) => {
      const rows = db(table).where({ workspace_id: workspaceId }).count({ count: '*' });
      // People know no queue of mails.
      return table === 'webhooks' ? rows.whereNull('overdue_checked_at') : rows;
    });
    const count = int(row?.count ?? 0);
    if (count > 0) counts.push(`${count} ${words}`);
  }
  return counts;
}
