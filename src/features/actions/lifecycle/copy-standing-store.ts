import type { Knex } from 'knex';
import type { Reader } from '../../../platform/db/reader';
import { bool } from '../../../platform/db/statements/columns';
import { compiledStatement } from '../../../platform/db/statements/compiled';

/** Why an id may not be used: its person is deactivated, its agent revoked, its domain archived. */
export type Unusable = 'person' | 'agent' | 'domain';

interface Found {
  readonly id: string;
  readonly kind: Unusable;
  readonly is_usable: unknown;
}

// A union allows a lock only within a subquery.
const standings = compiledStatement<'workspaceId'>((db, given, ids) => {
  const part = (table: string, kind: Unusable, id: string, usable: string): Knex.QueryBuilder => {
    const rows = db(table)
      .where({ workspace_id: given('workspaceId') })
      .whereIn(id, [...ids])
      .orderBy('id')
      .select(`${id} as id`, db.raw(`${usable} as is_usable`), db.raw(`'${kind}' as kind`))
      .forKeyShare();
    return db.from(rows.as(`${kind}_rows`)).select('id', 'kind', 'is_usable');
  };
  return part('users', 'person', 'actor_id', 'deactivated_at is null').unionAll([
    part('agents', 'agent', 'actor_id', "state <> 'revoked'"),
    part('domains', 'domain', 'id', "state = 'active'"),
  ]);
});

/** Those of the ids of actors and domains that may not be used in new records, with the reason. */
export async function findUnusable(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Unusable>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows<Found>(standings({ workspaceId }, ids));
  return new Map(rows.filter((row) => !bool(row.is_usable)).map(({ id, kind }) => [id, kind]));
}
