import type { Knex } from 'knex';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import { joinActor } from '../../../shared/actors';
import {
  actionable,
  actionsOf,
  claimablePool,
  queueOrder,
  readyAssignedOrClaimedBy,
  waitingAssignedOrClaimedBy,
  working,
} from '../../actions';
import { type CappedList, compiledCappedList } from '../capped-store';
import { listViewConditions } from '../list-conditions-store';
import { previewColumn, previewLength } from '../preview-store';
import { joinProject } from '../project-queries-store';
import { type ViewContext, viewParams, type ViewParams } from '../view-params';

/** An action as the overview shows it; `details` is cut for a preview. */
export interface WorkRow {
  readonly id: string;
  readonly title: string;
  readonly project_id: string | null;
  readonly project_title: string | null;
  readonly due_at: string | null;
  readonly priority: number;
  readonly number: number | null;
  readonly defer_until: string | null;
  readonly status: string;
  readonly assigned_actor_id: string | null;
  readonly assigned_actor_name: string | null;
  readonly assigned_agent_id: string | null;
  readonly assignee_active_at: string | null;
  readonly claim_expires_at: string | null;
  readonly last_activity_at: string;
  readonly details: string | null;
  readonly requirements: string;
  readonly review_state: string;
  /** The beginning of the reason if the last result was rejected. */
  readonly rejection_reason: string | null;
}

type ActorParams = ViewParams & { readonly actorId: string };

const workingAction = compiledQuery<ActorParams>((db, params) =>
  selectWork(
    readyAssignedOrClaimedBy(db, params).where(actionable(params)).where(working(params)),
    db,
    params.workspaceId,
  )
    .orderByRaw('actions.last_activity_at desc, actions.id desc')
    .limit(1),
);

/**
 * The actionable action on which the actor is working; the one with the latest activity if there
 * are more.
 */
export async function findWorkingAction(
  ctx: ViewContext,
  actorId: string,
): Promise<WorkRow | undefined> {
  return ctx.reader.first<WorkRow>(workingAction(ctx.reader, { ...viewParams(ctx), actorId }));
}

const readyWork = compiledCappedList<
  WorkRow,
  ActorParams & { readonly except: string | undefined }
>((params) => ({
  matching: (db) => {
    const query = readyAssignedOrClaimedBy(db, params).where(actionable(params));
    return params.except === undefined ? query : query.whereNot('actions.id', params.except);
  },
  select: (query, db) => selectWork(query, db, params.workspaceId),
  order: queueOrder,
}));

/**
 * Actionable work that is assigned to the actor or that the actor has claimed, in queue order,
 * without the action `except`.
 */
export async function readReadyWork(
  ctx: ViewContext,
  actorId: string,
  except: string | undefined,
  limit: number,
): Promise<CappedList<WorkRow>> {
  return readyWork(ctx.reader, { ...viewParams(ctx), actorId, except }, limit);
}

const waitingWork = compiledCappedList<WorkRow, ActorParams>((params) => ({
  matching: (db) =>
    waitingAssignedOrClaimedBy(db, params).where(listViewConditions.waiting(params)),
  select: (query, db) => selectWork(query, db, params.workspaceId),
  order: 'actions.last_activity_at, actions.id',
}));

/**
 * Waiting actions that are assigned to the actor or, from the pool, under its live claim; oldest
 * activity first.
 */
export async function readWaitingWork(
  ctx: ViewContext,
  actorId: string,
  limit: number,
): Promise<CappedList<WorkRow>> {
  return waitingWork(ctx.reader, { ...viewParams(ctx), actorId }, limit);
}

const poolWork = compiledCappedList<WorkRow, ActorParams & { readonly capabilities: string }>(
  (params, dialect) => ({
    matching: (db) =>
      actionsOf(db, params.workspaceId)
        .where(actionable(params))
        .where(claimablePool(dialect, params)),
    select: (query, db) => selectWork(query, db, params.workspaceId),
    order: queueOrder,
    first: 'actions',
  }),
);

/**
 * Unclaimed pool work that a queue may offer to the agent, in queue order. `capabilities` is a JSON
 * array.
 */
export async function readClaimableWork(
  ctx: ViewContext,
  { actorId, capabilities }: Pick<ActorParams, 'actorId'> & { readonly capabilities: string },
  limit: number,
): Promise<CappedList<WorkRow>> {
  return poolWork(ctx.reader, { ...viewParams(ctx), actorId, capabilities }, limit);
}

function selectWork(query: Knex.QueryBuilder, db: Knex, workspaceId: string): Knex.QueryBuilder {
  return joinActor(joinProject(query), 'actions', 'assigned_actor_id', 'assigned').select({
    id: 'actions.id',
    title: 'actions.title',
    project_id: 'actions.project_id',
    project_title: 'project.title',
    due_at: 'actions.due_at',
    priority: 'actions.priority',
    number: 'actions.number',
    defer_until: 'actions.defer_until',
    status: 'actions.status',
    assigned_actor_id: 'actions.assigned_actor_id',
    assigned_actor_name: 'assigned.name',
    assigned_agent_id: 'assigned_agent.id',
    assignee_active_at: 'actions.assignee_active_at',
    claim_expires_at: 'actions.claim_expires_at',
    last_activity_at: 'actions.last_activity_at',
    details: previewColumn(db, 'actions.details'),
    requirements: 'actions.requirements',
    review_state: 'actions.review_state',
    rejection_reason: rejectionReason(db, workspaceId),
  });
}

// The reviewer's note of the same moment. Work that was not rejected needs no look at its notes.
function rejectionReason(db: Knex, workspaceId: string): Knex.Raw {
  return db.raw(
    `case when actions.review_state = 'rejected' then
       (select substr(reason.body, 1, ?) from notes as reason
         where reason.workspace_id = ? and reason.action_id = actions.id
           and reason.created_at = actions.reviewed_at
           and reason.created_by_actor_id = actions.reviewer_actor_id
         order by reason.id limit 1)
     end`,
    [previewLength + 1, workspaceId],
  );
}
