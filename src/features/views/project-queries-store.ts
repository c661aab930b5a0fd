import type { Knex } from 'knex';
import { isFalse, isOneOf } from '../../platform/db/statements/columns';

/**
 * The order of projects: the nearest due date first, then the newest project. The expression
 * matches no index; otherwise SQLite would walk all projects in index order to avoid sorting the
 * few active ones.
 */
export const projectOrder =
  'case when projects.due_at is null then 1 else 0 end, projects.due_at, projects.created_at desc, projects.id desc';

/** The projects that views show: active ones that are not templates. */
export function activeProjects(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('projects')
    .where('projects.workspace_id', workspaceId)
    .where(isOneOf('projects.state', ['active']))
    .where(isFalse('projects.is_template'));
}

/** Joins the project of an action, as `project`. */
export function joinProject(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query.leftJoin('projects as project', (on) => {
    on.on('project.workspace_id', 'actions.workspace_id').on('project.id', 'actions.project_id');
  });
}
