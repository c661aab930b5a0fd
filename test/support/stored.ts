import { withNumbers } from '../../src/platform/action-keys';
import { connect, type Database } from '../../src/platform/db/connect';
import { unpack } from '../../src/platform/db/packed-text';
import type { Dialect } from '../../src/platform/db/statements/columns';
import type { ApiClient } from '../../scripts/requests/client';
import { idOf, recordOf } from './write-journal';
import type { JsonRecord } from '../../src/platform/json';

/**
 * Opens a database for one query, so that only the server's connection is open when the server
 * ends.
 */
export async function queryDatabase<T>(
  url: string,
  at: (database: Database) => Promise<T>,
): Promise<T> {
  const database = connect(url, { poolSize: 1 });
  try {
    return await at(database);
  } finally {
    await database.close();
  }
}

/**
 * Resolves when no other process is connected. Postgres ends the work of a dead client a little
 * later.
 */
export async function waitUntilAlone(url: string, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') return;
  await queryDatabase(url, async ({ knex }) => {
    for (;;) {
      const others = await knex('pg_stat_activity')
        .whereRaw('datname = current_database() and pid <> pg_backend_pid()')
        .count({ count: '*' });
      if (Number(others[0]?.['count']) === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
}

/** All events of a workspace after a position, ordered by position. */
export function storedEvents(
  { knex }: Database,
  workspaceId: string,
  after: number,
): Promise<
  readonly {
    readonly id: string;
    readonly position: number;
    readonly kind: string;
    readonly subject_id: string;
    readonly project_id: string | null;
  }[]
> {
  return knex('events')
    .where({ workspace_id: workspaceId })
    .where('position', '>', after)
    .orderBy('position')
    .select('id', 'position', 'kind', 'subject_id', 'project_id');
}

/**
 * The responses that are stored for retries, by client_request_id; null for one without a response.
 */
export async function storedResponses(
  { knex }: Database,
  workspaceId: string,
): Promise<ReadonlyMap<string, JsonRecord | null>> {
  const rows: { client_request_id: string; status: number | null; body: string | null }[] =
    await knex('idempotency_records')
      .where({ workspace_id: workspaceId })
      .select('client_request_id', 'status', 'body');
  const actions: { id: string; number: number }[] = await knex('actions')
    .where({ workspace_id: workspaceId })
    .select('id', 'number');
  // A response is stored before its new actions get their numbers.
  const numbers = new Map(actions.map(({ id, number }) => [id, number]));
  const entries = rows.map(async ({ client_request_id: id, status, body }) => {
    const isStored = status !== null && body !== null;
    return [
      id,
      isStored ? recordOf(JSON.parse(withNumbers(await unpack(body), numbers))) : null,
    ] as const;
  });
  return new Map(await Promise.all(entries));
}

/**
 * Inconsistencies that must never be in a database: related records of which one is missing. Empty
 * when there are none.
 */
export async function halves({ knex, dialect }: Database): Promise<readonly string[]> {
  const found: string[] = [];
  const none = async (what: string, sql: string): Promise<void> => {
    const result: unknown = await knex.raw(sql);
    const rows: unknown = Array.isArray(result) ? result : recordOf(result)['rows'];
    if (Array.isArray(rows) && rows.length > 0) found.push(`${what}: ${JSON.stringify(rows)}`);
  };
  const noEvent = (table: string, kind: string, where = 'true'): Promise<void> =>
    none(
      `${table} without exactly one ${kind}`,
      `select id from ${table} where ${where} and 1 <> (select count(*) from events where
         events.workspace_id = ${table}.workspace_id and kind = '${kind}' and subject_id = ${table}.id)`,
    );
  const openBlocker = `exists (select 1 from agent_requests where agent_requests.workspace_id = actions.workspace_id
    and action_id = actions.id and agent_requests.status = 'open' and blocking)`;

  await noEvent('actions', 'action.created');
  await noEvent('actions', 'action.completed', "status = 'done'");
  await noEvent('notes', 'note.created');
  await noEvent('agent_requests', 'question.asked');
  await none(
    'done without a result',
    "select id from actions where status = 'done' and result_summary is null",
  );
  await none(
    'waiting without a question, or not waiting with one',
    `select id from actions where (status = 'waiting' and waits_for_answer) <> ${openBlocker}`,
  );
  await none(
    'documents that are not their newest revision',
    `select id from documents where version <> revision_number or version <> (select count(*) from document_revisions
       where workspace_id = documents.workspace_id and document_id = documents.id) or content <> (select content
       from document_revisions where workspace_id = documents.workspace_id and document_id = documents.id
       order by number desc limit 1)`,
  );
  await none(
    'requests without a stored response',
    'select client_request_id from idempotency_records where status is null',
  );
  if (dialect === 'sqlite') {
    await none('foreign keys', 'pragma foreign_key_check');
    await none('integrity', "select * from pragma_integrity_check where integrity_check <> 'ok'");
  }
  return found;
}

/**
 * All records of a load that the API returns, by id: from lists, and one by one where lists omit
 * fields.
 */
export async function readAll(
  api: ApiClient,
  url: string,
): Promise<ReadonlyMap<string, JsonRecord>> {
  const all = new Map<string, JsonRecord>();
  const add = (record: unknown): void => void all.set(idOf(recordOf(record)), recordOf(record));
  for (const list of ['listActions', 'listQuestions', 'listProjects'] as const) {
    let after = '';
    do {
      const query = { limit: 200, ...(after === '' ? {} : { after }) };
      const { items, page } = await api.ok(list, { query });
      for (const item of items) add(item);
      after = page.next ?? '';
    } while (after !== '');
  }
  const [documents, notes] = await queryDatabase(url, async ({ knex }) => [
    await knex('documents').pluck<string[]>('id'),
    await knex('notes').pluck<string[]>('id'),
  ]);
  for (const id of documents) add(await api.ok('getDocument', { path: { id } }));
  for (const id of notes) add(await api.ok('getNote', { path: { id } }));
  return all;
}
