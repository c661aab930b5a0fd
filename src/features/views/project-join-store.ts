import type { Knex } from 'knex';

/** Joins the project of an action, as `project`. */
export function joinProject(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query.leftJoin('projects as project', (on) => {
    on.on('project.workspace_id', 'actions.workspace_id').on('project.id', 'actions.project_id');
  });
}
