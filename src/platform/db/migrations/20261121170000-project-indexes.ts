import type { Knex } from 'knex';
import { runAll } from './table-kit';

const made = {
  // Whether an action is of a template or can be done is asked of its project, action by action: by
  // what a team has open, not by what it has ever had.
  projects_templates: 'projects (workspace_id, id) where is_template = true',
  projects_in_play: `projects (workspace_id, id, work_mode) where state = 'active' and is_template = false`,
};

/** Indexes by which a project is found among the few that matter. */
export async function up(db: Knex): Promise<void> {
  await runAll(
    db,
    Object.entries(made).map(([name, columns]) => `create index ${name} on ${columns}`),
  );
}

/** Takes the indexes back. */
export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    Object.keys(made).map((name) => `drop index ${name}`),
  );
}
