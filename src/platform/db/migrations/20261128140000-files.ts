import type { Knex } from 'knex';
import { countedSince as countedBefore } from './20261128071000-labels';
import { createStoredTriggers, dropStoredTriggers, type CountedTable } from './stored-kit';
import { createIndexes, createTable, dropTables, isPostgres, runAll } from './table-kit';
import { timeOf } from './timer-kit';

const counted: readonly CountedTable[] = [
  { table: 'files', columns: ['name', 'media_type'] },
  { table: 'file_chunks', columns: ['content'] },
];

/** The tables that count from this step on. */
export const countedSince: readonly CountedTable[] = [...countedBefore, ...counted];

/** The tables whose rows refer to files, by a JSON array of their ids. */
const referring = ['actions', 'notes'];

/**
 * Files, with their bytes in chunks. A file is pending until `completed_at`. Triggers keep
 * `file_references`, by which the records of a file are found, and `purge_at`, after which a file
 * is deleted: null while a record refers to it.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'files', (kit, table) => {
    kit.identity();
    kit.text('name');
    kit.text('media_type');
    table.integer('bytes').notNullable();
    kit.textOrNull('sha256');
    kit.text('created_by_actor_id');
    kit.refers('created_by_actor_id', 'actors');
    kit.instant('created_at');
    kit.instantOrNull('completed_at');
    kit.instantOrNull('purge_at');
  });
  await createTable(db, 'file_chunks', (kit, table) => {
    kit.text('workspace_id');
    kit.text('file_id');
    table.integer('position').notNullable();
    kit.defined('content', `${isPostgres(db) ? 'bytea' : 'blob'} not null`);
    table.primary(['workspace_id', 'file_id', 'position'], 'file_chunks_pk');
    kit.refers('file_id', 'files');
  });
  await createTable(db, 'file_references', (kit, table) => {
    kit.text('workspace_id');
    kit.text('file_id');
    kit.text('record_id');
    table.primary(['workspace_id', 'file_id', 'record_id'], 'file_references_pk');
    table.index(['workspace_id', 'record_id'], 'file_references_record');
  });
  await createIndexes(db, { files_purged: 'files (purge_at) where purge_at is not null' });
  for (const each of counted) await createStoredTriggers(db, each);
  await addFileIds(db, referring);
  for (const trigger of referenceTriggers(db)) await createTrigger(db, trigger);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await dropTriggers(db, referenceTriggers(db));
  await dropFileIds(db, referring);
  for (const each of counted) await dropStoredTriggers(db, each);
  await dropTables(db, ['files', 'file_chunks', 'file_references']);
}

/** Adds a column of files to tables, and the triggers that keep `file_references` from it. */
export async function addFileIds(db: Knex, tables: readonly string[]): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  for (const table of tables) {
    await runAll(db, [`alter table ${table} add column file_ids ${text}`]);
    for (const trigger of recordTriggers(table)) await createTrigger(db, trigger);
  }
}

/** Drops what `addFileIds` created. */
export async function dropFileIds(db: Knex, tables: readonly string[]): Promise<void> {
  await dropTriggers(db, tables.flatMap(recordTriggers));
  for (const table of tables) await runAll(db, [`alter table ${table} drop column file_ids`]);
}

async function dropTriggers(db: Knex, triggers: readonly Trigger[]): Promise<void> {
  await runAll(
    db,
    triggers.map(({ name }) =>
      isPostgres(db) ? `drop function ${name}() cascade` : `drop trigger ${name}`,
    ),
  );
}

interface Trigger {
  readonly name: string;
  readonly event: string;
  readonly table: string;
  readonly when?: string;
  /** The statements, in which `@` is the JSON array of the new row as rows. */
  readonly run: string;
}

function recordTriggers(table: string): Trigger[] {
  const add = `insert into file_references (workspace_id, file_id, record_id)
    select distinct new.workspace_id, one.value, new.id from @ as one;`;
  const remove = `delete from file_references
    where workspace_id = old.workspace_id and record_id = old.id;`;
  const on = (event: string, of: string, when: string, run: string): Trigger => ({
    name: `${table}_files_${event}`,
    event: of,
    table,
    when,
    run,
  });
  return [
    on('insert', 'insert', 'new.file_ids is not null', add),
    on(
      'update',
      'update of file_ids',
      `coalesce(old.file_ids, '') <> coalesce(new.file_ids, '')`,
      `${remove} ${add}`,
    ),
    on('delete', 'delete', 'old.file_ids is not null', remove),
  ];
}

// A file stays for a week after its last reference has ended.
function referenceTriggers(db: Knex): Trigger[] {
  const inAWeek = isPostgres(db)
    ? `${timeOf(db)} + interval '7 days'`
    : timeOf(db).replace("'now'", "'now', '+7 days'");
  return [
    {
      name: 'file_references_insert',
      event: 'insert',
      table: 'file_references',
      run: `update files set purge_at = null
        where workspace_id = new.workspace_id and id = new.file_id and purge_at is not null;`,
    },
    {
      name: 'file_references_delete',
      event: 'delete',
      table: 'file_references',
      run: `update files set purge_at = ${inAWeek}
        where workspace_id = old.workspace_id and id = old.file_id
          and not exists (select 1 from file_references as other
            where other.workspace_id = old.workspace_id and other.file_id = old.file_id);`,
    },
  ];
}

async function createTrigger(db: Knex, { name, event, table, when, run }: Trigger): Promise<void> {
  const condition = when === undefined ? '' : `when (${when})`;
  if (!isPostgres(db)) {
    const rows = "json_each(coalesce(new.file_ids, '[]'))";
    await runAll(db, [
      `create trigger ${name} after ${event} on ${table} ${condition}
        begin ${run.replace('@', rows)} end`,
    ]);
    return;
  }
  const rows = "jsonb_array_elements_text(coalesce(new.file_ids, '[]')::jsonb)";
  await runAll(db, [
    `create function ${name}() returns trigger language plpgsql as $$
     begin ${run.replace('@', rows)} return null; end $$`,
    `create trigger ${name} after ${event} on ${table} for each row ${condition}
      execute function ${name}()`,
  ]);
}
