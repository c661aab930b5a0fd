import { int } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled-query';
import type { CappedList } from '../capped-store';
import {
  pendingActions,
  selectSummary,
  type PendingParams,
  type ActionSummaryRow,
} from './command-store';
import type { ViewContext } from '../view-params';

type ProjectActionsParams = PendingParams & { readonly limit: number };

const order = 'actions.position is null, actions.position, actions.created_at, actions.id';

// For SQLite, which copies each row twice for a window function. Each project's first actions are
// the beginning of an index range.
const firstPerProject = compiledQuery<ProjectActionsParams>((db, params, { ids }) => {
  const first = pendingActions(db, params)
    .whereRaw('actions.project_id = project.id')
    .orderByRaw(order)
    .limit(params.limit)
    .select('actions.rowid');
  const all = pendingActions(db, params)
    .whereIn('actions.project_id', [...ids])
    .count('*');
  const query = db('projects as project')
    .crossJoin(db.raw('actions'))
    .where('project.workspace_id', params.workspaceId)
    .whereIn('project.id', [...ids])
    .whereIn('actions.rowid', first);
  return selectSummary(query, db).select(all.as('total')).orderByRaw(order);
});

// For Postgres, which reads all of them in one index scan faster than with one scan per project.
const rankedPerProject = compiledQuery<ProjectActionsParams>((db, params, { ids }) => {
  const numbered = pendingActions(db, params)
    .whereIn('actions.project_id', [...ids])
    .select(summarySourceColumns)
    .select(db.raw(`row_number() over (partition by actions.project_id order by ${order}) as nth`))
    .select(db.raw('count(*) over (partition by actions.project_id) as project_total'));
  const query = db
    .from(numbered.as('actions'))
    .where('actions.nth', '<=', params.limit)
    .orderBy('actions.nth')
    .select('actions.nth', 'actions.project_total');
  return selectSummary(query, db);
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
  'last_activity_note_id',
  'last_activity_at',
].map((name) => `actions.${name}`);

/**
 * The open actions of projects without templates, at most `limit` per project, in the project's
 * order. `omitted` is the sum over all projects. One statement for any number of projects.
 */
export async function readProjectActions(
  { reader, workspaceId, now }: ViewContext,
  projectIds: readonly string[],
  limit: number,
): Promise<CappedList<ActionSummaryRow>> {
  const params = { workspaceId, now, limit };
  if (reader.dialect === 'sqlite') {
    const rows = await reader.rows<ActionSummaryRow & { total: number }>(
      firstPerProject(reader, params, projectIds),
    );
    const [first] = rows;
    return { rows, omitted: first === undefined ? 0 : int(first.total) - rows.length };
  }
  const rows = await reader.rows<ActionSummaryRow & { nth: number; project_total: number }>(
    rankedPerProject(reader, params, projectIds),
  );
  const firsts = rows.filter(({ nth }) => int(nth) === 1);
  const all = firsts.reduce((sum, row) => sum + int(row.project_total), 0);
  return { rows, omitted: all - rows.length };
}
