import type { EventKind, NewEvent } from '../../shared/events';
import type { ActionRow } from './action-store';

/** An event about an action. */
export function actionEvent(
  row: Pick<ActionRow, 'id' | 'title' | 'project_id' | 'order_id'>,
  kind: EventKind,
  summary: string,
): NewEvent {
  return {
    kind,
    subject: { type: 'action', id: row.id, title: row.title },
    summary,
    about: { actionId: row.id, projectId: row.project_id, orderId: row.order_id },
  };
}
