import type { Knex } from 'knex';
import { createTable, isPostgres, runAll } from './table-kit';

const claim = [
  'claimed_by_actor_id',
  'claim_generation',
  'claim_expires_at',
  'claim_lease_seconds',
] as const;

const indexes = ['actions_lane', 'actions_claims', 'actions_claimant'] as const;

/** Blockers of actions, claims on actions, and the order of the queues. */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'action_blockers', (kit, table) => {
    kit.text('workspace_id');
    kit.text('action_id');
    kit.text('blocker_id');
    table.primary(['workspace_id', 'action_id', 'blocker_id'], 'action_blockers_pk');
    kit.refers('action_id', 'actions');
    kit.refers('blocker_id', 'actions');
    table.check('action_id <> blocker_id', {}, 'action_blockers_self_check');
    kit.text('created_by_actor_id');
    kit.refers('created_by_actor_id', 'actors');
    kit.instant('created_at');
    table.index(['workspace_id', 'blocker_id'], 'action_blockers_blocker');
  });

  // `claimed_by_actor_id` has no foreign key, because SQLite can add one of two columns only by
  // rebuilding the table. The claimant is always the caller, and actors are never deleted.
  const [text, instant] = isPostgres(db)
    ? ['text collate "C"', 'timestamptz(3)']
    : ['text', 'text'];
  await runAll(db, [
    `alter table actions add column claimed_by_actor_id ${text}`,
    'alter table actions add column claim_generation integer not null default 0',
    `alter table actions add column claim_expires_at ${instant}`,
    'alter table actions add column claim_lease_seconds integer',
    "create index actions_lane on actions (workspace_id, assigned_actor_id, (due_at is null), due_at, (position is null), position, created_at, id) where status = 'ready'",
    'create index actions_claims on actions (workspace_id, claim_expires_at) where claim_expires_at is not null',
    'create index actions_claimant on actions (workspace_id, claimed_by_actor_id, claim_expires_at) where claimed_by_actor_id is not null',
  ]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    ...indexes.map((index) => `drop index ${index}`),
    ...claim.toReversed().map((column) => `alter table actions drop column ${column}`),
  ]);
  await db.schema.dropTable('action_blockers');
}
