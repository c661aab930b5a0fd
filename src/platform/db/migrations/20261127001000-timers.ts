import type { Knex } from 'knex';
import { createTable, isPostgres, runAll } from './table-kit';
import {
  createExactTriggers,
  dropExactTriggers,
  timeOf,
  timerKey,
  type ExactTimer,
} from './timer-kit';

/** The timers of moments that are stored in a row. */
function exactTimers(db: Knex): ExactTimer[] {
  // Seven days before a token expires.
  const warning = isPostgres(db)
    ? "@expires_at - interval '7 days'"
    : "strftime('%Y-%m-%dT%H:%M:%fZ', @expires_at, '-7 days')";
  return [
    {
      name: 'timers_deferred',
      kind: 'action.undeferred',
      table: 'actions',
      due: '@defer_until',
      columns: ['defer_until'],
    },
    {
      name: 'timers_tokens',
      kind: 'token.expiring',
      table: 'tokens',
      due: `(case when @revoked_at is null then ${warning} end)`,
      columns: ['expires_at', 'revoked_at'],
    },
    {
      name: 'timers_checkins',
      kind: 'order.checkin_overdue',
      table: 'orders',
      due: '@next_checkin_due_at',
      columns: ['next_checkin_due_at'],
    },
    {
      name: 'timers_reminders',
      kind: 'question.reminder_due',
      table: 'agent_requests',
      due: "(case when @status = 'open' then @remind_at end)",
      columns: ['remind_at', 'status'],
    },
    {
      name: 'timers_permissions',
      kind: 'proposal.expired',
      table: 'agent_requests',
      due: "(case when @kind = 'proposal' and @response = 'permit' and @consumed_at is null and @stale_at is null then @expires_at end)",
      columns: ['response', 'consumed_at', 'stale_at', 'expires_at'],
    },
  ];
}

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
    // Finds the due timers of each workspace, so that none delays another one by their number.
    table.index(['workspace_id', 'due_at', 'kind', 'subject_id'], 'timers_of_workspace');
  });
  for (const timer of exactTimers(db)) await createExactTriggers(db, timer);
  await runAll(db, isPostgres(db) ? onPostgres(db) : onSqlite(db));
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  for (const timer of exactTimers(db)) await dropExactTriggers(db, timer);
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
    arm: `insert into timers (${timerKey}, due_at)
      values (new.workspace_id, 'claim.expired', new.id, new.claim_expires_at)
      on conflict (${timerKey}) do update set due_at = excluded.due_at
        where excluded.due_at < timers.due_at`,
    search: `insert into timers (${timerKey}, due_at)
      values (new.id, 'action.stalled', new.id, ${now})
      on conflict (${timerKey}) do update set due_at = excluded.due_at`,
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
