import type { components } from '../../generated/types';
import { toNote, type NoteRow } from '../notes';
import { bool, json, strings } from '../platform/db/columns';
import type { ReadHand } from '../platform/db/hands';
import { holds, requiresReview } from './action-rules';
import { isWorking, type Clock } from './action-scopes-store';
import { findNotes, type ActionRow } from './action-store';
import { findBlockers, type BlockerRow } from './blocker-store';

/** An action in the contract's shape. */
export type Action = components['schemas']['Action'];

/** Actions in the contract's shape, with their newest notes and their blockers: two statements more, whatever their number. */
export async function toActions(
  source: Clock & { readonly hand: ReadHand; readonly workspaceId: string },
  rows: readonly ActionRow[],
): Promise<Action[]> {
  const ids = rows.flatMap((row) =>
    [row.latest_note_id, row.last_activity_note_id].filter((id) => id !== null),
  );
  const notes = new Map<string, NoteRow>();
  for (const note of await findNotes<NoteRow>(source.hand, source.workspaceId, ids)) {
    notes.set(note.id, note);
  }
  const blockers = new Map<string, BlockerRow[]>(rows.map((row) => [row.id, []]));
  for (const blocker of await findBlockers(source.hand, source.workspaceId, [...blockers.keys()])) {
    blockers.get(blocker.action_id)?.push(blocker);
  }
  return rows.map((row) => toAction(row, { notes, blockers: blockers.get(row.id) ?? [] }, source));
}

/** One action in the contract's shape. */
export async function toActionWithNotes(
  source: Clock & { readonly hand: ReadHand; readonly workspaceId: string },
  row: ActionRow,
): Promise<Action> {
  const [action] = await toActions(source, [row]);
  if (action === undefined) throw new Error('One row makes one action.');
  return action;
}

/** Whether the action, or its project, is a template. */
export function isTemplate(row: Pick<ActionRow, 'is_template' | 'project_is_template'>): boolean {
  return bool(row.is_template) || bool(row.project_is_template);
}

interface Around {
  readonly notes: ReadonlyMap<string, NoteRow>;
  readonly blockers: readonly BlockerRow[];
}

/** An action in the contract's shape, of what was read about it. */
export function toAction(row: ActionRow, { notes, blockers }: Around, clock: Clock): Action {
  const latest = notes.get(row.latest_note_id ?? '');
  const last = notes.get(row.last_activity_note_id ?? '');
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    title: row.title,
    details: row.details,
    project_id: row.project_id,
    domain_id: row.domain_id,
    order_id: row.order_id,
    assigned_actor_id: row.assigned_actor_id,
    assigned_agent_id: row.assignee_agent_id,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    is_template: isTemplate(row),
    status: row.status,
    requires_review: requiresReview(row),
    delegate_label: row.delegate_label,
    requirements: strings(row.requirements),
    repeat_rule: {
      type: row.repeat_type,
      unit: row.repeat_unit,
      interval: Number(row.repeat_interval),
    },
    defer_until: row.defer_until,
    due_at: row.due_at,
    position: row.position === null ? null : Number(row.position),
    result_summary: row.result_summary,
    spawned_from_action_id: row.spawned_from_action_id,
    source_key: row.source_key,
    source_agent_request_id: row.source_agent_request_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    completed_at: row.completed_at,
    last_activity_at: row.last_activity_at,
    assigned_at: row.assigned_at,
    is_working: isWorking(row, clock),
    blocked_by: blockers.map((blocker) => blocker.id),
    is_blocked: blockers.some(holds),
    claimed_by_actor_id: row.claimed_by_actor_id,
    claim_expires_at: row.claim_expires_at,
    completed_by_actor_id: row.completed_by_actor_id,
    review: {
      state: row.review_state,
      reviewer_actor_id: row.reviewer_actor_id,
      reviewed_at: row.reviewed_at,
    },
    version: row.version,
    assigned_actor_kind: row.assignee_kind,
    assigned_actor_name: row.assignee_name,
    assigned_agent_name: row.assignee_kind === 'agent' ? row.assignee_name : null,
    created_by_actor_kind: row.creator_kind,
    created_by_actor_name: row.creator_name,
    created_by_agent_id: row.creator_agent_id,
    created_by_user_id: row.creator_user_id,
    ...(row.input_payload === null ? {} : { input_payload: json(row.input_payload) }),
    ...(latest === undefined ? {} : { latest_note: toNote(latest) }),
    ...(last === undefined ? {} : { last_activity_note: toNote(last) }),
  };
}
