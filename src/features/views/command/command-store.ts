import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { int, isFalse } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import { requestPages } from '../../../shared/agent-request-store';
import { type DocumentViewer, visibleProposals } from '../../../shared/document-visibility';
import { historyStart, withinHistory } from '../../../shared/plans';
import {
  type ActionRow,
  actionsOf,
  bytesOfAction,
  open,
  queueOrder,
  selectAction,
  toActions,
  undeferred,
} from '../../actions';
import { type AgentRow, agentsOf, selectAgent } from '../../agents';
import { openProposalsOf, type ProposalRow, toProposals } from '../../proposals';
import { type CappedList, compiledCappedList, previewLength } from '../capped-store';
import { listViewConditions } from '../list-conditions-store';
import { activeProjects, projectOrder } from '../project-queries-store';
import { type ViewContext, type ViewParams, viewParams } from '../view-params';
import { reviewsFor } from '../waiting-store';

/** An active project of the command view. */
export interface ProjectRow {
  readonly id: string;
  readonly title: string;
  readonly domain_id: string | null;
}

/** An action of the command view; `last_activity_note` is a preview of its newest note. */
export interface ActionSummaryRow {
  readonly id: string;
  readonly title: string;
  readonly project_id: string | null;
  readonly status: string;
  readonly assigned_actor_id: string | null;
  readonly assignee_active_at: string | null;
  readonly claim_expires_at: string | null;
  readonly delegate_label: string | null;
  readonly due_at: string | null;
  readonly priority: number;
  readonly number: number | null;
  readonly last_activity_note: string | null;
  readonly last_activity_at: string;
  readonly position: number | string | null;
  readonly created_at: string;
}

interface ProjectsParams {
  readonly workspaceId: string;
  readonly id: string | undefined;
}

const nearestProjects = compiledCappedList<ProjectRow, ProjectsParams>((params) => ({
  matching: (db) => {
    const projects = activeProjects(db, params.workspaceId);
    return params.id === undefined ? projects : projects.where('projects.id', params.id);
  },
  select: (query) => query.select('projects.id', 'projects.title', 'projects.domain_id'),
  order: projectOrder,
}));

/** Active projects, or the one of an id; the nearest due date first, then the newest. */
export async function readProjects(
  { reader, workspaceId }: ViewContext,
  id: string | undefined,
  limit: number,
): Promise<CappedList<ProjectRow>> {
  return nearestProjects(reader, { workspaceId, id }, limit);
}

const standalone = compiledCappedList<ActionSummaryRow, PendingParams>((params) => ({
  matching: (db) => pendingActions(db, params).whereNull('actions.project_id'),
  select: selectSummary,
  order: 'actions.due_at is null, actions.due_at, actions.last_activity_at, actions.id',
}));

/** Open actions without a project, the most urgent first. */
export async function readStandalone(
  { reader, workspaceId, now }: ViewContext,
  limit: number,
): Promise<CappedList<ActionSummaryRow>> {
  return standalone(reader, { workspaceId, now }, limit);
}

/** The parameters of statements that read pending actions. */
type PendingParams = Pick<ViewParams, 'workspaceId' | 'now'>;

/**
 * Open actions that are neither templates nor deferred. The caller excludes template projects.
 */
function pendingActions(db: Knex, params: PendingParams): Knex.QueryBuilder {
  return actionsOf(db, params.workspaceId)
    .where(open())
    .where(isFalse('actions.is_template'))
    .where(undeferred(params));
}

/**
 * Adds the columns of an ActionSummaryRow. Names of assignees are read once for the whole view,
 * because few assignees have most of the actions.
 */
function selectSummary(query: Knex.QueryBuilder, db: Knex): Knex.QueryBuilder {
  return query
    .leftJoin('notes as last_note', (on) => {
      on.on('last_note.workspace_id', 'actions.workspace_id').on(
        'last_note.id',
        'actions.last_activity_note_id',
      );
    })
    .select({
      id: 'actions.id',
      title: 'actions.title',
      project_id: 'actions.project_id',
      status: 'actions.status',
      assigned_actor_id: 'actions.assigned_actor_id',
      assignee_active_at: 'actions.assignee_active_at',
      claim_expires_at: 'actions.claim_expires_at',
      delegate_label: 'actions.delegate_label',
      due_at: 'actions.due_at',
      priority: 'actions.priority',
      number: 'actions.number',
      last_activity_note: db.raw('substr(last_note.body, 1, ?)', [previewLength]),
      last_activity_at: 'actions.last_activity_at',
      position: 'actions.position',
      created_at: 'actions.created_at',
    });
}

