/**
 * Audit: who changed people, rights, credentials and settings, and who signed in, for owners. An
 * event of these kinds writes its entry in its own transaction: `emit` asks for the values of each
 * kind that has some, so no change can be forgotten. Entries are never updated, except that failed
 * sign-ins are counted; the purge deletes those older than the configured retention.
 */
import type { components } from '../../../generated/types';
import type { AuditRow } from './audit-store';

export {
  appendEntries,
  auditPurge,
  type AuditFilters,
  type AuditRow,
  countFailedSignIns,
  entriesOf,
  findNewestEntries,
  type ListedEntry,
  withActors,
} from './audit-store';

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
export type AuditValues = Readonly<Record<string, unknown>>;

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
