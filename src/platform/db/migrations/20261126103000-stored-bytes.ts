import type { Knex } from 'knex';
import {
  createStoredFunctions,
  createStoredTriggers,
  dropStoredFunctions,
  dropStoredTriggers,
  fillStored,
  type CountedTable,
} from './stored-kit';
import { unpack } from '../packed-text';
import { isPostgres, runAll } from './table-kit';

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

/**
 * The bytes that each workspace stores, in the row that each commit changes anyway, and triggers
 * that count them. Texts of revisions and stored responses may be compressed from this step on.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    'alter table event_positions add column stored_bytes bigint not null default 0',
  ]);
  await fillStored(db, countedTables);
  await createStoredFunctions(db);
  for (const counted of countedTables) await createStoredTriggers(db, counted);
}

/** Drops the counters, unpacks revisions and deletes packed responses, which retries would read. */
export async function down(db: Knex): Promise<void> {
  await unpackRevisions(db);
  await db('idempotency_records').where('body', 'like', 'z1:%').delete();
  if (isPostgres(db)) await runAll(db, ['set constraints all immediate']);
  for (const counted of countedTables) await dropStoredTriggers(db, counted);
  await dropStoredFunctions(db);
  await runAll(db, ['alter table event_positions drop column stored_bytes']);
}

async function unpackRevisions(db: Knex): Promise<void> {
  for (;;) {
    const rows: { workspace_id: string; id: string; content: string }[] = await db(
      'document_revisions',
    )
      .where('content', 'like', 'z1:%')
      .limit(20)
      .select('workspace_id', 'id', 'content');
    if (rows.length === 0) return;
    for (const { content, ...key } of rows) {
      await db('document_revisions')
        .where(key)
        .update({ content: await unpack(content) });
    }
  }
}
