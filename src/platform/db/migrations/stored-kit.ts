import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/** A table whose rows count towards `event_positions.stored_bytes`. */
export interface CountedTable {
  readonly table: string;
  /** The columns whose texts count. */
  readonly columns: readonly string[];
  /** On Postgres, the statement that inserts its rows counts them: see `appendEvents`. */
  readonly isCountedByInsert?: boolean;
}

/** What a row counts besides its texts: its ids, times, numbers and index entries. */
const rowBytes = 256;

/** SQL for the bytes of a row, in which `@` is the row. */
function bytesOf({ columns }: CountedTable, row: string): string {
  return [rowBytes, ...columns.map((name) => `coalesce(octet_length(${row}.${name}), 0)`)].join(
    ' + ',
  );
}

/** A query for the bytes of the rows of each workspace: `workspace_id` and `bytes`. */
export function storedBytesOf(counted: CountedTable): string {
  const { table } = counted;
  return `select workspace_id, sum(${bytesOf(counted, table)}) as bytes from ${table} group by workspace_id`;
}

/**
 * Creates the functions that count on Postgres. They collect the changes of a transaction in a
 * setting, because the row of the counter must be the last lock. The statement that takes the
 * positions of events, which changes the same row, takes the sum of its workspace too. Deferred
 * triggers add the rest at the commit, after everything else: the first one adds all of it. Counters
 * of several workspaces change in the order of their ids.
 */
export async function createStoredFunctions(db: Knex): Promise<void> {
  if (!isPostgres(db)) return;
  const setting = "nullif(current_setting('callboard.stored', true), '')::jsonb";
  await runAll(db, [
    `create function stored_bytes_collect(workspace text, change bigint) returns text
     language plpgsql as $$
     declare collected jsonb := coalesce(${setting}, '{}');
     begin
       return set_config('callboard.stored', (collected || jsonb_build_object(
         workspace, coalesce((collected ->> workspace)::bigint, 0) + change))::text, true);
     end $$`,
    `create function stored_bytes_take(workspace text) returns bigint language plpgsql as $$
     declare
       collected jsonb := ${setting};
       change bigint := collected ->> workspace;
       rest text := nullif((collected - workspace)::text, '{}');
     begin
       if change is null then return 0; end if;
       rest := set_config('callboard.stored', coalesce(rest, ''), true);
       return change;
     end $$`,
    `create function stored_bytes_add() returns trigger language plpgsql as $$
     declare
       collected jsonb := ${setting};
       emptied text;
       workspace text;
       change bigint;
     begin
       if collected is null then return null; end if;
       emptied := set_config('callboard.stored', '', true);
       for workspace, change in select key, value from jsonb_each_text(collected) order by key loop
         update event_positions set stored_bytes = stored_bytes + change
           where workspace_id = workspace;
         if not found then
           insert into event_positions (workspace_id, last, stored_bytes)
             select id, 0, change from workspaces where id = workspace
             on conflict (workspace_id) do update
               set stored_bytes = event_positions.stored_bytes + excluded.stored_bytes;
         end if;
       end loop;
       return null;
     end $$`,
  ]);
}

/** Drops the functions, and with them the deferred triggers on Postgres. */
export async function dropStoredFunctions(db: Knex): Promise<void> {
  if (!isPostgres(db)) return;
  await runAll(db, [
    'drop function stored_bytes_add() cascade',
    'drop function stored_bytes_take(text)',
    'drop function stored_bytes_collect(text, bigint)',
  ]);
}

/** Creates the triggers that count the rows of a table. A text that changes counts its difference. */
export async function createStoredTriggers(db: Knex, counted: CountedTable): Promise<void> {
  const { table } = counted;
  const changes = changesOf(db, counted);
  if (!isPostgres(db)) {
    await runAll(
      db,
      changes.map(
        ({ name, event, change }) =>
          `create trigger ${table}_stored_${name} after ${event} on ${table} begin
             ${name === 'delete' ? update(change) : upsert(change)};
           end`,
      ),
    );
    return;
  }
  await runAll(db, [
    // Not one function with a condition: Postgres would parse the condition for each statement.
    ...changes.flatMap(({ name, event, row, change }) => [
      `create function ${table}_stored_${name}() returns trigger language plpgsql as $$
       declare
         change bigint := ${change};
         collected text;
       begin
         if change <> 0 then collected := stored_bytes_collect(${row}.workspace_id, change); end if;
         return null;
       end $$`,
      `create trigger ${table}_stored_${name} after ${event} on ${table}
         for each row execute function ${table}_stored_${name}()`,
    ]),
    `create constraint trigger ${table}_stored after ${changes.map(({ event }) => event).join(' or ')}
       on ${table} deferrable initially deferred
       for each row execute function stored_bytes_add()`,
  ]);
}

function changesOf(db: Knex, counted: CountedTable) {
  const { columns, isCountedByInsert = false } = counted;
  const [added, removed] = [bytesOf(counted, 'new'), bytesOf(counted, 'old')];
  const insert = { name: 'insert', event: 'insert', row: 'new', change: added };
  const remove = { name: 'delete', event: 'delete', row: 'old', change: `-(${removed})` };
  const rows = isPostgres(db) && isCountedByInsert ? [remove] : [insert, remove];
  if (columns.length === 0) return rows;
  const event = `update of ${columns.join(', ')}`;
  return [...rows, { name: 'update', event, row: 'new', change: `${added} - (${removed})` }];
}

function upsert(change: string): string {
  return `insert into event_positions (workspace_id, last, stored_bytes)
    values (new.workspace_id, 0, ${change})
    on conflict (workspace_id) do update set stored_bytes = stored_bytes + excluded.stored_bytes`;
}

// Not an upsert: a workspace's rows may be deleted together with its counter.
function update(change: string): string {
  return `update event_positions set stored_bytes = stored_bytes + ${change}
    where workspace_id = old.workspace_id`;
}

/** Drops the triggers of `createStoredTriggers`, and on Postgres their functions. */
export async function dropStoredTriggers(db: Knex, counted: CountedTable): Promise<void> {
  const { table } = counted;
  const names = changesOf(db, counted).map(({ name }) => `${table}_stored_${name}`);
  await runAll(
    db,
    isPostgres(db)
      ? [
          `drop trigger ${table}_stored on ${table}`,
          ...names.map((name) => `drop function ${name}() cascade`),
        ]
      : names.map((name) => `drop trigger ${name}`),
  );
}
