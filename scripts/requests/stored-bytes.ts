import { countedTables } from '../../src/platform/db/migrations';
import { storedBytesOf } from '../../src/platform/db/migrations/stored-kit';
import type { TestDatabase } from '../databases/test-database';

/** A counter of stored bytes that differs from a count over the tables. */
export interface Drift {
  readonly workspace_id: string;
  readonly stored: number | string;
  readonly counted: number | string | null;
}

/**
 * The counters that differ from a count over the tables, in one statement, so that concurrent
 * commits change both or neither.
 */
export async function findDrift({ knex }: Pick<TestDatabase, 'knex'>): Promise<Drift[]> {
  const parts = countedTables.map((counted) => storedBytesOf(counted)).join(' union all ');
  const drifts: Drift[] = await knex
    .from(
      knex.raw(
        `(select p.workspace_id, p.stored_bytes as stored,
            (select sum(c.bytes) from counted as c where c.workspace_id = p.workspace_id) as counted
            from event_positions as p) as compared`,
      ),
    )
    .with('counted', knex.raw(parts))
    .whereRaw('stored <> coalesce(counted, 0)')
    .orderBy('workspace_id')
    .select('*');
  return drifts;
}
