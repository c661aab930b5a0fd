import type { Knex } from 'knex';
import type { Dialect } from '../../platform/db/statements/columns';
import type { Transaction } from '../../platform/db/transaction';
import type { Concerned } from './news-rules';

/** A copy of an event to store for an actor whom it concerns. */
export interface NewsCopy extends Concerned {
  readonly eventId: string;
  /** The note with the comment or the reason, if the event has one. */
  readonly noteId: string | null;
}

/** The columns that a copy has from its event. */
export const copied = [
  'kind',
  'actor_id',
  'subject_type',
  'subject_id',
  'subject_title',
  'summary',
  'action_id',
  'project_id',
  'order_id',
  'document_id',
  'period_count',
  'on_behalf_of_actor_id',
  'created_at',
] as const;

// Keeps a statement short.
const BATCH = 500;

/**
 * Copies events of this transaction for those concerned actors who are agents. Runs together with
 * the commit, after the events have their positions.
 */
export function copyToNews(
  transaction: Transaction,
  workspaceId: string,
  copies: readonly NewsCopy[],
): void {
  for (let start = 0; start < copies.length; start += BATCH) {
    const given = JSON.stringify(copies.slice(start, start + BATCH));
    transaction.writeLast((db) => insertCopies(db, transaction.dialect, { workspaceId, given }));
  }
}

// `cross join` makes SQLite begin with the given copies.
const given: Readonly<Record<Dialect, string>> = {
  sqlite: `(select value ->> 'eventId' as event_id, value ->> 'actorId' as actor_id,
      value ->> 'role' as role, value ->> 'noteId' as note_id from json_each(?)) as copy`,
  postgres: `(select "eventId" as event_id, "actorId" as actor_id, role, "noteId" as note_id
      from json_to_recordset(?::json)
        as copy("eventId" text, "actorId" text, role text, "noteId" text)) as copy`,
};

function insertCopies(
  db: Knex,
  dialect: Dialect,
  { workspaceId, given: copies }: { readonly workspaceId: string; readonly given: string },
): Knex.Raw {
  return db.raw(
    `insert into agent_news
        (workspace_id, agent_actor_id, position, role, note_id, event_id, ${copied.join(', ')})
      select events.workspace_id, actors.id, events.position, copy.role, copy.note_id, events.id,
        ${copied.map((column) => `events.${column}`).join(', ')}
      from ${given[dialect]}
        cross join events
        cross join actors
      where events.workspace_id = ? and events.id = copy.event_id
        and actors.workspace_id = events.workspace_id and actors.id = copy.actor_id
        and actors.kind = 'agent'`,
    [copies, workspaceId],
  );
}
