import type { Knex } from 'knex';
import { createIndexes, createTable, dropTables } from './table-kit';

/** Agents, their tokens, and the responses that are stored for retries. */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'agents', (kit, table) => {
    kit.identity();
    kit.text('actor_id');
    kit.refers('actor_id', 'actors');
    table.unique(['workspace_id', 'actor_id'], { indexName: 'agents_one_per_actor' });
    kit.textOrNull('icon');
    kit.text('capabilities');
    kit.textOrNull('webhook_url');
    kit.flag('requires_proposals');
    kit.oneOf('access_mode', ['worker', 'sysadmin']);
    kit.oneOf('state', ['pending', 'active', 'paused', 'revoked']);
    kit.instantOrNull('last_seen_at');
    kit.text('created_by_actor_id');
    kit.refers('created_by_actor_id', 'actors');
    kit.versioned();
    kit.defined('can_review', 'boolean not null default false');
    table.index(['workspace_id', 'state', 'created_at', 'id'], 'agents_state');
    table.index(['workspace_id', 'created_at', 'id'], 'agents_created');
  });
  await createTable(db, 'tokens', (kit, table) => {
    kit.identity();
    kit.text('agent_id');
    kit.refers('agent_id', 'agents');
    kit.text('public_id');
    table.unique(['public_id'], { indexName: 'tokens_public_id' });
    kit.text('secret_hash');
    kit.text('name');
    kit.text('scopes');
    kit.instantOrNull('expires_at');
    kit.instantOrNull('last_used_at');
    kit.instantOrNull('revoked_at');
    kit.text('created_by_actor_id');
    kit.refers('created_by_actor_id', 'actors');
    kit.instant('created_at');
    // A rotated token may stay valid for a while.
    kit.instantOrNull('rotated_at');
    // An access token of OAuth has a grant.
    kit.textOrNull('grant_id');
    kit.textOrNull('audience');
    table.index(['workspace_id', 'agent_id', 'created_at', 'id'], 'tokens_agent');
    table.index(['workspace_id', 'created_at', 'id'], 'tokens_workspace');
  });
  await createIndexes(db, {
    tokens_revoked: 'tokens (revoked_at) where revoked_at is not null',
    tokens_grant: 'tokens (workspace_id, grant_id, expires_at)\n    where grant_id is not null',
    tokens_grant_expiry: 'tokens (expires_at) where grant_id is not null',
    tokens_creator:
      'tokens (workspace_id, created_by_actor_id, created_at, id)\n    where grant_id is null and revoked_at is null',
  });
  await createTable(db, 'idempotency_records', (kit, table) => {
    kit.text('workspace_id');
    kit.text('actor_id');
    kit.text('operation_id');
    kit.text('client_request_id');
    table.primary(
      ['workspace_id', 'actor_id', 'operation_id', 'client_request_id'],
      'idempotency_records_pk',
    );
    kit.refers('actor_id', 'actors');
    kit.text('request_hash');
    table.integer('status');
    kit.textOrNull('headers');
    kit.textOrNull('body');
    kit.instant('created_at');
    kit.instant('expires_at');
    table.index(['expires_at'], 'idempotency_records_expiry');
  });
}

/** Drops what `up` created. */
export function down(db: Knex): Promise<void> {
  return dropTables(db, ['agents', 'tokens', 'idempotency_records']);
}
