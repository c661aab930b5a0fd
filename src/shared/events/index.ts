/**
 * Events: the append-only history of a workspace. Every change emits its event in its own
 * transaction, so neither exists without the other. Events are never updated; the purge deletes
 * those older than the configured retention. `news-store.ts` defines which agents an event
 * concerns; each of them gets a copy, its news, with the event. An event of a kind that the audit
 * has also writes its entry.
 */
import type { components } from '../../../generated/types';
import { bool } from '../../platform/db/statements/columns';
import type { Transaction } from '../../platform/db/transaction';
import { countAppended } from '../insights';
import {
  appendEntries,
  type AuditChange,
  type AuditRow,
  type ChangeKind,
  entryOf,
} from '../audit-store';
import { pageUrl } from '../server-settings';
import {
  appendEvents,
  type EventKind,
  type EventRow,
  type FeedEvent,
  type SubjectType,
} from './event-store';
import {
  concernedBy,
  copyToNews,
  type NewsCopy,
  type NewsKind as AnyNewsKind,
  type QuietKind as AnyQuietKind,
  type Related,
} from './news-store';

export { numberImported } from './action-number-store';
export { eventPurge, newsPurge } from './purge-store';
export {
  countInsertedEvents,
  findFeedBounds,
  readFeed,
  type EventKind,
  type FeedEvent,
  type FeedFilters,
  type FeedRead,
  type SubjectType,
} from './event-store';
export {
  findMovedFeeds,
  readDataVersion,
  readTails,
  type EpochPosition,
  type FeedPosition,
  type TailEvent,
} from './event-tail-store';
export {
  findNewsReader,
  isEventKind,
  markNewsRead,
  readNews,
  unreadNewsOf,
  type NewsReader,
  type NewsRole,
  type NewsRow,
  type Related,
} from './news-store';

/** The kinds that are news for some agent and those that are none, of which the audit has no values. */
export type NewsKind = Exclude<AnyNewsKind, ChangeKind>;
export type QuietKind = Exclude<AnyQuietKind, ChangeKind>;

/** An event to append. An event that may be news names the actors who have a role in it. */
export type NewEvent = EventFacts &
  (
    | { readonly kind: AnyQuietKind; readonly related?: never; readonly noteId?: never }
    | {
        readonly kind: AnyNewsKind;
        readonly related: Related;
        /** The note with the comment or the reason. */
        readonly noteId?: string | null | undefined;
      }
  ) &
  (
    | { readonly kind: ChangeKind; readonly audit: AuditChange }
    | { readonly kind: Exclude<EventKind, ChangeKind>; readonly audit?: never }
  );

/** `summary` is a short sentence for people; `about` names the records that the event concerns. */
interface EventFacts {
  readonly subject: { readonly type: SubjectType; readonly id: string; readonly title: string };
  readonly summary: string;
  readonly about?: {
    readonly actionId?: string | null;
    readonly projectId?: string | null;
    readonly orderId?: string | null;
    readonly documentId?: string | null;
  };
  /** The actor of the event, if not the caller (the system actor). */
  readonly actorId?: string;
  /** The number of periods that the event stands for, at least 1. */
  readonly periodCount?: number;
  /** Whether it is of an import: in the feed, but in no news, webhook or mail. */
  readonly isImported?: boolean;
}

/** The part of a write context that an event needs. */
export interface EventSource {
  readonly transaction: Transaction;
  readonly workspaceId: string;
  readonly now: string;
  readonly newId: (prefix: string) => string;
  readonly actor: { readonly id: string; readonly onBehalfOf?: string };
  /** The address of the client, for the audit; undefined where the log has none either. */
  readonly loggedAddress?: string | undefined;
}

interface Pending {
  readonly rows: EventRow[];
  readonly newActionIds: string[];
  readonly entries: AuditRow[];
  readonly copies: NewsCopy[];
}

// The events of each transaction that is about to commit, by workspace.
const pending = new WeakMap<Transaction, Map<string, Pending>>();

/**
 * Appends events at the end of `source.transaction`, in the order of the calls. A rollback to a
 * savepoint drops those emitted since.
 */
