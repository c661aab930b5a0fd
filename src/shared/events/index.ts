/**
 * Events: the append-only history of a workspace: who did what to which subject, when, in a few words.
 * Every change of another room is told here, in the transaction of the change, so that the one never
 * exists without the other. Nothing updates an event; after the time that the configuration gives, the oldest are deleted.
 */
import type { Transaction } from '../../platform/db/transaction';
import { appendEvents, type EventKind, type EventRow } from './event-store';

export { eventPurge } from './event-purge';
export { readFeed, type EventKind, type FeedEvent } from './event-store';

/** An event to append. `summary` is one short sentence for people; `about` names what else it concerns. */
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
  /** Who did it, when it is not the caller (the system actor). */
  readonly actorId?: string;
}

/** What an event takes from the request that it belongs to; every write context has it. */
export interface EventSource {
  readonly transaction: Transaction;
  readonly workspaceId: string;
  readonly now: string;
  readonly newId: (prefix: string) => string;
  readonly actor: { readonly id: string };
}

// What a transaction has to tell, by workspace, until it commits.
const untold = new WeakMap<Transaction, Map<string, EventRow[]>>();

/** Appends events at the end of the transaction of `source.hand`, in the order of the calls. */
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
  const all = untold.get(transaction) ?? new Map<string, EventRow[]>();
  untold.set(transaction, all);
  const found = all.get(workspaceId);
  if (found !== undefined) return found;
  const rows: EventRow[] = [];
  all.set(workspaceId, rows);
  transaction.beforeCommit(() => appendEvents(transaction, workspaceId, rows));
  return rows;
}
