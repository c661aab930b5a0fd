import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/** A table whose rows count towards `event_positions.stored_bytes`. */
export interface CountedTable {
  readonly table: string;
  /** The columns whose texts count. */
  readonly columns: readonly string[];
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

/** Adds the bytes of the rows that exist to the counters. */
export async function fillStored(db: Knex, tables: readonly CountedTable[]): Promise<void> {
  const parts = tables.map((counted) => storedBytesOf(counted)).join(' union all ');
  // SQLite takes `on conflict` after a select only if that has a `where`.
  await runAll(db, [
    `insert into event_positions (workspace_id, last, stored_bytes)
     select workspace_id, 0, sum(bytes) from (${parts}) as counted where true group by workspace_id
     on conflict (workspace_id) do update
       set stored_bytes = event_positions.stored_bytes + excluded.stored_bytes`,
  ]);
}

/**
 * Creates the function that adds to the counters on Postgres. It collects the changes of a
 * transaction in a setting, because the row of the counter must be the last lock. The first change
 * queues a trigger that runs at the commit, after everything else. The counters of several
 * workspaces change in the order of their ids.
 */
export async function createStoredFunctions(db: Knex): Promise<void> {
  if (!isPostgres(db)) return;
  const setting = "current_setting('callboard.stored', true)";
  await runAll(db, [
    `create function stored_bytes_collect(workspace text, change bigint) returns boolean
     language plpgsql as $$
     declare collected jsonb := nullif(${setting}, '')::jsonb;
     begin
       if change = 0 then return false; end if;
       perform set_config('callboard.stored', (coalesce(collected, '{}'::jsonb) || jsonb_build_object(
         workspace, coalesce((collected ->> workspace)::bigint, 0) + change))::text, true);
       return collected is null;
     end $$`,
    `create function stored_bytes_add() returns trigger language plpgsql as $$
     declare collected jsonb := nullif(${setting}, '')::jsonb;
     begin
       perform set_config('callboard.stored', '', true);
       insert into event_positions (workspace_id, last, stored_bytes)
         select id, 0, (collected ->> id)::bigint from workspaces
           where id in (select jsonb_object_keys(collected)) order by id
         on conflict (workspace_id) do update
           set stored_bytes = event_positions.stored_bytes + excluded.stored_bytes;
       return null;
     end $$`,
  ]);
}

/** Drops the functions, and with them the triggers on Postgres. */
export async function dropStoredFunctions(db: Knex): Promise<void> {
  if (!isPostgres(db)) return;
  await runAll(db, [
    'drop function stored_bytes_add() cascade',
    'drop function stored_bytes_collect(text, bigint)',
  ]);
}

/** Creates the triggers that count the rows of a table. A text that changes counts its difference. */
export async function createStoredTriggers(db: Knex, counted: CountedTable): Promise<void> {
  const { table, columns } = counted;
  const [added, removed] = [bytesOf(counted, 'new'), bytesOf(counted, 'old')];
  const changes = [
    { name: 'insert', event: 'insert', row: 'new', change: added },
    { name: 'delete', event: 'delete', row: 'old', change: `-(${removed})` },
    ...(columns.length === 0
      ? []
      : [
          {
            name: 'update',
            event: `update of ${columns.join(', ')}`,
            row: 'new',
            change: `${added} - (${removed})`,
          },
        ]),
  ];
  await runAll(
    db,
    changes.map(({ name, event, row, change }) =>
      isPostgres(db)
        ? `create constraint trigger ${table}_stored_${name} after ${event} on ${table}
             deferrable initially deferred for each row
             when (stored_bytes_collect(${row}.workspace_id, ${change}))
             execute function stored_bytes_add()`
        : `create trigger ${table}_stored_${name} after ${event} on ${table} begin
             ${name === 'delete' ? update(change) : upsert(change)};
           end`,
    ),
  );
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

/** Drops the triggers of `createStoredTriggers` on SQLite. */
export async function dropStoredTriggers(
  db: Knex,
  { table, columns }: CountedTable,
): Promise<void> {
  if (isPostgres(db)) return;
  const names = ['insert', 'delete', ...(columns.length === 0 ? [] : ['update'])];
  await runAll(
    db,
    names.map((name) => `drop trigger ${table}_stored_${name}`),
  );
}
