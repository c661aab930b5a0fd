import type { NewEvent, NewsKind, QuietKind, Related } from '../../shared/events';
import type { ActionRow } from './action-store';
import { claimantOf } from './claims/claim-rules';

/** The columns of an action that its events contain. */
export type EventAction = Pick<ActionRow, 'id' | 'title' | 'project_id' | 'order_id'>;

/** The columns of an action that say whose work it is. */
export type WorkedOn = Pick<
  ActionRow,
  | 'status'
  | 'assigned_actor_id'
  | 'claimed_by_actor_id'
  | 'claim_expires_at'
  | 'completed_by_actor_id'
  | 'review_state'
>;

/** The names of the columns of `EventAction` and `WorkedOn`, for bulk statements. */
export const eventColumns = [
  'actions.id',
  'actions.title',
  'actions.project_id',
  'actions.order_id',
  'actions.status',
  'actions.assigned_actor_id',
  'actions.claimed_by_actor_id',
  'actions.claim_expires_at',
  'actions.completed_by_actor_id',
  'actions.review_state',
] as const;

/** An event about an action that is no news. */
export function actionEvent(row: EventAction, kind: QuietKind, summary: string): NewEvent {
  return { kind, ...partsOf(row), summary };
}

/** An event about an action that is news for the actors whose work it is or was. */
export function actionNews(
  row: EventAction,
  kind: NewsKind,
  summary: string,
  { related, noteId }: { readonly related: Related; readonly noteId?: string | null | undefined },
): NewEvent {
  return { kind, ...partsOf(row), summary, related, noteId };
}

/**
 * The actors whose work an action is: its assignee, its claimant, and until the review the actor
 * who finished it. With `after`, the action after the event, those of `row` are former workers.
 */
export function workersOf(row: WorkedOn, now: string, after?: WorkedOn): Related {
  const of = (action: WorkedOn): readonly (string | null)[] => [
    action.assigned_actor_id,
    claimantOf(action, now),
    action.review_state === 'pending' ? action.completed_by_actor_id : null,
  ];
  return after === undefined ? { worker: of(row) } : { worker: of(after), former_worker: of(row) };
}

function partsOf(row: EventAction): Pick<NewEvent, 'subject' | 'about'> {
  return {
    subject: { type: 'action', id: row.id, title: row.title },
    about: { actionId: row.id, projectId: row.project_id, orderId: row.order_id },
  };
}
