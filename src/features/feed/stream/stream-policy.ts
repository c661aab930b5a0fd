import type { DocumentViewer } from '../../../shared/document-visibility';
import type { FeedFilters, TailEvent } from '../../../shared/events';

/** The events that one stream sends. */
export interface StreamView {
  readonly filters: FeedFilters;
  readonly unreadableTypes: readonly string[];
  readonly viewer: DocumentViewer;
}

/**
 * Whether a stream sends the event. `historyStart` is the start of the plan's history window. It
 * decides like the statement of `readEvents`, from the facts in the event.
 */
export function isStreamed(
  event: TailEvent,
  { filters, unreadableTypes, viewer }: StreamView,
  historyStart: string | null,
): boolean {
  if (unreadableTypes.includes(event.subject_type)) return false;
  if (!viewer.everyone && event.private_to !== null && event.private_to !== viewer.actorId) {
    return false;
  }
  const { action_ended_at: endedAt } = event;
  if (historyStart !== null && endedAt !== null && endedAt < historyStart) return false;
  return matches(event, filters);
}

function matches(event: TailEvent, filters: FeedFilters): boolean {
  const { kind = [], not_actor_id: excluded, ...equal } = filters;
  if (kind.length > 0 && !kind.includes(event.kind)) return false;
  if (event.actor_id === excluded) return false;
  return (
    isEqual(event.actor_id, equal.actor_id) &&
    isEqual(event.subject_id, equal.subject_id) &&
    isEqual(event.action_id, equal.action_id) &&
    isEqual(event.project_id, equal.project_id) &&
    isEqual(event.order_id, equal.order_id)
  );
}

function isEqual(value: string | null, wanted: string | undefined): boolean {
  return wanted === undefined || value === wanted;
}
