import type { Knex } from 'knex';
import { createTable, isPostgres, runAll } from './table-kit';
import {
  createExactTriggers,
  dropExactTriggers,
  fillTimers,
  timeOf,
  type ExactTimer,
} from './timer-kit';

const deferred: ExactTimer = {
  name: 'timers_deferred',
  kind: 'action.undeferred',
  table: 'actions',
  due: '@defer_until',
  columns: ['defer_until'],
};

const key = 'workspace_id, kind, subject_id';

/**
 * The moments at which time alone changes a derived state, and triggers that maintain them. The
 * timer of a claim may be earlier than the claim's end, so a renewal writes none. The timer of a
 * workspace is for its search for stalled actions, so actions have none.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'timers', (kit, table) => {
    kit.text('workspace_id');
    kit.text('kind');
    kit.text('subject_id');
    table.primary(['workspace_id', 'kind', 'subject_id'], 'timers_pk');
    kit.instant('due_at');
    // The position of the search for stalled actions, and the window that it searched with.
    kit.instantOrNull('reached_at');
    kit.textOrNull('reached_id');
    table.integer('window_seconds');
    table.index(['due_at', 'workspace_id', 'kind', 'subject_id'], 'timers_due');
  });
  await fillTimers(db, deferred);
  await fillTimers(db, { ...deferred, kind: 'claim.expired', due: '@claim_expires_at' });
  await runAll(db, [
    `insert into timers (${key}, due_at) select id, 'action.stalled', id, ${timeOf(db)} from workspaces`,
  ]);
  await createExactTriggers(db, deferred);
  await runAll(db, isPostgres(db) ? onPostgres(db) : onSqlite(db));
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await dropExactTriggers(db, deferred);
  await runAll(
    db,
    isPostgres(db)
      ? ['drop function timers_claims() cascade', 'drop function timers_workspaces() cascade']
      : [
          'drop trigger timers_claims_insert',
          'drop trigger timers_claims_update',
          'drop trigger timers_workspaces_insert',
          'drop trigger timers_workspaces_update',
        ],
  );
  await db.schema.dropTable('timers');
}

// A renewal of a live claim only moves its end on, so it needs no write.
function claimParts(db: Knex) {
  const now = timeOf(db);
  return {
    isAhead: `new.claim_expires_at > ${now}`,
    isNew: `new.claim_expires_at > ${now} and (old.claim_expires_at is null
      or old.claim_expires_at > new.claim_expires_at or old.claim_expires_at <= ${now})`,
    arm: `insert into timers (${key}, due_at)
      values (new.workspace_id, 'claim.expired', new.id, new.claim_expires_at)
      on conflict (${key}) do update set due_at = excluded.due_at
        where excluded.due_at < timers.due_at`,
    search: `insert into timers (${key}, due_at)
      values (new.id, 'action.stalled', new.id, ${now})
      on conflict (${key}) do update set due_at = excluded.due_at`,
  };
}

function onPostgres(db: Knex): string[] {
  const { isAhead, isNew, arm, search } = claimParts(db);
  const functionOf = (name: string, body: string): string =>
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`;
  return [
    functionOf('timers_claims', arm),
    `create trigger timers_claims_insert after insert on actions for each row when (${isAhead})
       execute function timers_claims()`,
    `create trigger timers_claims_update after update of claim_expires_at on actions for each row
       when (${isNew}) execute function timers_claims()`,
    functionOf('timers_workspaces', search),
    `create trigger timers_workspaces_insert after insert on workspaces for each row
       execute function timers_workspaces()`,
    `create trigger timers_workspaces_update after update of stalled_seconds on workspaces for each row
       when (old.stalled_seconds is distinct from new.stalled_seconds)
       execute function timers_workspaces()`,
  ];
}

function onSqlite(db: Knex): string[] {
  const { isAhead, isNew, arm, search } = claimParts(db);
  return [
    `create trigger timers_claims_insert after insert on actions when ${isAhead} begin ${arm}; end`,
    `create trigger timers_claims_update after update of claim_expires_at on actions when ${isNew}
       begin ${arm}; end`,
    `create trigger timers_workspaces_insert after insert on workspaces begin ${search}; end`,
    `create trigger timers_workspaces_update after update of stalled_seconds on workspaces
       when old.stalled_seconds is not new.stalled_seconds begin ${search}; end`,
  ];
}
