import type { Knex } from 'knex';
import { isOneOf } from '../../platform/db/statements/columns';
import type { EventSource } from '../../shared/events';

// Both databases accept a statement with this many ids.
const BATCH = 500;

/**
 * Unassigns and releases all open questions of a person, and returns their number. The caller has
 * locked the user row, so the person gets and takes no question meanwhile.
 */
export function unassignQuestionsOf(source: EventSource, actorId: string): Promise<number> {
  return clearPerson(source, actorId, ['assigned_actor_id', 'taken_by_actor_id']);
}

/** `unassignQuestionsOf`, but only releases what the person had taken. */
export function releaseQuestionsOf(source: EventSource, actorId: string): Promise<number> {
  return clearPerson(source, actorId, ['taken_by_actor_id']);
}

type PersonColumn = 'assigned_actor_id' | 'taken_by_actor_id';

async function clearPerson(
  { transaction, workspaceId, actor, now }: EventSource,
  actorId: string,
  columns: readonly PersonColumn[],
): Promise<number> {
  let unassigned = 0;
  for (;;) {
    const questions = await transaction.rows<{ id: string }>((db) =>
      db('agent_requests')
        .where({ workspace_id: workspaceId })
        .where(isOneOf('status', ['open']))
        .where((of) => {
          for (const column of columns) void of.orWhere(column, actorId);
        })
        .orderBy('id')
        .limit(BATCH)
        .select('id')
        .forNoKeyUpdate(),
    );
    unassigned += questions.length;
    if (questions.length === 0) return unassigned;
    await transaction.write((db) =>
      db('agent_requests')
        .where({ workspace_id: workspaceId })
        .whereIn(
          'id',
          questions.map(({ id }) => id),
        )
        .update({
          ...withoutPerson(db, actorId, columns),
          updated_by_actor_id: actor.id,
          updated_at: now,
          version: db.raw('version + 1'),
        }),
    );
    if (questions.length < BATCH) return unassigned;
  }
}

function withoutPerson(db: Knex, actorId: string, columns: readonly PersonColumn[]) {
  return Object.fromEntries(
    columns.map((column) => [column, db.raw('nullif(??, ?)', [column, actorId])]),
  );
}
