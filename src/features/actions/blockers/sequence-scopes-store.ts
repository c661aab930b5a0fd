import type { Knex } from 'knex';
import { type Condition, isOneOf } from '../../../platform/db/statements/columns';
import { isOpen } from '../../../shared/statuses';
import type { WorkspaceNow } from '../action-rules';

// The order of a project's actions, which applies in a sequential project.

/**
 * Behind an action of the same project that is open and undeferred, or finished and in review:
 * later actions wait until it is approved.
 */
export function behindInSequence(db: Knex, moment: WorkspaceNow): Condition {
  const first = db.queryBuilder().select('first.position', 'first.created_at').as('earlier');
  void firstInSequence(moment)(first);
  return (query) => {
    void query
      .whereExists((earlier) => {
        void earlier.from(first).whereRaw(`${sequenceKey('earlier')} < ${sequenceKey('actions')}`);
      })
      .orWhere(behindReview(moment.workspaceId));
  };
}

/**
 * The first open, undeferred action of a project: the first row of an index, whatever the number of
 * actions. `of` is the table of the outer query that has the project id.
 */
export function firstInSequence(
  { workspaceId, now }: WorkspaceNow,
  of: InProject = 'actions',
): (query: Knex.QueryBuilder) => Knex.QueryBuilder {
  return (query) =>
    query
      .from('actions as first')
      .where('first.workspace_id', workspaceId)
      .whereRaw(`first.project_id = ${projectColumn[of]}`)
      .where(isOpen('first.status'))
      .where('first.is_template', false)
      .where((undeferred) => {
        void undeferred.whereNull('first.defer_until').orWhere('first.defer_until', '<=', now);
      })
      .orderByRaw('(first.position is null), first.position, first.created_at, first.id')
      .limit(1)
      .select('first.id');
}

/** The first of a project's actions whose review is pending, found like `firstInSequence`. */
export function firstInReview(
  workspaceId: string,
  of: InProject,
): (query: Knex.QueryBuilder) => Knex.QueryBuilder {
  return (query) =>
    query
      .from('actions as first')
      .where('first.workspace_id', workspaceId)
      .whereRaw(`first.project_id = ${projectColumn[of]}`)
      .where(isOneOf('first.review_state', ['pending']))
      .where('first.is_template', false)
      .orderByRaw('(first.position is null), first.position, first.created_at, first.id')
      .limit(1)
      .select('first.id');
}

type InProject = 'actions' | 'own_project';

const projectColumn: Record<InProject, string> = {
  actions: 'actions.project_id',
  own_project: 'own_project.id',
};

/** Behind an action of the same project whose review is pending. */
export function behindReview(workspaceId: string): Condition {
  return (query) =>
    void query.whereExists((earlier) => {
      void earlier
        .from('actions as earlier')
        .where('earlier.workspace_id', workspaceId)
        .whereRaw('earlier.project_id = actions.project_id')
        .where(isOneOf('earlier.review_state', ['pending']))
        .where('earlier.is_template', false)
        .whereRaw(`${sequenceKey('earlier')} < ${sequenceKey('actions')}`);
    });
}

/** The sort key of an action in its project: position with null last, then age. */
export function sequenceKey(table: string): string {
  return `(case when ${table}.position is null then 1 else 0 end, coalesce(${table}.position, 0), ${table}.created_at, ${table}.id)`;
}
