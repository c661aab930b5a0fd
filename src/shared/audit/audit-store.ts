import type { Knex } from 'knex';
import type { components } from '../../../generated/types';
import { purgeByAge, type Purge } from '../../platform/db/purge';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { DAY } from '../../platform/time';

type EventKind = components['schemas']['EventKind'];

/** A stored entry of the audit. Times are ISO 8601 UTC. */
export interface AuditRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly kind: components['schemas']['AuditKind'];
  readonly actor_id: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly subject_title: string;
  /** Empty if there is none. */
  readonly address: string;
  /** JSON text of an object. */
  readonly old_values: string | null;
  readonly new_values: string | null;
  readonly count: number;
  /** The hour in which failed sign-ins are counted; null for all other entries. */
  readonly hour_began_at: string | null;
  readonly created_at: string;
}

const BATCH = 500;

/** Inserts entries with the commit of the transaction. */
export function appendEntries(transaction: Transaction, rows: readonly AuditRow[]): void {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    transaction.writeLast((db) => db('audit_entries').insert(batch));
  }
}

/** A failed sign-in of an account, at a time. */
export interface FailedSignIn {
  readonly id: string;
  readonly workspaceId: string;
  readonly user: { readonly id: string; readonly name: string };
  /** That of the log; undefined if the log has none. */
  readonly address: string | undefined;
  readonly now: string;
}

/**
 * Counts failed sign-ins in one statement: each in the entry of its account, address and hour. The
 * system actor of the workspace is the actor of the entry.
 */
export async function countFailedSignIns(
  transaction: Transaction,
  failures: readonly FailedSignIn[],
): Promise<void> {
  if (failures.length === 0) return;
  await transaction.write((db) =>
    db('audit_entries')
      .insert(failures.map((failure) => countedRow(db, failure)))
      .onConflict(['workspace_id', 'subject_id', 'hour_began_at', 'address'])
      .merge({ count: db.raw('audit_entries.count + 1') }),
  );
}

function countedRow(db: Knex, { id, workspaceId, user, address, now }: FailedSignIn) {
  return {
    id,
    workspace_id: workspaceId,
    kind: 'user.sign_in_failed',
    actor_id: db('actors')
      .where({ workspace_id: workspaceId })
      .whereRaw("kind = 'system'")
      .limit(1)
      .select('id'),
    subject_type: 'user',
    subject_id: user.id,
    subject_title: user.name,
    address: address ?? '',
    count: 1,
    hour_began_at: `${now.slice(0, 13)}:00:00.000Z`,
    created_at: now,
  };
}

/** An entry with the facts about its actor. */
export interface ListedEntry extends AuditRow {
  readonly actor_kind: 'user' | 'agent' | 'system';
  readonly actor_name: string;
}

/** The filters of the list, as the contract names them. Times are ISO 8601 UTC. */
export interface AuditFilters {
  readonly kind?: readonly EventKind[] | undefined;
  readonly actor_id?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** The entries of a workspace that match the filters. */
export function entriesOf(
  db: Knex,
  workspaceId: string,
  { kind = [], actor_id: actorId, since, until }: AuditFilters,
): Knex.QueryBuilder {
  const entries = db('audit_entries').where('audit_entries.workspace_id', workspaceId);
  if (kind.length > 0) void entries.whereIn('audit_entries.kind', [...kind]);
  if (actorId !== undefined) void entries.where('audit_entries.actor_id', actorId);
  if (since !== undefined) void entries.where('audit_entries.created_at', '>=', since);
  if (until !== undefined) void entries.where('audit_entries.created_at', '<', until);
  return entries;
}

/** Adds the columns of a listed entry. */
export function withActors(entries: Knex.QueryBuilder): Knex.QueryBuilder {
  return entries
    .join('actors', (on) => {
      on.on('actors.workspace_id', 'audit_entries.workspace_id').on(
        'actors.id',
        'audit_entries.actor_id',
      );
    })
    .select('audit_entries.*', 'actors.kind as actor_kind', 'actors.name as actor_name');
}

/** The newest entries that match, at most `limit`. */
export function findNewestEntries(
  reader: Reader,
  workspaceId: string,
  filters: AuditFilters,
  limit: number,
): Promise<ListedEntry[]> {
  return reader.rows<ListedEntry>((db) =>
    withActors(entriesOf(db, workspaceId, filters))
      .orderBy([
        { column: 'audit_entries.created_at', order: 'desc' },
        { column: 'audit_entries.id', order: 'desc' },
      ])
      .limit(limit),
  );
}

/** The purge of entries older than `days` days. */
export function auditPurge(days: number): Purge {
  return purgeByAge('audit_entries', 'created_at', days * DAY);
}
