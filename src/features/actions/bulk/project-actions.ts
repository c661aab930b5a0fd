import { limits } from '../../../../generated/limits';
import { bool } from '../../../platform/db/statements/columns';
import type { ReadContext, WriteContext } from '../../../platform/operation';
import { addMilliseconds, DAY } from '../../../platform/time';
import { findSystemActor } from '../../../shared/actor-store';
import { emit } from '../../../shared/events';
import { copyLinks } from '../../../shared/links';
import { enforceCap } from '../../../shared/plans';
import { copiedAuthors } from '../../../shared/text-store';
import type { TemplateState } from '../../proposals';
import { actionEvent } from '../action-activity-store';
import { insertActions, type NewAction, type StoredAction } from '../action-store';
import { copyBlockers, checkSequence } from '../blockers/blocker-store';
import { emitUnblocked } from '../blockers/unblocking-store';
import { findStanding } from '../lifecycle/copy-standing-store';
import { dropLocked, type EndQuestions } from '../lifecycle/drop-operations';
import { listActionsBy } from '../lists/action-list-store';
import type { ActionFilters } from '../lists/list-filters';
import {
  countOpenActions,
  findOpenActions,
  lockOpenActions,
  type OpenAction,
  type OpenActionsBatch,
  findTouchedActions,
  findTouchedBatch,
  type TouchedAction,
} from './project-actions-store';

// The number of actions that one statement can take on both databases.
const BATCH = 500;

/** A page of a project's actions in its order, templates included. */
export function listActionsOfProject(
  ctx: ReadContext,
  projectId: string,
  query: ActionFilters & {
    readonly limit?: number;
    readonly offset?: number;
    readonly after?: string;
    readonly sort?: string;
  },
) {
  const { limit, offset, after, sort, ...filters } = query;
  return listActionsBy(ctx, {
    filters,
    paging: { limit, offset, after, sort },
    defaultSort: 'position',
    narrow: (actions) => actions.where('actions.project_id', projectId),
  });
}

/**
 * Locks all open actions of a locked project until the transaction ends, in the order of ids, with
 * the columns that the guards of verbs read.
 */
export function lockOpenActionsOfProject(
  { transaction, workspaceId }: WriteContext,
  projectId: string,
): Promise<TouchedAction[]> {
  // A locked batch may be short because some of its actions ended meanwhile, so only an empty one is
  // the last.
  return allOf(1, async (batch) => {
    const locked = await lockOpenActions(transaction, { workspaceId, projectId }, batch);
    const ids = locked.map(({ id }) => id);
    return ids.length === 0 ? [] : findTouchedActions(transaction, workspaceId, ids);
  });
}

/** `lockOpenActionsOfProject` without the locks, for actions that do not change. */
export function findOpenActionsOfProject(
  { transaction, workspaceId }: WriteContext,
  projectId: string,
): Promise<TouchedAction[]> {
  return allOf(BATCH, (batch) => findTouchedBatch(transaction, { workspaceId, projectId }, batch));
}

// All batches, of which the last has fewer than `full` actions.
async function allOf(
  full: number,
  findBatch: (batch: OpenActionsBatch) => Promise<TouchedAction[]>,
): Promise<TouchedAction[]> {
  const touched: TouchedAction[] = [];
  let afterId: string | undefined = '';
  while (afterId !== undefined) {
    const found: TouchedAction[] = await findBatch({ afterId, limit: BATCH });
    touched.push(...found);
    afterId = found.length < full ? undefined : found.at(-1)?.id;
  }
  return touched;
}

/** Throws for actions that the caller may not change in this way. */
export type CheckTouched = (actions: readonly TouchedAction[]) => void;

/** How a project that closes drops its open actions. */
export interface ProjectDrop {
  readonly projectId: string;
  readonly reason: string;
  /** Gets every action before it is dropped. Undefined if the caller may drop any. */
  readonly check: CheckTouched | undefined;
  readonly endQuestions: EndQuestions;
}

/**
 * Drops all open actions of a project that closes and ends the questions about them, as the system
 * actor. Each action gets a note with the reason.
 */
export async function dropOpenActions(
  ctx: WriteContext,
  { projectId, reason, check, endQuestions }: ProjectDrop,
): Promise<void> {
  const { transaction, workspaceId } = ctx;
  const system = await findSystemActor(transaction, workspaceId);
  const actorId = system?.id ?? ctx.actor.id;
  const project = { workspaceId, projectId };
  const dropped: string[] = [];
  // Completing a repeating action concurrently creates its next occurrence, so repeat until the
  // project has no open action.
  do {
    const actions = await lockOpenActions(transaction, project, { afterId: '', limit: BATCH });
    if (actions.length === 0) continue;
    const ids = actions.map(({ id }) => id);
    check?.(await findTouchedActions(transaction, workspaceId, ids));
    await dropLocked(ctx, actions, { actorId, reason, noteKind: 'system', summary: reason });
    await endQuestions(ctx, ids, actorId);
    dropped.push(...ids);
  } while ((await countOpenActions(transaction, project)) > 0);
  // At the end, because actions of the project may have blocked each other.
  await emitUnblocked(ctx, { ids: dropped, actorId });
}

/**
 * Copies the open actions of a template project into a new one, with their links and the blockers
 * among them. Ready actions stay ready; the others go to the inbox. `Standing` says what they may
 * not keep. `copied` collects the rows that were copied.
 */
