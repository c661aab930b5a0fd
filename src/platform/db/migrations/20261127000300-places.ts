import type { Knex } from 'knex';
import { createIndexes, createTable, dropTables } from './table-kit';

const reviewStates = ['none', 'pending', 'approved', 'reverted'];

/**
 * Domains, projects and documents, which work belongs to. A `..._by_actor_id` of a text is its last
 * author; null means the creator of the record. Triggers set `sort_key`.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'domains', (kit, table) => {
    kit.identity();
    kit.text('name');
    kit.textOrNull('description');
    kit.authored();
    kit.oneOf('state', ['active', 'archived'], 'active');
    kit.textOrNull('name_by_actor_id');
    kit.textOrNull('description_by_actor_id');
    kit.text('sort_key').defaultTo('');
    table.index(['workspace_id', 'created_at', 'id'], 'domains_created');
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
    kit.textOrNull('title_by_actor_id');
    kit.textOrNull('description_by_actor_id');
    kit.text('sort_key').defaultTo('');
    table.index(['workspace_id', 'created_at', 'id'], 'projects_created');
    table.index(['workspace_id', 'updated_at', 'id'], 'projects_updated');
    table.index(['workspace_id', 'state', 'created_at', 'id'], 'projects_state');
    table.index(['workspace_id', 'domain_id', 'created_at', 'id'], 'projects_domain');
  });
  await createTable(db, 'documents', (kit, table) => {
    kit.identity();
    kit.text('title');
    kit.text('content');
    kit.oneOf('access_mode', ['private', 'shared_read', 'shared_comment', 'shared_edit']);
    kit.authored();
    kit.defined('revision_number', 'integer not null default 1');
    kit.oneOf('review_state', reviewStates, 'none');
    kit.textOrNull('title_by_actor_id');
    kit.textOrNull('content_by_actor_id');
    kit.text('sort_key').defaultTo('');
    table.index(['workspace_id', 'created_at', 'id'], 'documents_created');
    table.index(['workspace_id', 'updated_at', 'id'], 'documents_updated');
    table.index(['workspace_id', 'created_by_actor_id', 'created_at', 'id'], 'documents_author');
  });
  await createTable(db, 'document_revisions', (kit, table) => {
    kit.identity();
    kit.text('document_id');
    kit.refers('document_id', 'documents');
    table.integer('number').notNullable();
    table.unique(['workspace_id', 'document_id', 'number'], {
      indexName: 'document_revisions_number',
    });
    kit.text('content');
    kit.textOrNull('reason');
    kit.oneOf('review_state', reviewStates);
    kit.textOrNull('reviewed_by_actor_id');
    kit.refers('reviewed_by_actor_id', 'actors');
    kit.instantOrNull('reviewed_at');
    kit.textOrNull('reverts_revision_id');
    kit.refers('reverts_revision_id', 'document_revisions');
    kit.text('created_by_actor_id');
    kit.refers('created_by_actor_id', 'actors');
    kit.instant('created_at');
    table.integer('version').notNullable().defaultTo(1);
  });
  await createIndexes(db, {
    documents_review: 'documents (workspace_id, review_state, created_at, id)',
    domains_state: 'domains (workspace_id, state, name, id)',
    // Queries check for each action whether its project is a template or active. Partial indexes of
    // these projects stay small.
    projects_templates: 'projects (workspace_id, id) where is_template = true',
    projects_in_play: `projects (workspace_id, id, work_mode) where state = 'active' and is_template = false`,
    // The sort orders of page.ts, which puts nulls last in both directions. SQLite scans finished
    // projects in this order too; with the filter columns at the end, it does not read their rows.
    projects_due: 'projects (workspace_id, (due_at is null), due_at, id, state, is_template)',
    projects_due_down:
      'projects (workspace_id, (due_at is not null), due_at, id, state, is_template)',
    projects_sort_key: 'projects (workspace_id, sort_key, id)',
    documents_sort_key: 'documents (workspace_id, sort_key, id)',
    domains_sort_key: 'domains (workspace_id, sort_key, id)',
  });
}

/** Drops what `up` created. */
export function down(db: Knex): Promise<void> {
  return dropTables(db, ['domains', 'projects', 'documents', 'document_revisions']);
}
