import type { components } from '../../../generated/types';
import { isWorking } from '../../../src/actions';
import { holds, requiresReview } from '../../../src/actions/action-rules';
import { findAction, findNotes, type ActionRow } from '../../../src/actions/action-store';
import { findBlockers, type BlockerRow } from '../../../src/actions/blocker-store';
import type { NoteRow } from '../../../src/notes';
import { toNote } from '../../../src/notes/note-mapping';
import { findPlan } from '../../../src/plans';
import { bool, json, strings } from '../../../src/platform/db/columns';
import { compiled } from './compiled';
import type { Connection, Driver } from './driver';
import { sample, settings } from './sample';

type Action = components['schemas']['Action'];

/** Reads one action, and what stands in its answer beside its row. */
export function createActionReader(driver: Driver) {
  const { now, workspaceId, id } = sample;
  const key = { now, workspaceId, id };
  const row = compiled(driver, key, (hand, { workspaceId, id }) =>
    findAction(hand, workspaceId, id),
  );
  const plan = compiled(driver, { now, workspaceId }, (hand, given) =>
    findPlan(hand, given.workspaceId),
  );
  const notes = compiled(
    driver,
    { now, workspaceId, latest: '(latest)', last: '(last)' },
    (hand, { workspaceId, latest, last }) => findNotes<NoteRow>(hand, workspaceId, [latest, last]),
  );
  const blockers = compiled(driver, key, (hand, { workspaceId, id }) =>
    findBlockers(hand, workspaceId, [id]),
  );
  return {
    row,
    blockers,
    /** The answer's body of an action that was read. */
    async whole(connection: Connection, found: ActionRow, at: string): Promise<Action> {
      const {
        workspace_id: workspaceId,
        id,
        latest_note_id: latest,
        last_activity_note_id: last,
      } = found;
      if (found.status === 'done' || found.status === 'dropped') {
        await plan(connection, { now: at, workspaceId });
      }
      const written =
        latest === null && last === null
          ? []
          : await notes(connection, {
              now: at,
              workspaceId,
              latest: latest ?? '',
              last: last ?? '',
            });
      const held = await blockers(connection, { now: at, workspaceId, id });
      return toAction(found, new Map(written.map((note) => [note.id, note])), held, at);
    },
  };
}

/** An action as the contract shows it. */
export function toAction(
  row: ActionRow,
  notes: ReadonlyMap<string, NoteRow>,
  blockers: readonly BlockerRow[],
  now: string,
): Action {
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
    is_template: bool(row.is_template) || bool(row.project_is_template),
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
    is_working: isWorking(row, { now, settings }),
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
