import type { Knex } from 'knex';
import {
  createStoredFunctions,
  createStoredTriggers,
  dropStoredFunctions,
  dropStoredTriggers,
  type CountedTable,
} from './stored-kit';

/** The tables that count towards the bytes that a workspace stores, and their texts. */
export const countedTables: readonly CountedTable[] = [
  { table: 'action_blockers', columns: [] },
  {
    table: 'actions',
    columns: [
      'title',
      'details',
      'delegate_label',
      'requirements',
      'result_summary',
      'source_key',
      'input_payload',
    ],
  },
  { table: 'actors', columns: ['name'] },
  { table: 'agent_news', columns: ['subject_title', 'summary'] },
  {
    table: 'agent_requests',
    columns: [
      'question',
      'choices',
      'recommended_choice',
      'on_answer',
      'response',
      'response_comment',
      'default_response',
      'description',
      'payload',
      'permitted_payload',
    ],
  },
  { table: 'agents', columns: ['icon', 'capabilities', 'webhook_url'] },
  { table: 'checkins', columns: ['summary'] },
  { table: 'document_revisions', columns: ['content', 'reason'] },
  { table: 'documents', columns: ['title', 'content'] },
  { table: 'domains', columns: ['name', 'description'] },
  // The texts that were replaced.
  { table: 'earlier_texts', columns: ['text'] },
  { table: 'events', columns: ['subject_title', 'summary'], isCountedByInsert: true },
  { table: 'idempotency_records', columns: ['headers', 'body'] },
  { table: 'invitations', columns: ['email', 'name'] },
  { table: 'links', columns: ['title', 'url'] },
  { table: 'notes', columns: ['body'] },
  { table: 'orders', columns: ['name', 'summary'] },
  { table: 'permitted_targets', columns: ['state'] },
  { table: 'projects', columns: ['title', 'description'] },
  { table: 'tokens', columns: ['name'] },
  { table: 'users', columns: ['email'] },
  { table: 'webhook_deliveries', columns: ['body', 'response_text', 'error'] },
  { table: 'webhooks', columns: ['url', 'description', 'kinds'] },
];

/** Triggers that count the bytes that each workspace stores, in `event_positions.stored_bytes`. */
export async function up(db: Knex): Promise<void> {
  await createStoredFunctions(db);
  for (const counted of countedTables) await createStoredTriggers(db, counted);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  for (const counted of countedTables) await dropStoredTriggers(db, counted);
  await dropStoredFunctions(db);
}
