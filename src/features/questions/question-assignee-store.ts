import { isOneOf } from '../../platform/db/statements/columns';
import type { WriteContext } from '../../platform/operation';

// Both databases accept a statement with this many ids.
const BATCH = 500;

/**
 * Unassigns all open questions of a person and returns their number. The caller has locked the user
 * row, so no question is assigned to the person meanwhile.
 */
export async function unassignQuestionsOf(
  { transaction, workspaceId, actor, now }: WriteContext,
  actorId: string,
): Promise<number> {
  let unassigned = 0;
  for (;;) {
    const questions = await transaction.rows<{ id: string }>((db) =>
      db('agent_requests')
        .where({ workspace_id: workspaceId, assigned_actor_id: actorId })
        .where(isOneOf('status', ['open']))
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
          assigned_actor_id: null,
          updated_by_actor_id: actor.id,
          updated_at: now,
          version: db.raw('version + 1'),
        }),
    );
    if (questions.length < BATCH) return unassigned;
  }
}