export async function copyTemplateActions(
  ctx: WriteContext,
  copy: {
    readonly from: string;
    readonly to: string;
    /** Gets every action before it is copied. Undefined if the caller may copy any. */
    readonly check: CheckTouched | undefined;
    readonly copied?: TemplateState | undefined;
    /** The number of days by which the copies move their dates. */
    readonly days: number;
  },
): Promise<void> {
  const { transaction, workspaceId } = ctx;
  const copyOfId = new Map<string, string>();
  const project = { workspaceId, projectId: copy.from };
  let afterId: string | undefined = '';
  while (afterId !== undefined) {
    const actions: OpenAction[] = await findOpenActions(transaction, project, {
      afterId,
      limit: BATCH,
    });
    if (copy.check !== undefined && actions.length > 0) {
      const ids = actions.map(({ id }) => id);
      copy.check(await findTouchedActions(transaction, workspaceId, ids));
    }
    const standing = await findStanding(transaction, workspaceId, actions);
    const ofAgents = actions.filter(
      (action) => action.assigned_agent_id !== null && !standing.losesAssignee(action),
    );
    await enforceCap(transaction, workspaceId, 'open_agent_actions', ofAgents.length);
    const pairs = actions.map((action) => {
      const status = action.status === 'ready' ? 'ready' : 'inbox';
      const placed = { ...action, ...standing.placeOf({ ...action, status }) };
      return [action, copyOf(ctx, moveDates(placed, copy.days), copy.to)] as const;
    });
    const copies = pairs.map(([, copied]) => copied);
    for (const [from, to] of pairs) copyOfId.set(from.id, to.id);
    await insertActions(transaction, copies);
    const copyIds = new Map(pairs.map(([from, to]) => [from.id, to.id]));
    const links = await copyLinks(ctx, 'action_id', copyIds);
    copy.copied?.addActions(actions);
    copy.copied?.addLinks(links);
    emit(
      ctx,
      ...pairs.map(([from, action]) =>
        actionEvent(
          action,
          'action.created',
          `${ctx.actor.name} added the action from a template.${standing.reasonsOf(from)}`,
        ),
      ),
    );
    afterId = actions.length < BATCH ? undefined : actions.at(-1)?.id;
  }
  const blockers = await copyBlockers(ctx, copyOfId);
  copy.copied?.addBlockers(blockers);
  if (blockers.length === 0) return;
  const originalOf = new Map([...copyOfId].map(([original, id]) => [id, original]));
  await checkSequence(ctx, copy.to, (id) => originalOf.get(id) ?? id);
}

function copyOf(
  { actor, newId, now }: WriteContext,
  template: StoredAction,
  projectId: string,
): NewAction & Pick<StoredAction, 'project_id' | 'order_id'> {
  return {
    id: newId('act'),
    workspace_id: template.workspace_id,
    title: template.title,
    details: template.details,
    ...copiedAuthors(template, actor.id, ['title', 'details']),
    project_id: projectId,
    domain_id: template.domain_id,
    order_id: template.order_id,
    assigned_actor_id: template.assigned_actor_id,
    assigned_at: template.assigned_actor_id === null ? null : now,
    created_by_actor_id: actor.id,
    updated_by_actor_id: actor.id,
    is_template: false,
    status: template.status,
    requires_review: bool(template.requires_review),
    review_chosen: bool(template.review_chosen),
    requested_reviewer_actor_id: template.requested_reviewer_actor_id,
    delegate_label: template.delegate_label,
    requirements: template.requirements,
    repeat_type: template.repeat_type,
    repeat_unit: template.repeat_unit,
    repeat_interval: template.repeat_interval,
    repeat_time_zone: template.repeat_time_zone,
    defer_until: template.defer_until,
    due_at: template.due_at,
    position: template.position,
    priority: template.priority,
    label_ids: template.label_ids,
    file_ids: template.file_ids,
    input_payload: template.input_payload,
    review_state: 'none',
    last_activity_at: now,
    created_at: now,
    updated_at: now,
  };
}

/** The times of a record that a copy moves. */
export interface Dates {
  readonly due_at: string | null;
  readonly defer_until?: string | null;
}

/**
 * The days by which a copy moves its dates. The first due date comes to `startOn`, a day in UTC; by
 * default to today if it is earlier.
 */
export function daysToMove(
  dueDates: readonly (string | null)[],
  now: string,
  startOn: string | undefined,
): number {
  const [first] = dueDates.filter((date) => date !== null).toSorted();
  if (first === undefined) return 0;
  const days = (dayOf(startOn ?? now) - dayOf(first)) / DAY;
  return startOn === undefined ? Math.max(0, days) : days;
}

/** The record with its times moved by that many days. */
export function moveDates<Row extends Dates>(row: Row, days: number): Row {
  if (days === 0) return row;
  const move = (at: string | null): string | null => {
    const moved = at && addMilliseconds(at, days * DAY);
    return moved !== null && new Date(moved).getUTCFullYear() > limits.last_year ? at : moved;
  };
  const { due_at: due, defer_until: defer } = row;
  return { ...row, due_at: move(due), ...(defer ? { defer_until: move(defer) } : {}) };
}

// The start of a day in UTC.
function dayOf(at: string): number {
  return Date.parse(at.slice(0, 10));
}
