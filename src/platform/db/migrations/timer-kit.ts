import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/** A kind of timer that always has the exact moment of its row, in SQL in which `@` is the row. */
export interface ExactTimer {
  /** The name of its triggers and of its function. */
  readonly name: string;
  readonly kind: string;
  readonly table: string;
  /** The moment. Null if the row has none. */
  readonly due: string;
  /** The columns that `due` depends on. */
  readonly columns: readonly string[];
  /** True, in SQL of `old` and `new`, for an update whose moment has a timer although it has passed. */
  readonly pastDue?: string;
}

/** The database's time, in the form of its columns. */
export function timeOf(db: Knex): string {
  return isPostgres(db) ? 'statement_timestamp()' : "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";
}

/** Replaces `@` by the name of the row. */
function qualified(row: string, sql: string): string {
  return sql.replaceAll('@', `${row}.`);
}

/** The primary key of `timers`. */
export const timerKey = 'workspace_id, kind, subject_id';

/**
 * Creates the triggers that give a future moment a timer, move it with the moment, and delete it
 * when the row has no future moment any more.
 */
export async function createExactTriggers(db: Knex, timer: ExactTimer): Promise<void> {
  const { name, table, columns, pastDue } = timer;
  const due = qualified('new', timer.due);
  const row = `new.workspace_id, '${timer.kind}', new.id`;
  const upsert = `insert into timers (${timerKey}, due_at) values (${row}, ${due})
      on conflict (${timerKey}) do update set due_at = excluded.due_at`;
  const remove = `delete from timers where workspace_id = new.workspace_id and kind = '${timer.kind}'
      and subject_id = new.id`;
  const isAhead = `${due} > ${timeOf(db)}`;
  const isTimed = pastDue === undefined ? isAhead : `(${isAhead} or (${pastDue}))`;
  const isDifferent = isPostgres(db) ? 'is distinct from' : 'is not';
  const hasChanged = columns
    .map((column) => `old.${column} ${isDifferent} new.${column}`)
    .join(' or ');
  const onUpdate = `after update of ${columns.join(', ')} on ${table}`;
  await runAll(
    db,
    isPostgres(db)
      ? [
          `create function ${name}() returns trigger language plpgsql as $$
           begin
             if ${isTimed} then
               ${upsert};
             else
               ${remove};
             end if;
             return null;
           end $$`,
          `create trigger ${name}_insert after insert on ${table} for each row when (${isAhead})
             execute function ${name}()`,
          `create trigger ${name}_update ${onUpdate} for each row when (${hasChanged})
             execute function ${name}()`,
        ]
      : [
          `create trigger ${name}_insert after insert on ${table} when ${isAhead} begin ${upsert}; end`,
          `create trigger ${name}_update ${onUpdate} when (${hasChanged}) and ${isTimed} begin ${upsert}; end`,
          `create trigger ${name}_end ${onUpdate} when (${hasChanged}) and (${isTimed}) is not true begin ${remove}; end`,
        ],
  );
}

/** Drops the triggers of `createExactTriggers`. */
export async function dropExactTriggers(db: Knex, { name }: ExactTimer): Promise<void> {
  await runAll(
    db,
    isPostgres(db)
      ? [`drop function ${name}() cascade`]
      : ['insert', 'update', 'end'].map((event) => `drop trigger ${name}_${event}`),
  );
}
