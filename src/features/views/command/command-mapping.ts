import type { components } from '../../../../generated/types';
import { isWorking } from '../../actions';
import type { ActorRow } from '../../../shared/actors';
import type { ActionSummaryRow } from './command-store';
import type { ViewContext } from '../view-params';

/** An action row as an ActionSummary of the contract; `actors` contains its assignee. */
export function toActionSummary(
  row: ActionSummaryRow,
  actors: ReadonlyMap<string, ActorRow>,
  clock: Pick<ViewContext, 'now' | 'settings'>,
): components['schemas']['ActionSummary'] {
  const assignee = actors.get(row.assigned_actor_id ?? '');
  const agentId = assignee?.agent_id ?? null;
  return {
    id: row.id,
    title: row.title,
    project_id: row.project_id,
    assigned_actor_id: row.assigned_actor_id,
    assigned_actor_name: assignee?.name ?? null,
    assigned_agent_id: agentId,
    assigned_agent_name: agentId === null ? null : (assignee?.name ?? null),
    delegate_label: row.delegate_label,
    due_at: row.due_at,
    last_activity_note: row.last_activity_note,
    last_activity_at: row.last_activity_at,
    is_working: isWorking(row, clock),
  };
}

/** The distinct actor ids of the assignees. */
export function assigneeIds(rows: readonly ActionSummaryRow[]): string[] {
  const ids = new Set<string>();
  for (const { assigned_actor_id: id } of rows) if (id !== null) ids.add(id);
  return [...ids];
}
