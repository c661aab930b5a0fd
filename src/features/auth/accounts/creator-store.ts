import type { Knex } from 'knex';
import type { Condition } from '../../../platform/db/statements/columns';

/**
 * Limits invitations or password resets to those whose creator is an active owner, or the system
 * actor, as which the command line creates them. Belongs into the statement that redeems them,
 * because a person may have created one while losing the role.
 */
export function hasAuthorizedCreator(
  db: Knex,
  table: 'invitations' | 'password_resets',
): Condition {
  const owner = db('users as creators')
    .whereRaw(`creators.workspace_id = ${table}.workspace_id`)
    .whereRaw(`creators.actor_id = ${table}.created_by_actor_id`)
    .where('creators.role', 'owner')
    .whereNull('creators.deactivated_at')
    .select(db.raw('1'));
  const system = db('actors as creators')
    .whereRaw(`creators.workspace_id = ${table}.workspace_id`)
    .whereRaw(`creators.id = ${table}.created_by_actor_id`)
    .where('creators.kind', 'system')
    .select(db.raw('1'));
  return (rows) =>
    void rows.where((either) => void either.whereExists(owner).orWhereExists(system));
}