/** The maximum number of a project's actions to choose from, and of chosen actions. */
export interface SharedActionCaps {
  readonly perProject: number;
  readonly chosen: number;
}

type ProjectActionsParams = PendingParams & SharedActionCaps;

const order = 'actions.position is null, actions.position, actions.created_at, actions.id';

// For SQLite, which copies each row twice for a window function. Each project's first actions are
// the beginning of an index range.
const chosenOnSqlite = compiledQuery<ProjectActionsParams>((db, params, { ids }) => {
  const ofEach = (perProject: number): Knex.QueryBuilder =>
    pendingActions(db, params)
      .whereRaw('actions.project_id = project.id')
      .orderByRaw(order)
      .limit(perProject)
      .select('actions.rowid');
  const chosen = (perProject: number, count: number): Knex.QueryBuilder => {
    const urgent = db('projects as project')
      .crossJoin(db.raw('actions'))
      .where('project.workspace_id', params.workspaceId)
      .whereIn('project.id', [...ids])
      .whereIn('actions.rowid', ofEach(perProject))
      .orderByRaw(queueOrder)
      .limit(count)
      .select('actions.rowid as key');
    return db.from(urgent.as('urgent')).select('urgent.key');
  };
  const keys = chosen(1, ids.length).union([chosen(params.perProject, params.chosen)]);
  const query = db
    .from(keys.as('chosen'))
    .crossJoin(db.raw('actions'))
    .whereRaw('actions.rowid = chosen.key');
  return selectSummary(query, db).orderByRaw(order);
});

// For Postgres, which reads all of them in one index scan faster than with one scan per project.
const chosenOnPostgres = compiledQuery<ProjectActionsParams>((db, params, { ids }) => {
  const numbered = pendingActions(db, params)
    .whereIn('actions.project_id', [...ids])
    .select(summarySourceColumns)
    .select(db.raw(`row_number() over (partition by actions.project_id order by ${order}) as nth`));
  const chosen = db
    .from(numbered.as('actions'))
    .where('actions.nth', '<=', params.perProject)
    .orderByRaw(`actions.nth > 1, ${queueOrder}`)
    .limit(params.chosen)
    .select('actions.*');
  return selectSummary(db.from(chosen.as('actions')), db).orderByRaw(order);
});

// The subquery selects these columns because joining each action again by its id costs more.
const summarySourceColumns = [
  'workspace_id',
  'id',
  'title',
  'project_id',
  'status',
  'assigned_actor_id',
  'assignee_active_at',
  'claim_expires_at',
  'delegate_label',
  'due_at',
  'priority',
  'number',
  'queue_rank',
  'position',
  'last_activity_note_id',
  'last_activity_at',
  'created_at',
].map((name) => `actions.${name}`);

/**
 * Open actions of projects without templates, in the order of each project: the first one of each
 * project, and the most urgent of the others. One statement for any number of projects.
 */
export async function readProjectActions(
  { reader, workspaceId, now }: ViewContext,
  projectIds: readonly string[],
  caps: SharedActionCaps,
): Promise<ActionSummaryRow[]> {
  if (projectIds.length === 0) return [];
  const params = { workspaceId, now, ...caps };
  const chosen = reader.dialect === 'sqlite' ? chosenOnSqlite : chosenOnPostgres;
  return reader.rows<ActionSummaryRow>(chosen(reader, params, projectIds));
}

const countPerProject = compiledQuery<PendingParams>((db, params, { ids }) =>
  pendingActions(db, params)
    .whereIn('actions.project_id', [...ids])
    .groupBy('actions.project_id')
    .select('actions.project_id as id')
    .count({ count: '*' }),
);

/** The number of these actions of each project that has any. */
export async function countProjectActions(
  { reader, workspaceId, now }: ViewContext,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (projectIds.length === 0) return new Map();
  const rows = await reader.rows<{ id: string; count: unknown }>(
    countPerProject(reader, { workspaceId, now }, projectIds),
  );
  return new Map(rows.map(({ id, count }) => [id, int(count)]));
}

