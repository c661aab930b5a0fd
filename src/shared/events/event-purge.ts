import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import type { Purge } from '../../platform/db/purge';
import { DAY } from '../../platform/time';

/** The purge of events older than `days` days. */
export function eventPurge(days: number): Purge {
  return { name: 'events', retentionMs: days * DAY, findOldest, remove };
}

async function findOldest(reader: Reader): Promise<string | undefined> {
  // Reads the first entry of each workspace in an index instead of scanning all events.
  const row = await reader.first<{ oldest: string | null }>((db) =>
    db
      .from(
        db('event_positions')
          .select(
            db('events')
              .whereRaw('events.workspace_id = event_positions.workspace_id')
              .min('created_at')
              .as('oldest'),
          )
          .as('first'),
      )
      .min({ oldest: 'first.oldest' }),
  );
  return row?.oldest ?? undefined;
}

/**
 * Deletes the first events, at most 1,000, of one workspace that has events older than `cutoff`,
 * and stores the last deleted position. Returns the number of deleted events; 0 when no workspace
 * has any to delete. A workspace whose old events come after many newer ones, as in an import, keeps
 * them and does not prevent the deletion in others.
 */
async function remove(transaction: Transaction, cutoff: string): Promise<number> {
  for (let after = ''; ;) {
    const found = await findWorkspaceWithOld(transaction, cutoff, after);
    if (found === undefined) return 0;
    const count = await removeOf(transaction, cutoff, found);
    if (count > 0) return count;
    after = found;
  }
}

async function findWorkspaceWithOld(
  transaction: Transaction,
  cutoff: string,
  after: string,
): Promise<string | undefined> {
  const found = await transaction.first<{ workspace_id: string }>((db) =>
    db('event_positions')
      .where('workspace_id', '>', after)
      .whereExists((old) =>
        old
          .from('events')
          .whereRaw('events.workspace_id = event_positions.workspace_id')
          .where('events.created_at', '<', cutoff)
          .select(db.raw('1')),
      )
      .orderBy('workspace_id')
      .select('workspace_id'),
  );
  return found?.workspace_id;
}

async function removeOf(
  transaction: Transaction,
  cutoff: string,
  workspaceId: string,
): Promise<number> {
  const key = { workspace_id: workspaceId };
  // Requests overlap, so the order of positions may differ from the order of times. Delete by
  // position.
  const upTo = await transaction.first<{ position: number | null }>((db) =>
    db
      .from(
        db('events')
          .where(key)
          .orderBy('position')
          .limit(1000)
          .select('position', 'created_at')
          .as('first'),
      )
      .where('first.created_at', '<', cutoff)
      .max({ position: 'first.position' }),
  );
  if (upTo === undefined || upTo.position === null) return 0;
  const { position } = upTo;
  await transaction.write((db) => db('event_positions').where(key).update({ forgotten: position }));
  return transaction.write((db) =>
    db('events').where(key).where('position', '<=', position).delete(),
  );
}
