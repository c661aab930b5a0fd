import type { Knex } from 'knex';
import { nameKey } from '../../name-key';
import { createStoredTriggers, dropStoredTriggers, type CountedTable } from './stored-kit';
import { createTable, isPostgres, runAll } from './table-kit';

/** The texts that were replaced count towards the bytes that a workspace stores. */
export const countedTexts: CountedTable = { table: 'earlier_texts', columns: ['text'] };

/** The texts of each table that an actor other than the creator may rewrite. */
const texts: Readonly<Record<string, readonly string[]>> = {
  actions: ['title', 'details'],
  projects: ['title', 'description'],
  orders: ['name', 'summary'],
  documents: ['title', 'content'],
  domains: ['name', 'description'],
  links: ['title'],
};

const authorColumns = Object.entries(texts).flatMap(([table, fields]) =>
  fields.map((field) => ({ table, column: `${field}_by_actor_id` })),
);

const batch = 500;

/**
 * The last author of each text (null for the creator of the record), the texts that were replaced,
 * and the keys by which names of actors are compared.
 */
export async function up(db: Knex): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  await runAll(db, [
    ...authorColumns.map(
      ({ table, column }) => `alter table ${table} add column ${column} ${text}`,
    ),
    `alter table actors add column name_key ${text} not null default ''`,
    'create index actors_name_key on actors (workspace_id, name_key)',
    `update documents set content_by_actor_id = (
       select revision.created_by_actor_id from document_revisions as revision
        where revision.workspace_id = documents.workspace_id
          and revision.document_id = documents.id
          and revision.number = documents.revision_number
          and revision.created_by_actor_id <> documents.created_by_actor_id)
      where revision_number > 1`,
  ]);
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
  await createStoredTriggers(db, countedTexts);
  await setNameKeys(db);
}

async function setNameKeys(db: Knex): Promise<void> {
  let after: { workspace_id: string; id: string } | undefined = { workspace_id: '', id: '' };
  while (after !== undefined) {
    const actors: { workspace_id: string; id: string; name: string }[] = await db('actors')
      .whereRaw('(workspace_id, id) > (?, ?)', [after.workspace_id, after.id])
      .orderBy(['workspace_id', 'id'])
      .limit(batch)
      .select('workspace_id', 'id', 'name');
    for (const { workspace_id, id, name } of actors) {
      await db('actors')
        .where({ workspace_id, id })
        .update({ name_key: nameKey(name) });
    }
    after = actors.length < batch ? undefined : actors.at(-1);
  }
}

/** Drops what `up` added. The deleted texts no longer count. */
export async function down(db: Knex): Promise<void> {
  await db('earlier_texts').delete();
  if (isPostgres(db)) await runAll(db, ['set constraints all immediate']);
  await dropStoredTriggers(db, countedTexts);
  await runAll(db, [
    'drop table earlier_texts',
    'drop index actors_name_key',
    'alter table actors drop column name_key',
    ...authorColumns.map(({ table, column }) => `alter table ${table} drop column ${column}`),
  ]);
}
