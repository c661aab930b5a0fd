import type { Knex } from 'knex';
import { runAll } from './table-kit';

const references = ['action', 'project', 'order', 'document'];

/**
 * Limits the indexes of the records of an event to events that have such a record. Most events have
 * one of the four, so each insert writes fewer index entries.
 */
export function up(db: Knex): Promise<void> {
  return rebuild(db, (column) => ` where ${column} is not null`);
}

/** Indexes all events again. */
export function down(db: Knex): Promise<void> {
  return rebuild(db, () => '');
}

function rebuild(db: Knex, condition: (column: string) => string): Promise<void> {
  return runAll(
    db,
    references.flatMap((name) => [
      `drop index events_${name}`,
      `create index events_${name} on events (workspace_id, ${name}_id, created_at, id)${condition(`${name}_id`)}`,
    ]),
  );
}
