import type { Knex } from 'knex';
import { createTable } from './table-kit';

/** Domains, projects and documents, which work belongs to. */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'domains', (kit, table) => {
    kit.identity();
    kit.text('name');
    kit.textOrNull('description');
    kit.authored();
    table.index(['workspace_id', 'created_at', 'id'], 'domains_created');
    table.index(['workspace_id', 'name', 'id'], 'domains_name');
  });
  await createTable(db, 'projects', (kit, table) => {
    kit.identity();
    kit.text('title');
    kit.textOrNull('description');
    kit.textOrNull('domain_id');
    kit.refers('domain_id', 'domains');
    kit.flag('is_template');
    kit.oneOf('state', ['active', 'paused', 'completed', 'dropped']);
    kit.oneOf('work_mode', ['sequential', 'parallel']);
    kit.instantOrNull('due_at');
    kit.authored();
    table.index(['workspace_id', 'created_at', 'id'], 'projects_created');
    table.index(['workspace_id', 'updated_at', 'id'], 'projects_updated');
    table.index(['workspace_id', 'title', 'id'], 'projects_title');
    table.index(['workspace_id', 'state', 'created_at', 'id'], 'projects_state');
    table.index(['workspace_id', 'domain_id', 'created_at', 'id'], 'projects_domain');
  });
  await createTable(db, 'documents', (kit, table) => {
    kit.identity();
    kit.text('title');
    kit.text('content');
    kit.oneOf('access_mode', ['private', 'shared_read', 'shared_comment', 'shared_edit']);
    kit.authored();
    table.index(['workspace_id', 'created_at', 'id'], 'documents_created');
    table.index(['workspace_id', 'updated_at', 'id'], 'documents_updated');
    table.index(['workspace_id', 'title', 'id'], 'documents_title');
    table.index(['workspace_id', 'created_by_actor_id', 'created_at', 'id'], 'documents_author');
  });
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  for (const table of ['documents', 'projects', 'domains']) await db.schema.dropTable(table);
}