export function emit(source: EventSource, ...events: readonly NewEvent[]): void {
  if (events.length === 0) return;
  const { transaction, workspaceId } = source;
  const emitted = events.map((event) => {
    const row = rowOf(source, event);
    return { event, row, entry: auditEntryOf(source, event, row) };
  });
  // Collected right before the commit, which the work of a savepoint that failed does not reach.
  transaction.beforeCommit(() => {
    const { rows, entries, copies } = pendingOf(transaction, workspaceId);
    for (const { event, row, entry } of emitted) {
      rows.push(row);
      if (entry !== undefined) entries.push(entry);
      copies.push(...copiesOf(event, row));
    }
    return Promise.resolve();
  });
}

/**
 * Gives new actions the next numbers of their workspace with the commit, in the order of the calls.
 * The transaction must also emit an event of the workspace.
 */
export function numberAtCommit(
  transaction: Transaction,
  actions: readonly { readonly workspace_id: string; readonly id: string }[],
): void {
  transaction.beforeCommit(() => {
    for (const { workspace_id: workspaceId, id } of actions) {
      pendingOf(transaction, workspaceId).newActionIds.push(id);
    }
    return Promise.resolve();
  });
}

function auditEntryOf(source: EventSource, event: NewEvent, row: EventRow): AuditRow | undefined {
  const { workspace_id, kind, actor_id, subject_type, subject_id, subject_title, created_at } = row;
  const address = source.loggedAddress;
  const record = { workspace_id, kind, actor_id, subject_type, subject_id, subject_title };
  return entryOf({ id: source.newId('aud'), ...record, address, created_at }, event.audit);
}

function copiesOf(event: NewEvent, { id, kind, actor_id: actorId }: EventRow): NewsCopy[] {
  if (event.isImported === true) return [];
  return concernedBy({ kind, actorId }, event.related ?? {}).map((concerned) => ({
    ...concerned,
    eventId: id,
    noteId: event.noteId ?? null,
  }));
}

function rowOf(source: EventSource, event: NewEvent): EventRow {
  return {
    id: source.newId('evt'),
    workspace_id: source.workspaceId,
    kind: event.kind,
    actor_id: event.actorId ?? source.actor.id,
    subject_type: event.subject.type,
    subject_id: event.subject.id,
    subject_title: event.subject.title,
    summary: event.summary,
    action_id: event.about?.actionId ?? null,
    project_id: event.about?.projectId ?? null,
    order_id: event.about?.orderId ?? null,
    document_id: event.about?.documentId ?? null,
    period_count: event.periodCount ?? null,
    on_behalf_of_actor_id: event.actorId === undefined ? (source.actor.onBehalfOf ?? null) : null,
    imported: event.isImported === true ? true : null,
    created_at: source.now,
  };
}

function pendingOf(transaction: Transaction, workspaceId: string): Pending {
  const byWorkspace = pending.get(transaction) ?? new Map<string, Pending>();
  pending.set(transaction, byWorkspace);
  const found = byWorkspace.get(workspaceId);
  if (found !== undefined) return found;
  const added: Pending = { rows: [], newActionIds: [], entries: [], copies: [] };
  byWorkspace.set(workspaceId, added);
  transaction.beforeCommit(async () => {
    // Before the events, whose statement takes the bytes that the triggers have collected.
    appendEntries(transaction, added.entries);
    await appendEvents(transaction, workspaceId, added);
    await countAppended(transaction, workspaceId, added.rows);
    copyToNews(transaction, workspaceId, added.copies);
  });
  transaction.afterCommit(() => announceCommit(workspaceId));
  return added;
}

type Listener = (workspaceId: string) => void;

const listeners = new Set<Listener>();

/**
 * Calls `listener` with the workspace of each transaction of this process that has committed
 * events. Other processes are not observed. Returns a function that ends this.
 */
