import type { Knex } from 'knex';
import { createTable, dropTables } from './table-kit';

/** Links, and the texts of records that were replaced. */
export async function up(db: Knex): Promise<void> {
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
    kit.textOrNull('title_by_actor_id');
    table.index(['workspace_id', 'created_at', 'id'], 'links_created');
  });
  await createTable(db, 'earlier_texts', (kit, table) => {
    kit.identity();
    kit.text('subject_id');
    kit.text('field');
    kit.text('text');
    kit.text('written_by_actor_id');
    kit.refers('written_by_actor_id', 'actors');
    kit.text('replaced_by_actor_id');
    kit.refers('replaced_by_actor_id', 'actors');
    kit.instant('replaced_at');
    table.index(['workspace_id', 'subject_id', 'replaced_at', 'id'], 'earlier_texts_subject');
  });
}

/** Drops what `up` created. */
export function down(db: Knex): Promise<void> {
  return dropTables(db, ['links', 'earlier_texts']);
}

function exactlyOne(columns: readonly string[]): string {
  return `${columns.map((column) => `(case when ${column} is null then 0 else 1 end)`).join(' + ')} = 1`;
}
