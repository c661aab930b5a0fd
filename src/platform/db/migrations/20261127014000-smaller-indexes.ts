import type { Knex } from 'knex';
import { createIndexes, runAll } from './table-kit';

interface Change {
  /** What the index is on before the step, and after it. */
  readonly before: string;
  readonly after: string;
}

const byTime = 'created_at, id';

const changes: Readonly<Record<string, Change>> = {
  // These rows refer to one record of several kinds, so most entries were null.
  notes_project: partial('notes', 'project_id', byTime),
  notes_order: partial('notes', 'order_id', byTime),
  notes_document: partial('notes', 'document_id', byTime),
  notes_agent_request: partial('notes', 'agent_request_id', byTime),
  actions_order: partial('actions', 'order_id', `status, ${byTime}`),
  // Events of one moment are few, so they are sorted by their ids.
  events_actor: events('actor_id, created_at, id', 'actor_id, created_at'),
  events_created: events('created_at, id', 'created_at'),
  events_subject: events('subject_id, created_at, id', 'subject_id, created_at'),
};

function partial(table: string, column: string, rest: string): Change {
  const whole = `${table} (workspace_id, ${column}, ${rest})`;
  return { before: whole, after: `${whole} where ${column} is not null` };
}

function events(before: string, after: string): Change {
  return { before: `events (workspace_id, ${before})`, after: `events (workspace_id, ${after})` };
}

/** Smaller indexes: without entries and columns that no statement needs. */
export function up(db: Knex): Promise<void> {
  return replaceIndexes(db, 'after');
}

/** Creates the larger indexes again. */
export function down(db: Knex): Promise<void> {
  return replaceIndexes(db, 'before');
}

async function replaceIndexes(db: Knex, when: keyof Change): Promise<void> {
  const names = Object.keys(changes);
  await runAll(
    db,
    names.map((name) => `drop index ${name}`),
  );
  const made = Object.entries(changes).map(([name, { [when]: on }]) => [name, on] as const);
  await createIndexes(db, Object.fromEntries(made));
}
