/**
 * Events: the append-only history of a workspace: who did what to which subject, when, in a few words.
 * Every change of another room is told here, in the transaction of the change, so that the one never
 * exists without the other. Nothing updates or deletes an event.
 */
import type { WriteHand } from '../platform/db/hands';
import { insertEvents, type EventRow } from './event-store';

/** What happened. The part before the dot is the subject's type. */
export type EventKind =
  | 'action.assigned'
  | 'action.completed'
  | 'action.created'
  | 'action.dropped'
  | 'action.heartbeat'
  | 'action.updated'
  | 'agent.activated'
  | 'agent.created'
  | 'checkin.created'
  | 'document.created'
  | 'domain.created'
  | 'note.created'
  | 'order.created'
  | 'project.created'
  | 'project.duplicated'
  | 'project.state_changed'
  | 'project.updated'
  | 'question.answered'
  | 'question.asked'
  | 'question.closed'
  | 'question.dismissed'
  | 'session.created'
  | 'session.deleted'
  | 'token.created'
  | 'token.revoked'
  | 'workspace.created';

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
  readonly hand: WriteHand;
  readonly workspaceId: string;
  readonly now: string;
  readonly newId: (prefix: string) => string;
  readonly actor: { readonly id: string };
}

/** Appends events in the transaction of `source.hand`. */
export async function emit(source: EventSource, ...events: readonly NewEvent[]): Promise<void> {
  const rows = events.map((event): EventRow => ({
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
    created_at: source.now,
  }));
  await insertEvents(source.hand, rows);
}
