import type { Knex } from 'knex';
import { queueOrder } from '../../actions';
import { int } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import {
  pendingActions,
  selectSummary,
  type PendingParams,
  type ActionSummaryRow,
} from './command-store';
import type { ViewContext } from '../view-params';

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
