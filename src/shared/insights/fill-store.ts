import type { Knex } from 'knex';
import type { components } from '../../../generated/types';
import type { Database } from '../../platform/db/connect';
import type { Reader } from '../../platform/db/reader';
import { int } from '../../platform/db/statements/columns';
import { transact, type Transaction } from '../../platform/db/transaction';
import { addMilliseconds, DAY } from '../../platform/time';
import { notClosed } from '../closed-workspaces-store';
import { findTimeZone, localDayOf } from '../workspace-time';
import { countEvents } from './counts-store';
import { isCounted } from './insight-rules';

/** The days before an import, or before the counts existed, that are counted later. */
const FILLED_DAYS = 90;

const PAGE = 500;

/**
 * Lets the background count the events of a new workspace, which an import has inserted. Call it
 * right before the commit.
 */
export async function beginFill(
  transaction: Transaction,
  { workspaceId, now }: { readonly workspaceId: string; readonly now: string },
): Promise<void> {
  await transaction.write((db) =>
    db('insight_fills').insert({
      workspace_id: workspaceId,
      through: db.raw('coalesce(?, 0)', [
        db('event_positions').where({ workspace_id: workspaceId }).select('last'),
      ]),
      since_at: addMilliseconds(now, -FILLED_DAYS * DAY),
    }),
  );
}

/** Whether earlier events of a workspace are not counted yet. */
export async function isFilling(reader: Reader, workspaceId: string): Promise<boolean> {
  const row = await reader.first((db) =>
    db('insight_fills').where({ workspace_id: workspaceId }).select('workspace_id'),
  );
  return row !== undefined;
}

/** A workspace with events to count, which is open. */
export async function findFill(reader: Reader): Promise<string | undefined> {
  const row = await reader.first<{ workspace_id: string }>((db) =>
    db('insight_fills')
      .where(notClosed(db, 'workspace_id'))
      .orderBy('workspace_id')
      .limit(1)
      .select('workspace_id'),
  );
  return row?.workspace_id;
}

/**
 * Counts the next earlier events of a workspace, the latest first, in a transaction of its own. A
 * part that was stopped is rolled back as a whole, and two at once wait for each other.
 */
export function takeFillStep(database: Database, workspaceId: string): Promise<void> {
  return transact(database, async (transaction) => {
    const key = { workspace_id: workspaceId };
    await transaction.lock((db) => db('insight_fills').where(key).select('through').forUpdate());
    const fill = await transaction.first<{ through: unknown; since_at: string }>((db) =>
      db('insight_fills').where(key).select('through', 'since_at'),
    );
    if (fill === undefined) return;
    const [through, since] = [int(fill.through), fill.since_at];
    const rows = await transaction.rows<Earlier>((db) => earlierOf(db, workspaceId, through));
    const recent = rows.filter(({ created_at: at }) => at >= since);
    const zone = await findTimeZone(transaction, workspaceId);
    const events: { distance: number; day: string }[] = [];
    for (const { kind, position, created_at: at } of recent) {
      if (!isCounted(kind)) continue;
      const distance = through - int(position);
      events.push({ distance, day: await localDayOf(at, zone) });
    }
    const last = rows.at(-1);
    const isDone = rows.length < PAGE || recent.length === 0 || last === undefined;
    await transaction.write((db) => {
      const row = db('insight_fills').where(key);
      return isDone ? row.delete() : row.update({ through: int(last.position) - 1 });
    });
    if (events.length === 0) return;
    // As a request does that counts at its commit.
    await transaction.lock((db) =>
      db('event_positions').where(key).select('last').forNoKeyUpdate(),
    );
    await transaction.write(countEvents(transaction.dialect, workspaceId, events, through));
  });
}

interface Earlier {
  readonly kind: components['schemas']['EventKind'];
  readonly position: unknown;
  readonly created_at: string;
}

function earlierOf(db: Knex, workspaceId: string, through: number): Knex.QueryBuilder {
  return db('events')
    .where({ workspace_id: workspaceId })
    .where('position', '<=', through)
    .orderBy('position', 'desc')
    .limit(PAGE)
    .select('kind', 'position', 'created_at');
}
