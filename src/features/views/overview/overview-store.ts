import type { Knex } from 'knex';
import type { components } from '../../../../generated/types';
import { int } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import { joinActor } from '../../../shared/actor-store';
import {
  actionable,
  actionsOf,
  notOfActor,
  notTemplate,
  open,
  worker,
  working,
  claimablePool,
  queueOrder,
  readyAssignedOrClaimedBy,
  waitingAssignedOrClaimedBy,
} from '../../actions';
import { type CappedList, compiledCappedList, previewColumn, previewLength } from '../capped-store';
import { listViewConditions } from '../list-conditions-store';
import { activeProjects, projectOrder, joinProject } from '../project-queries-store';
import { type ViewContext, viewParams, type ViewParams } from '../view-params';

type Overview = components['schemas']['AgentOverview'];

const countsElsewhere = compiledQuery<ViewParams & { readonly actorId: string }>((db, params) => {
  const actions = (): Knex.QueryBuilder =>
    actionsOf(db, params.workspaceId).where(notTemplate(params.workspaceId));
  const others = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query
      .whereNotNull('actions.assigned_actor_id')
      .whereNot('actions.assigned_actor_id', params.actorId);
  const notMine = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.where((either) =>
      either
        .whereNull('actions.assigned_actor_id')
        .orWhereNot('actions.assigned_actor_id', params.actorId),
    );
  const agents = (): Knex.QueryBuilder =>
    db('agents')
      .where('agents.workspace_id', params.workspaceId)
      .whereNot('agents.actor_id', params.actorId)
      .whereNot('agents.state', 'revoked');
  return db.select([
    others(actionsOf(db, params.workspaceId).where(actionable(params)))
      .count('*')
      .as('ready'),
    actions()
      .where(working(params))
      .whereRaw(`${worker} <> ?`, [params.actorId])
      .count('*')
      .as('active'),
    actionsOf(db, params.workspaceId)
      .where(listViewConditions.waiting(params))
      .where(notOfActor(params))
      .count('*')
      .as('waiting'),
    notMine(actionsOf(db, params.workspaceId).where(listViewConditions.inbox(params)))
      .count('*')
      .as('inbox'),
    agents().count('*').as('agents'),
    agents()
      .whereIn('agents.actor_id', actions().where(working(params)).select(db.raw(worker)))
      .count('*')
      .as('working_agents'),
  ]);
});

/**
 * Counts the open work of others and the other agents that are not revoked, in one statement. Each
 * count uses the condition of the list of the same name.
 */
export async function countElsewhere(
  ctx: ViewContext,
  actorId: string,
): Promise<{ elsewhere: Overview['elsewhere']; otherAgents: Overview['other_agents'] }> {
  const row = await ctx.reader.first<Record<string, number>>(
    countsElsewhere(ctx.reader, { ...viewParams(ctx), actorId }),
  );
  const count = (name: string): number => int(row?.[name] ?? 0);
  return {
    elsewhere: {
      other_ready_actions: count('ready'),
      other_active_actions: count('active'),
      other_waiting_actions: count('waiting'),
      other_inbox_items: count('inbox'),
    },
    otherAgents: { count: count('agents'), working_count: count('working_agents') },
  };
}

/** An active project in which the agent has open work; `description` is cut for a preview. */
export interface OwnProjectRow {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly open_action_count: number;
  readonly my_action_count: number;
}

interface ProjectParams {
  readonly workspaceId: string;
  readonly actorId: string;
}

const ownProjects = compiledCappedList<OwnProjectRow, ProjectParams>((params) => ({
  matching: (db) =>
    activeProjects(db, params.workspaceId).whereIn('projects.id', projectsWithWorkOf(db, params)),
  select: (query, db) => {
    const inProject = (): Knex.QueryBuilder =>
      actionsOf(db, params.workspaceId)
        .where('actions.project_id', db.ref('projects.id'))
        .where(open())
        .where('actions.is_template', false)
        .count('*');
    return query
      .select({ id: 'projects.id', title: 'projects.title' })
      .select({ description: previewColumn(db, 'projects.description') })
      .select(inProject().as('open_action_count'))
      .select(inProject().where('actions.assigned_actor_id', params.actorId).as('my_action_count'));
  },
  order: projectOrder,
  // Otherwise SQLite counts the actions of all matching projects before it sorts them.
  first: 'projects',
}));

/** Active projects with open work of the actor, the nearest due date first. */
export async function readOwnProjects(
  { reader, workspaceId }: ViewContext,
  actorId: string,
  limit: number,
): Promise<CappedList<OwnProjectRow>> {
  return ownProjects(reader, { workspaceId, actorId }, limit);
}

const otherProjects = compiledCappedList<{ readonly title: string }, ProjectParams>((params) => ({
  matching: (db) =>
    activeProjects(db, params.workspaceId).whereNotIn(
      'projects.id',
      projectsWithWorkOf(db, params),
    ),
  select: (query) => query.select('projects.title'),
  order: 'projects.created_at desc, projects.id desc',
}));

/** Titles of the active projects without open work of the actor, newest first. */
export async function readOtherProjects(
  { reader, workspaceId }: ViewContext,
  actorId: string,
  limit: number,
): Promise<CappedList<{ readonly title: string }>> {
  return otherProjects(reader, { workspaceId, actorId }, limit);
}

// `not in` fails on null. With `is not null`, the planner uses the index on projects instead of
// the one on assignees, so null becomes an empty string.
function projectsWithWorkOf(db: Knex, params: ProjectParams): Knex.QueryBuilder {
  return actionsOf(db, params.workspaceId)
    .where('actions.assigned_actor_id', params.actorId)
    .where(open())
    .where(notTemplate(params.workspaceId))
    .select(db.raw("coalesce(actions.project_id, '')"));
}

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
