import type { Knex } from 'knex';
import { actionsOf, open, undeferred } from '../../actions';
import { isFalse } from '../../../platform/db/statements/columns';
import { activeProjects, projectOrder } from '../active-projects-store';
import { compiledCappedList, type CappedList } from '../capped-store';
import { previewLength } from '../preview-rules';
import type { ViewContext, ViewParams } from '../view-params';

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
export type PendingParams = Pick<ViewParams, 'workspaceId' | 'now'>;

/**
 * Open actions that are neither templates nor deferred. The caller excludes template projects.
 */
export function pendingActions(db: Knex, params: PendingParams): Knex.QueryBuilder {
  return actionsOf(db, params.workspaceId)
    .where(open())
    .where(isFalse('actions.is_template'))
    .where(undeferred(params));
}

/**
 * Adds the columns of an ActionSummaryRow. Names of assignees are read once for the whole view,
 * because few assignees have most of the actions.
 */
export function selectSummary(query: Knex.QueryBuilder, db: Knex): Knex.QueryBuilder {
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
      last_activity_note: db.raw('substr(last_note.body, 1, ?)', [previewLength]),
      last_activity_at: 'actions.last_activity_at',
      position: 'actions.position',
      created_at: 'actions.created_at',
    });
}
