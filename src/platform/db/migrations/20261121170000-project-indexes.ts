import type { Knex } from 'knex';
import { runAll } from './table-kit';

const created = {
  // Queries check for each action whether its project is a template or active. Partial indexes of
  // these projects stay small.
  projects_templates: 'projects (workspace_id, id) where is_template = true',
  projects_in_play: `projects (workspace_id, id, work_mode) where state = 'active' and is_template = false`,
};

/** Indexes of only the template projects and only the active projects. */
export async function up(db: Knex): Promise<void> {
  await runAll(
    db,
    Object.entries(created).map(([name, columns]) => `create index ${name} on ${columns}`),
  );
}

/** Drops the indexes. */
export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    Object.keys(created).map((name) => `drop index ${name}`),
  );
}
