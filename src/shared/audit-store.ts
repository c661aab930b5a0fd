/**
 * Audit: who changed people, rights, credentials and settings, and who signed in, for owners. An
 * event of these kinds writes its entry in its own transaction: `emit` asks for the values of each
 * kind that has some, so no change can be forgotten. Entries are never updated, except that failed
 * sign-ins are counted; the purge deletes those older than the configured retention.
 */
import type { Knex } from 'knex';
import type { components } from '../../generated/types';
import { purgeByAge, type Purge } from '../platform/db/purge';
import type { Reader } from '../platform/db/reader';
import type { Transaction } from '../platform/db/transaction';
import { DAY } from '../platform/time';

type EventKind = components['schemas']['EventKind'];

type AuditKind = components['schemas']['AuditKind'];

/**
 * The kinds of events that the audit has. `change` comes with the values before and after;
 * `counted` is written by `countFailedSignIns`.
 */
export const auditKinds = {
  'agent.created': 'change',
  'agent.paused': 'fact',
  'agent.resumed': 'fact',
  'agent.revoked': 'fact',
  'agent.updated': 'change',
  'invitation.accepted': 'change',
  'invitation.created': 'change',
  'invitation.revoked': 'fact',
  'oauth_grant.created': 'change',
  'oauth_grant.revoked': 'fact',
  'session.created': 'fact',
  'session.deleted': 'fact',
  'token.created': 'change',
  'token.revoked': 'fact',
  'token.rotated': 'change',
  'user.deactivated': 'fact',
  'user.email_changed': 'change',
  'user.erased': 'fact',
  'user.joined': 'change',
  'user.linked': 'change',
  'user.password_changed': 'fact',
  'user.password_reset': 'fact',
  'user.password_reset_created': 'fact',
  'user.reactivated': 'fact',
  'user.sign_in_failed': 'counted',
  'user.sign_in_link_created': 'fact',
  'user.unlinked': 'change',
  'user.updated': 'change',
  'webhook.created': 'change',
  'webhook.deleted': 'fact',
  'webhook.disabled': 'fact',
  'webhook.enabled': 'fact',
  'webhook.replayed': 'fact',
  'webhook.secret_rotated': 'fact',
  'webhook.updated': 'change',
  'workspace.created': 'fact',
  'workspace.exported': 'fact',
  'workspace.imported': 'fact',
  'workspace.updated': 'change',
} as const satisfies Readonly<Record<AuditKind, 'change' | 'fact' | 'counted'>>;

/** The kinds whose entries have the values before and after the change. */
export type ChangeKind = {
  [Kind in AuditKind]: (typeof auditKinds)[Kind] extends 'change' ? Kind : never;
}[AuditKind];

/** The fields of a record by their names in the contract. */
type AuditValues = Readonly<Record<string, unknown>>;

/** The fields that a change concerns, before and after it. Without secrets. */
export interface AuditChange {
  readonly old?: AuditValues;
  readonly new: AuditValues;
}

/** The fields of two versions of a record that the change concerns. */
export function changeOf(
  before: object,
  after: object,
  names: readonly string[],
): Required<AuditChange> {
  return { old: valuesOf(before, names), new: valuesOf(after, names) };
}

/** These fields of a record. */
export function valuesOf(record: object, names: readonly string[]): AuditValues {
  const fields = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(names.map((name) => [name, fields.get(name) ?? null]));
}

/** The facts of an entry besides its values. */
interface EntryFacts extends Omit<
  AuditRow,
  'kind' | 'address' | 'old_values' | 'new_values' | 'count' | 'hour_began_at'
> {
  readonly kind: EventKind;
  readonly address: string | undefined;
}

/** The entry of an event; undefined for a kind that the audit does not have, or counts. */
export function entryOf(
  { address, kind, ...facts }: EntryFacts,
  change: AuditChange | undefined,
): AuditRow | undefined {
  if (!isAuditKind(kind) || auditKinds[kind] === 'counted') return undefined;
  return {
    ...facts,
    kind,
    address: address ?? '',
    old_values: textOf(change?.old),
    new_values: textOf(change?.new),
    count: 1,
    hour_began_at: null,
  };
}

function isAuditKind(kind: EventKind): kind is AuditKind {
  return Object.hasOwn(auditKinds, kind);
}

function textOf(values: AuditValues | undefined): string | null {
  return values === undefined ? null : JSON.stringify(values, hideSecretParts);
}

const urls: readonly string[] = ['url', 'webhook_url'];

// The path of a URL to send to may be a secret, as that of a chat is.
function hideSecretParts(name: string, value: unknown): unknown {
  return urls.includes(name) && typeof value === 'string' ? new URL(value).origin : value;
}

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
interface FailedSignIn {
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
