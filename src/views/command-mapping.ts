import type { components } from '../../generated/types';
import { isWorking } from '../actions';
import type { SummaryRow } from './command-store';
import type { ViewSource } from './metrics-store';

/** An action of the command view. */
export function toActionSummary(
  row: SummaryRow,
  clock: Pick<ViewSource, 'now' | 'settings'>,
): components['schemas']['ActionSummary'] {
  return {
    id: row.id,
    title: row.title,
    project_id: row.project_id,
    assigned_actor_id: row.assigned_actor_id,
    assigned_actor_name: row.assigned_actor_name,
    assigned_agent_id: row.assigned_agent_id,
    assigned_agent_name: row.assigned_agent_id === null ? null : row.assigned_actor_name,
    delegate_label: row.delegate_label,
    due_at: row.due_at,
    last_activity_note: row.last_activity_note,
    last_activity_at: row.last_activity_at,
    is_working: isWorking(row, clock),
  };
}
