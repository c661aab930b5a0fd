import type { Knex } from 'knex';
import { defaultPrefix } from '../../action-keys';
import { isPostgres, runAll } from './table-kit';

const batch = 500;
const progressName = 'actions.number';

/**
 * The number of each action in its workspace, the last one that was given, and the prefixes of
 * keys: a JSON array that begins with the current one.
 */
export async function up(db: Knex): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  await runAll(db, [
    'alter table actions add column number integer',
    'create unique index actions_number on actions (workspace_id, number)',
    'alter table event_positions add column last_number integer not null default 0',
    `alter table workspaces add column key_prefixes ${text}`,
  ]);
  if ((await db('workspaces').first('id')) === undefined) return;
  await db('step_progress').insert({
    table_name: progressName,
    after_workspace: '',
    after_id: '',
  });
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await db('step_progress').where({ table_name: progressName }).delete();
  await runAll(db, [
    'alter table workspaces drop column key_prefixes',
    'alter table event_positions drop column last_number',
    'drop index actions_number',
    'alter table actions drop column number',
  ]);
}

/**
 * Gives prefixes to the next workspaces, then numbers to the next actions of one workspace, in the
 * order of their creation. Returns whether there may be more.
 */
export async function finish(db: Knex): Promise<boolean> {
  const progress = () => db('step_progress').where({ table_name: progressName });
  const done: { after_workspace: string } | undefined = await progress().first();
  if (done === undefined) return false;
  // At the start and the end only, because looking for them reads all workspaces.
  if (done.after_workspace === '' && (await addPrefixes(db))) return true;
  if (done.after_workspace !== '' && (await addNumbers(db, done.after_workspace))) return true;
  const next: { id: string } | undefined = await db('workspaces')
    .where('id', '>', done.after_workspace)
    .orderBy('id')
    .first('id');
  if (next === undefined && (await addPrefixes(db))) return true;
  if (next === undefined) await progress().delete();
  else await progress().update({ after_workspace: next.id });
  return true;
}

async function addPrefixes(db: Knex): Promise<boolean> {
  const workspaces: { id: string; name: string }[] = await db('workspaces')
    .whereNull('key_prefixes')
    .limit(batch)
    .select('id', 'name');
  for (const { id, name } of workspaces) {
    await db('workspaces')
      .where({ id })
      .update({ key_prefixes: JSON.stringify([defaultPrefix(name)]) });
  }
  return workspaces.length > 0;
}

// The action with the last number is where the step went on to.
async function addNumbers(db: Knex, workspaceId: string): Promise<boolean> {
  const key = { workspace_id: workspaceId };
  const counter: { last_number: number } | undefined = await db('event_positions')
    .where(key)
    .first('last_number');
  const last = counter?.last_number ?? 0;
  const next = db('actions').where(key).orderBy(['created_at', 'id']).limit(batch).select('id');
  if (last > 0) {
    void next.whereRaw(
      `(created_at, id) > (select created_at, id from actions
         where workspace_id = ? and number = ?)`,
      [workspaceId, last],
    );
  }
  const ids: string[] = await next.pluck('id');
  if (ids.length === 0) return false;
  const given = JSON.stringify(ids.map((id, index) => ({ id, number: last + 1 + index })));
  // By the row id on SQLite, which would otherwise read all actions, and the JSON for each of them.
  await db.raw(
    isPostgres(db)
      ? `update actions set number = given.number
           from jsonb_to_recordset(?) as given (id text, number integer)
          where actions.workspace_id = ? and actions.id = given.id`
      : `update actions set number = given.value ->> 'number' from json_each(?) as given
          where +actions.workspace_id = ? and actions.rowid = (select found.rowid
            from actions as found
            where found.workspace_id = ? and found.id = given.value ->> 'id')`,
    isPostgres(db) ? [given, workspaceId] : [given, workspaceId, workspaceId],
  );
  await db('event_positions')
    .insert({ ...key, last: 0, last_number: last + ids.length })
    .onConflict('workspace_id')
    .merge(['last_number']);
  return true;
}
