import { copyLinks } from '../../../shared/links';
import { bool } from '../../../platform/db/statements/columns';
import type { WriteContext } from '../../../platform/operation';
import { hasNextOccurrence, insertActions, type ActionRow } from '../action-store';
import { findStanding, type Standing } from './copy-standing';
import { nextOccurrence, type Occurrence } from './repeat-rules';

/**
 * Creates the next occurrence of a repeating action that is being completed, with its links, and
 * returns it if there is one. `row` is the locked action before its completion. An action has one
 * next occurrence at most, however often it is reopened. It replaces the completed action among the
 * open actions of its assignee, so no cap on their number applies. Throws 403 `CAP_EXCEEDED` at the
 * limit of stored bytes, because each occurrence is a copy.
 */
export async function addNextOccurrence(
  ctx: WriteContext,
  row: ActionRow,
): Promise<NextOccurrence | undefined> {
  const { transaction, workspaceId, now } = ctx;
  const next = await nextOccurrence({ ...row, repeat_interval: Number(row.repeat_interval) }, now);
  if (next === undefined || (await hasNextOccurrence(transaction, workspaceId, row.id))) {
    return undefined;
  }
  if (ctx.storageFault !== undefined) throw ctx.storageFault;
  const standing = await findStanding(transaction, workspaceId, [row]);
  const action = occurrenceOf(ctx, row, next, standing);
  await insertActions(transaction, [action]);
  await copyLinks(ctx, 'action_id', new Map([[row.id, action.id]]));
  return { action, reasons: standing.reasonsOf(row) };
}

interface NextOccurrence {
  readonly action: ReturnType<typeof occurrenceOf>;
  /** What it did not get of the completed one, and why. */
  readonly reasons: string;
}

function occurrenceOf(
  { actor, newId, now }: WriteContext,
  row: ActionRow,
  next: Occurrence,
  standing: Standing,
) {
  const isReady =
    row.status === 'ready' || row.assigned_actor_id !== null || bool(row.waits_for_answer);
  const place = standing.placeOf({ ...row, status: isReady ? 'ready' : 'inbox' });
  return {
    id: newId('act'),
    workspace_id: row.workspace_id,
    title: row.title,
    details: row.details,
    title_by_actor_id: row.title_by_actor_id,
    details_by_actor_id: row.details_by_actor_id,
    project_id: row.project_id,
    order_id: row.order_id,
    ...place,
    assigned_at: place.assigned_actor_id === null ? null : now,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: actor.id,
    is_template: false,
    requires_review: bool(row.requires_review),
    review_chosen: bool(row.review_chosen),
    delegate_label: null,
    requirements: row.requirements,
    repeat_type: row.repeat_type,
    repeat_unit: row.repeat_unit,
    repeat_interval: row.repeat_interval,
    repeat_time_zone: row.repeat_time_zone,
    ...next,
    position: row.position,
    spawned_from_action_id: row.id,
    input_payload: row.input_payload,
    review_state: 'none',
    last_activity_at: now,
    created_at: now,
    updated_at: now,
  } as const;
}