const agents = compiledCappedList<AgentRow, ViewParams>((params) => ({
  matching: (db) => agentsOf(db, params.workspaceId).whereNot('agents.state', 'revoked'),
  select: (query, db) => selectAgent(query, db, params),
  order: 'agents.last_seen_at is null, agents.last_seen_at desc, actors.name, agents.id',
}));

/** Agents that are not revoked, the most recently seen first. */
export async function readAgents(ctx: ViewContext, limit: number): Promise<CappedList<AgentRow>> {
  return agents(ctx.reader, viewParams(ctx), limit);
}

/** The lists of a command view that only a request that names them gets. */
export interface DecisionLists {
  readonly reviews?: CappedList<components['schemas']['Action']>;
  readonly proposals?: CappedList<components['schemas']['Proposal']>;
  readonly stalled?: CappedList<components['schemas']['Action']>;
}

interface ListedParams extends ViewParams {
  readonly start: string | null;
  /** Only the reviews that wait for this actor; undefined for all. */
  readonly actorId: string | undefined;
}

// The lists have the conditions and the orders of the views of these names.
const listedAs = (view: 'review' | 'stalled', order: string) =>
  compiledCappedList<ActionRow, ListedParams>((params) => ({
    matching: (db) => {
      const listed = actionsOf(db, params.workspaceId)
        .where(listViewConditions[view](params))
        .where(withinHistory(params.start));
      if (view === 'stalled') return listed;
      // A statement may only read the parameters that it binds.
      const { workspaceId, actorId } = params;
      if (actorId === undefined) return listed;
      const { now } = params;
      return listed.where(reviewsFor({ workspaceId, actorId, now }));
    },
    select: selectAction,
    order,
    first: 'actions',
    bytes: bytesOfAction,
  }));

const pendingReviews = listedAs('review', 'actions.completed_at, actions.id');
const stalledActions = listedAs('stalled', 'actions.last_activity_at, actions.id');

interface ProposalParams {
  readonly workspaceId: string;
  /** The actor that sees only its own private documents; undefined for who sees all. */
  readonly workerId: string | undefined;
  /** The agent whose proposals to list; undefined for all. */
  readonly agentId: string | undefined;
}

const openProposals = compiledCappedList<ProposalRow, ProposalParams>(
  ({ workspaceId, workerId, agentId }, dialect) => ({
    matching: (db) => {
      const viewer: DocumentViewer =
        workerId === undefined
          ? { everyone: true }
          : { everyone: false, workspaceId, actorId: workerId };
      const shown = visibleProposals(viewer, dialect);
      return openProposalsOf(db, { workspaceId, shown, agentId });
    },
    select: requestPages.select,
    order: 'agent_requests.created_at, agent_requests.id',
    first: 'agent_requests',
    bytes: requestPages.bytes,
  }),
);

/**
 * The lists whose names are in `names`, with the reviews of one actor or all and the proposals of one
 * agent or all; six statements for all of them.
 */
export async function readDecisions(
  ctx: ViewContext,
  names: readonly string[],
  {
    viewer,
    actorId,
    agentId,
  }: {
    readonly viewer: DocumentViewer;
    readonly actorId: string | undefined;
    readonly agentId: string | undefined;
  },
): Promise<DecisionLists> {
  const { reader, workspaceId } = ctx;
  const params = { ...viewParams(ctx), start: historyStart(ctx), actorId };
  const max = limits.command_decisions;
  const workerId = viewer.everyone ? undefined : viewer.actorId;
  const [reviews, proposals, stalled] = await Promise.all([
    names.includes('reviews') ? pendingReviews(reader, params, max) : undefined,
    names.includes('proposals')
      ? openProposals(reader, { workspaceId, workerId, agentId }, max)
      : undefined,
    names.includes('stalled') ? stalledActions(reader, params, max) : undefined,
  ]);
  const rows = [...(reviews?.rows ?? []), ...(stalled?.rows ?? [])];
  const actions = rows.length === 0 ? [] : await toActions(ctx, rows);
  return {
    ...(reviews && { reviews: { ...reviews, rows: actions.slice(0, reviews.rows.length) } }),
    ...(proposals && {
      proposals: { ...proposals, rows: await toProposals(ctx, proposals.rows) },
    }),
    ...(stalled && { stalled: { ...stalled, rows: actions.slice(reviews?.rows.length ?? 0) } }),
  };
}
