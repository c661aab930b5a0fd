import type { Knex } from 'knex';
import { createTable, isPostgres, oneOfCheck, runAll } from './table-kit';

const reviewStates = ['none', 'pending', 'approved', 'reverted'];

const added = {
  documents: ['revision_number', 'review_state'],
  domains: ['state'],
  notes: ['edited_at', 'archived_at', 'version'],
} as const;

/** Revisions of documents, links, archived domains, and edited and archived notes. */
export async function up(db: Knex): Promise<void> {
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
  await createTable(db, 'links', (kit, table) => {
    kit.identity();
    kit.textOrNull('title');
    kit.textOrNull('url');
    for (const other of ['document', 'action', 'project', 'order'] as const) {
      kit.textOrNull(`${other}_id`);
      kit.refers(`${other}_id`, `${other}s`);
      table.index(['workspace_id', `${other}_id`, 'created_at', 'id'], `links_${other}`);
    }
    table.check(exactlyOne(['url', 'document_id']), {}, 'links_target_check');
    table.check(exactlyOne(['action_id', 'project_id', 'order_id']), {}, 'links_place_check');
    kit.authored();
    table.index(['workspace_id', 'created_at', 'id'], 'links_created');
  });

  // SQLite can add a column with a check only if the statement itself contains the check.
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  const instant = isPostgres(db) ? 'timestamptz(3)' : 'text';
  const reviewed = oneOfCheck('review_state', reviewStates);
  const standing = oneOfCheck('state', ['active', 'archived']);
  await runAll(db, [
    'alter table documents add column revision_number integer not null default 1',
    `alter table documents add column review_state ${text} not null default 'none' constraint documents_review_state_check check (${reviewed})`,
    'create index documents_review on documents (workspace_id, review_state, created_at, id)',
    `alter table domains add column state ${text} not null default 'active' constraint domains_state_check check (${standing})`,
    'create index domains_state on domains (workspace_id, state, name, id)',
    `alter table notes add column edited_at ${instant}`,
    `alter table notes add column archived_at ${instant}`,
    'alter table notes add column version integer not null default 1',
    // The present content of each document becomes its first revision.
    `insert into document_revisions
       (workspace_id, id, document_id, number, content, review_state, created_by_actor_id, created_at)
     select workspace_id, 'rev_' || substr(id, 5), id, 1, content, 'none', created_by_actor_id, created_at
       from documents`,
  ]);
}

/** Drops what `up` created. Documents still have their newest content. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index domains_state', 'drop index documents_review']);
  for (const [table, columns] of Object.entries(added)) {
    for (const column of columns.toReversed()) {
      await db.raw('alter table ?? drop column ??', [table, column]);
    }
  }
  for (const table of ['links', 'document_revisions']) await db.schema.dropTable(table);
}

function exactlyOne(columns: readonly string[]): string {
  return `${columns.map((column) => `(case when ${column} is null then 0 else 1 end)`).join(' + ')} = 1`;
}
