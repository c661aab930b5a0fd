import type { Knex } from 'knex';
import type { components } from '../../../generated/types';
import { int, type Condition } from '../../platform/db/statements/columns';
import type { Reader, Transaction } from '../../platform/db/transaction';
import { insertRows } from '../../platform/db/statements/insert';
import { compiledInsert } from '../../platform/db/statements/compiled-write';
import { compiledStatement } from '../../platform/db/statements/compiled-statement';

/** What happened, as the contract lists it. */
export type EventKind = components['schemas']['EventKind'];

/** A row of the append-only history of a workspace, before it has its position. Times are ISO 8601 UTC. */
export interface EventRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly kind: EventKind;
  readonly actor_id: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly subject_title: string;
  readonly summary: string;
  readonly action_id: string | null;
  readonly project_id: string | null;
  readonly order_id: string | null;
  readonly document_id: string | null;
  readonly created_at: string;
}

function nextPositions(db: Knex, workspaceId: string, count: number | string): Knex.QueryBuilder {
  return db('event_positions')
    .insert({ workspace_id: workspaceId, last: count })
    .onConflict('workspace_id')
    .merge({ last: db.raw('event_positions.last + excluded.last') })
    .returning('last');
}

const takenPositions = compiledStatement<'workspaceId' | 'count'>((db, given) =>
  nextPositions(db, given('workspaceId'), given('count')),
);

// Most requests tell one event. On Postgres, which does not answer at once, its position is taken by the statement that appends it.
const appended = compiledInsert('events', {
  computed: (db) => ({ position: beforeLast(db, 0) }),
  finish: (insert, db, given) => insert.with('taken', nextPositions(db, given('workspace_id'), 1)),
});

function beforeLast(db: Knex, distance: number): Knex.Raw {
  return db.raw(`(select last from taken) - ${distance}`);
}

// As many at once as one statement takes.
const BATCH = 500;

/**
 * Appends events of one workspace at its next positions when the transaction commits, in as few statements as the databases allow. The row of
 * `event_positions` stays locked until then: so whoever sees a position sees all before it. Nothing else may be locked after it, or
 * two writers could wait for each other: call it right before the commit.
 */
export async function appendEvents(
  transaction: Transaction,
  workspaceId: string,
  rows: readonly EventRow[],
): Promise<void> {
  if (transaction.dialect === 'sqlite') return appendAt(transaction, workspaceId, rows);
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0) {
    transaction.writeLast(appended(only));
    return;
  }
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    transaction.writeLast((db) => {
      const placed = batch.map((row, index) => ({
        ...row,
        position: beforeLast(db, batch.length - 1 - index),
      }));
      return db('events')
        .with('taken', nextPositions(db, workspaceId, batch.length))
        .insert(placed);
    });
  }
}

async function appendAt(
  transaction: Transaction,
  workspaceId: string,
  rows: readonly EventRow[],
): Promise<void> {
  const taken = await transaction.first<{ last: number }>(
    takenPositions({ workspaceId, count: rows.length }),
  );
  const first = int(taken?.last) - rows.length + 1;
  await insertRows(
    transaction,
    'events',
    rows.map((row, index) => ({ ...row, position: first + index })),
  );
}

/** How far the feed of a workspace goes: its last position, and the last that is kept no more (0: all are kept). */
export interface FeedBounds {
  readonly last: number;
  readonly forgotten: number;
}

/** An event with its position and its actor. */
export interface FeedEvent extends EventRow {
  readonly position: number;
  readonly actor_kind: 'user' | 'agent' | 'system';
  readonly actor_name: string;
}

/** What to read of the feed of a workspace. */
export interface FeedPart {
  readonly workspaceId: string;
  /** Positions beyond this one. */
  readonly after: number;
  /** Only these kinds; empty for all. */
  readonly kinds: readonly EventKind[];
  /** True for the events that the reader may see. */
  readonly seen: Condition;
  readonly limit: number;
}

/**
 * Reads a part of the feed and its bounds in one statement: events that are forgotten meanwhile cannot be missed without
 * notice.
 */
export async function readFeed(
  reader: Reader,
  part: FeedPart,
): Promise<{ readonly bounds: FeedBounds; readonly events: readonly FeedEvent[] }> {
  const { workspaceId } = part;
  const rows = await reader.rows<FeedBounds & Partial<FeedEvent>>((db) =>
    db('event_positions as bounds')
      .leftJoin(partOf(db, part).as('found'), 'found.workspace_id', 'bounds.workspace_id')
      .where('bounds.workspace_id', workspaceId)
      .orderBy('found.position')
      .select('found.*', 'bounds.last as last', 'bounds.forgotten as forgotten'),
  );
  const [first] = rows;
  return {
    bounds: { last: int(first?.last ?? 0), forgotten: int(first?.forgotten ?? 0) },
    events: rows.filter(isEvent),
  };
}

function partOf(db: Knex, { workspaceId, after, kinds, seen, limit }: FeedPart): Knex.QueryBuilder {
  const query = db('events')
    .join('actors', (on) => {
      on.on('actors.workspace_id', 'events.workspace_id').on('actors.id', 'events.actor_id');
    })
    .where('events.workspace_id', workspaceId)
    .where('events.position', '>', after)
    .where(seen)
    .orderBy('events.position')
    .limit(limit)
    .select('events.*', 'actors.kind as actor_kind', 'actors.name as actor_name');
  return kinds.length === 0 ? query : query.whereIn('events.kind', kinds);
}

function isEvent(row: FeedBounds & Partial<FeedEvent>): row is FeedBounds & FeedEvent {
  return row.position !== undefined && row.position !== null;
}