export function onCommittedEvents(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells the listeners that a workspace has new events. */
function announceCommit(workspaceId: string): void {
  for (const listener of listeners) listener(workspaceId);
}

/** An event row as an Event of the contract. `consoleUrl` is that of the settings. */
export function toEvent(row: FeedEvent, consoleUrl: string | null): components['schemas']['Event'] {
  const { on_behalf_of_actor_id: personId, on_behalf_of_name: personName } = row;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    kind: row.kind,
    actor: { id: row.actor_id, kind: row.actor_kind, name: row.actor_name },
    ...(personId !== null &&
      personName !== null && { on_behalf_of: { id: personId, name: personName } }),
    subject: { type: row.subject_type, id: row.subject_id, title: row.subject_title },
    summary: summaryInWords(row.summary),
    action_id: row.action_id,
    project_id: row.project_id,
    order_id: row.order_id,
    document_id: row.document_id,
    url: subjectPage(row, consoleUrl),
    ...(row.period_count !== null && { period_count: row.period_count }),
    ...(bool(row.imported) && { imported: true }),
    created_at: row.created_at,
  };
}

/** An event, as far as the page of its subject depends on it. */
type PagedEvent = Pick<
  FeedEvent,
  | 'workspace_id'
  | 'subject_type'
  | 'subject_id'
  | 'action_id'
  | 'project_id'
  | 'order_id'
  | 'document_id'
>;

/** The address of the page of an event's subject; null if the server has no such pages. */
function subjectPage(event: PagedEvent, consoleUrl: string | null): string | null {
  return pageUrl(consoleUrl, pathOf[event.subject_type](event), event.workspace_id);
}

type Path = (event: PagedEvent) => string;

const own =
  (folder: string): Path =>
  ({ subject_id: id }) =>
    record(folder, id);

const screen =
  (path: string): Path =>
  () =>
    path;

const pathOf: Readonly<Record<SubjectType, Path>> = {
  action: own('actions'),
  agent: own('agents'),
  checkin: holder,
  claim: holder,
  document: own('documents'),
  domain: screen('settings/domains'),
  invitation: screen('settings/people'),
  link: holder,
  note: holder,
  // The events of connections and tokens do not name their agent.
  oauth_grant: screen('agents'),
  order: own('orders'),
  project: own('projects'),
  proposal: own('proposals'),
  question: own('questions'),
  session: screen('settings/people'),
  token: screen('agents'),
  user: screen('settings/people'),
  webhook: own('settings/webhooks'),
  workspace: screen('settings/workspace'),
};

// The record that the subject is on. A link may also name the document that it leads to, and only a
// note on a question or a proposal may name no record.
function holder({ action_id, order_id, project_id, document_id }: PagedEvent): string {
  if (action_id !== null) return record('actions', action_id);
  if (order_id !== null) return record('orders', order_id);
  if (project_id !== null) return record('projects', project_id);
  if (document_id !== null) return record('documents', document_id);
  return 'questions';
}

function record(folder: string, id: string): string {
  return `${folder}/${encodeURIComponent(id)}`;
}

// Where the name of a field without its underscores is not what a person calls it.
const words: Readonly<Record<string, string>> = {
  access_mode: 'access',
  can_review: 'right to review',
  defer_until: 'deferral',
  due_at: 'due date',
  file_ids: 'files',
  is_template: 'use as a template',
  key_prefixes: 'key prefix',
  label_ids: 'labels',
  on_timeout: 'timeout',
  requested_reviewer_actor_id: 'reviewer',
  requires_proposals: 'need of approvals',
  requires_review: 'need of a review',
};

/** The names of changed columns or fields as a summary for people lists them. */
export function inWords(names: readonly string[]): string {
  return [...new Set(names.map(wordOf))].join(', ');
}

const startOfFields = ' changed ';

/** A stored summary in today's words: until 28 November 2026 it had the names of the fields. */
export function summaryInWords(summary: string): string {
  const at = summary.lastIndexOf(startOfFields) + startOfFields.length;
  const names = summary.slice(at, -1);
  const isOfFields =
    at >= startOfFields.length && summary.endsWith('.') && /^[a-z_]+(?:, [a-z_]+)*$/.test(names);
  return isOfFields && names.includes('_')
    ? `${summary.slice(0, at)}${inWords(names.split(', '))}.`
    : summary;
}

function wordOf(name: string): string {
  if (name.startsWith('repeat_')) return 'repeat rule';
  return words[name] ?? name.replace(/_(?:id|at)$/, '').replaceAll('_', ' ');
}
