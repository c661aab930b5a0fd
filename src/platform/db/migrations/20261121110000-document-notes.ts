import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

const reference =
  'constraint notes_document_id_fk foreign key (workspace_id, document_id) references documents (workspace_id, id)';

/** Notes on documents. */
export async function up(db: Knex): Promise<void> {
  if (isPostgres(db)) {
    await runAll(db, [
      'alter table notes add column document_id text collate "C"',
      `alter table notes add ${reference}`,
    ]);
  } else {
    await db.raw('alter table notes add column document_id text');
    await rebuildNotes(db, (table) => table.replace(/\)\s*$/, `, ${reference})`));
  }
  await db.raw('create index notes_document on notes (workspace_id, document_id, created_at, id)');
}

/** Drops what `up` created, and deletes the notes on documents. */
export async function down(db: Knex): Promise<void> {
  await db('notes').whereNotNull('document_id').delete();
  await db.raw('drop index notes_document');
  if (isPostgres(db)) await db.raw('alter table notes drop constraint notes_document_id_fk');
  else await rebuildNotes(db, (table) => table.replace(`, ${reference}`, ''));
  await db.raw('alter table notes drop column document_id');
}

// SQLite can add or drop a foreign key of two columns only by rebuilding the table. Dropping the
// old table checks references, so the references from actions are set to null meanwhile.
async function rebuildNotes(db: Knex, change: (table: string) => string): Promise<void> {
  const objects = await db<{ type: string; tbl_name: string; sql: string | null }>('sqlite_master')
    .where('tbl_name', 'notes')
    .whereNotNull('sql')
    .select('type', 'sql');
  const table = objects.find(({ type }) => type === 'table')?.sql ?? '';
  const others = objects.flatMap(({ type, sql }) =>
    type === 'table' || sql === null ? [] : [sql],
  );
  const head = /^create table [`"]?notes[`"]?/i;
  await runAll(db, [
    change(table.replace(head, 'create table notes_rebuilt')),
    'insert into notes_rebuilt select * from notes',
    `create temporary table kept_notes as
       select workspace_id, id, latest_note_id, last_activity_note_id from actions
        where latest_note_id is not null or last_activity_note_id is not null`,
    'create unique index temp.kept_notes_key on kept_notes (workspace_id, id)',
    `update actions set latest_note_id = null, last_activity_note_id = null
      where latest_note_id is not null or last_activity_note_id is not null`,
    'drop table notes',
    'alter table notes_rebuilt rename to notes',
    `update actions set latest_note_id = kept.latest_note_id, last_activity_note_id = kept.last_activity_note_id
       from temp.kept_notes as kept
      where kept.workspace_id = actions.workspace_id and kept.id = actions.id`,
    'drop table temp.kept_notes',
    ...others,
  ]);
}
