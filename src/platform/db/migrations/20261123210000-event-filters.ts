import type { Knex } from 'knex';
import { runAll } from './table-kit';

const references = ['action', 'project', 'order'];

/**
 * Indexes events by the position in the feed for each of its filters. No query reads the events of
 * an action, a project or an order by time, so their indexes change. The overview reads the events
 * of actors and subjects by time, so those keep an index for it.
 */
export function up(db: Knex): Promise<void> {
  return runAll(db, [
    ...rebuildReferences('position'),
    'create index events_subject_position on events (workspace_id, subject_id, position)',
    'create index events_actor_position on events (workspace_id, actor_id, position)',
  ]);
}

/** Indexes events by time again. */
export function down(db: Knex): Promise<void> {
  return runAll(db, [
    'drop index events_actor_position',
    'drop index events_subject_position',
    ...rebuildReferences('created_at, id'),
  ]);
}

function rebuildReferences(order: string): string[] {
  return references.flatMap((name) => [
    `drop index events_${name}`,
    `create index events_${name} on events (workspace_id, ${name}_id, ${order}) where ${name}_id is not null`,
  ]);
}
