/**
 * Events: the append-only history of a workspace. Every change emits its event in its own
 * transaction, so neither exists without the other. Events are never updated; the purge deletes
 * those older than the configured retention.
 */
import type { Transaction } from '../../platform/db/transaction';
import { appendEvents, type EventKind, type EventRow } from './event-store';

export { eventPurge } from './event-purge';
export { readFeed, type EventKind, type FeedEvent } from './event-store';

/**
 * An event to append. `summary` is a short sentence for people; `about` names the records that it
 * concerns.
 */
export interface NewEvent {
  readonly kind: EventKind;
  readonly subject: { readonly type: string; readonly id: string; readonly title: string };
  readonly summary: string;
  readonly about?: {
    readonly actionId?: string | null;
    readonly projectId?: string | null;
    readonly orderId?: string | null;
    readonly documentId?: string | null;
  };
  /** The actor of the event, if not the caller (the system actor). */
  readonly actorId?: string;
}

/** The part of a write context that an event needs. */
export interface EventSource {
  readonly transaction: Transaction;
  readonly workspaceId: string;
  readonly now: string;
  readonly newId: (prefix: string) => string;
  readonly actor: { readonly id: string };
}

// The events of each transaction that has not committed, by workspace.
const pending = new WeakMap<Transaction, Map<string, EventRow[]>>();

/** Appends events at the end of `source.transaction`, in the order of the calls. */
export function emit(source: EventSource, ...events: readonly NewEvent[]): void {
  const { transaction, workspaceId } = source;
  const rows = events.map((event): EventRow => ({
    id: source.newId('evt'),
    workspace_id: workspaceId,
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
    created_at: source.now,
  }));
  if (rows.length > 0) pendingOf(transaction, workspaceId).push(...rows);
}

function pendingOf(transaction: Transaction, workspaceId: string): EventRow[] {
  const byWorkspace = pending.get(transaction) ?? new Map<string, EventRow[]>();
  pending.set(transaction, byWorkspace);
  const found = byWorkspace.get(workspaceId);
  if (found !== undefined) return found;
  const rows: EventRow[] = [];
  byWorkspace.set(workspaceId, rows);
  transaction.beforeCommit(() => appendEvents(transaction, workspaceId, rows));
  return rows;
}
