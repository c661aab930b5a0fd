import type { Knex } from 'knex';
import { countedSince as countedBefore } from './20261127001600-reported-usage';
import { createStoredTriggers, dropStoredTriggers, type CountedTable } from './stored-kit';
import { createIndexes, createTable } from './table-kit';

const entries: CountedTable = {
  table: 'audit_entries',
  columns: ['subject_title', 'address', 'old_values', 'new_values'],
};

/** The tables that count from this step on. */
export const countedSince: readonly CountedTable[] = [...countedBefore, entries];

/**
 * The audit. Failed sign-ins have the hour in which they are counted, so the unique index makes one
 * row for each account, address and hour; nulls of other entries never conflict. An empty address
 * is none, because nulls would not conflict either.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, entries.table, (kit, table) => {
    kit.identity();
    kit.text('kind');
    kit.text('actor_id');
    kit.refers('actor_id', 'actors');
    kit.text('subject_type');
    kit.text('subject_id');
    kit.text('subject_title');
    kit.text('address');
    kit.textOrNull('old_values');
    kit.textOrNull('new_values');
    kit.defined('count', 'integer not null default 1');
    kit.instantOrNull('hour_began_at');
    kit.instant('created_at');
    table.unique(['workspace_id', 'subject_id', 'hour_began_at', 'address'], {
      indexName: 'audit_entries_counted',
    });
  });
  await createStoredTriggers(db, entries);
  await createIndexes(db, {
    audit_entries_listed: 'audit_entries (workspace_id, created_at, id)',
    audit_entries_kind: 'audit_entries (workspace_id, kind, created_at, id)',
    audit_entries_actor: 'audit_entries (workspace_id, actor_id, created_at, id)',
    // Finds the oldest entries of all workspaces, for their purge.
    audit_entries_created: 'audit_entries (created_at)',
  });
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await dropStoredTriggers(db, entries);
  await db.schema.dropTable(entries.table);
}
