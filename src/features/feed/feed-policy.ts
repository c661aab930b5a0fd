import { operationFacts } from '../../../generated/handlers';
import type { Condition, Dialect } from '../../platform/db/statements/columns';
import {
  type Actor,
  type OperationId,
  type Permission,
  permitsRole,
} from '../../platform/operation';
import {
  aboutVisibleDocuments,
  documentViewer,
  type DocumentViewer,
} from '../../shared/document-visibility';
import type { FeedFilters, SubjectType, TailEvent } from '../../shared/events';
import { type History, historyStart, onShownActions } from '../../shared/plans';

/**
 * Matches the events whose subject the caller may read and whose action is within the plan's
 * history window.
 */
export function visibleEvents(
  ctx: History & { readonly actor: Actor },
  dialect: Dialect,
): Condition {
  const unreadable = unreadableTypes(ctx.actor);
  return (query) => {
    if (unreadable.length > 0) void query.whereNotIn('events.subject_type', unreadable);
    void query
      .where(aboutVisibleDocuments(documentViewer(ctx.actor), dialect))
      .where(
        onShownActions({ workspaceId: ctx.actor.workspaceId, start: historyStart(ctx) }, 'events'),
      );
  };
}

/**
 * For subject types whose events not every caller may read: an operation that who reads them may
 * call. Agents read people, and not what happens to their accounts.
 */
const readers = {
  invitation: 'listInvitations',
  token: 'listTokens',
  user: 'updateUser',
  webhook: 'getWebhook',
  workspace: 'getWorkspace',
} as const satisfies Readonly<Partial<Record<SubjectType, OperationId>>>;

/** The subject types that the actor is not permitted to read. */
export function unreadableTypes(actor: Actor): string[] {
  return Object.entries(readers).flatMap(([type, reader]) =>
    mayRead(actor, reader) ? [] : [type],
  );
}

function mayRead(actor: Actor, id: OperationId): boolean {
  const { people, agents }: Permission = operationFacts[id].permission;
  if (actor.kind === 'user') return permitsRole(people, actor.role);
  return agents === 'worker' || (agents === 'sysadmin' && actor.accessMode === 'sysadmin');
}

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
  if (!viewer.everyone && event.private_to?.includes(viewer.actorId) === false) {
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
