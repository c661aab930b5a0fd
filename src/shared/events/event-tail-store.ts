import type { Knex } from 'knex';
import { int } from '../../platform/db/statements/columns';
import { epochColumn } from '../../platform/db/clock-and-epoch';
import type { Reader } from '../../platform/db/reader';
import { readableHere } from '../closed-workspaces-store';
import { privateTo } from '../document-visibility';
import { endOfAction } from '../plans';
import type { FeedEvent } from './event-store';

/** A position in the feed of a workspace. */
export interface FeedPosition {
  readonly workspaceId: string;
  readonly position: number;
}

/** A position in an epoch of the database. */
export interface EpochPosition extends FeedPosition {
  readonly epoch: string;
}

/** An event with the facts that decide who sees it. */
export interface TailEvent extends FeedEvent {
  /**
   * The only actor, besides people and sysadmin agents, who sees the private document that it
   * concerns; null if every reader sees it.
   */
  readonly private_to: string | null;
  /** When its action ended, ISO 8601 UTC; null if it concerns none or an open one. */
  readonly action_ended_at: string | null;
  /** The epoch of the database that it was read from. */
  readonly epoch: string;
}

/**
 * Reads the events after positions of several workspaces in one statement, by workspace and
 * position, at most `share` of each.
 */
export async function readTails(
  reader: Reader,
  positions: readonly FeedPosition[],
  share: number,
): Promise<TailEvent[]> {
  if (positions.length === 0) return [];
  const key = 'events.workspace_id';
  const rows = await reader.rows<TailEvent>((db) =>
    db('events')
      .with('tails', tailsOf(reader, db, positions, share))
      .join('tails', 'tails.workspace_id', 'events.workspace_id')
      .join('actors', (on) => {
        on.on('actors.workspace_id', 'events.workspace_id').on('actors.id', 'events.actor_id');
      })
      .leftJoin('actors as person', (on) => {
        on.on('person.workspace_id', 'events.workspace_id').on(
          'person.id',
          'events.on_behalf_of_actor_id',
        );
      })
      .whereRaw('events.position > tails.position and events.position <= tails.until')
      .orderBy(['events.workspace_id', 'events.position'])
      .limit(positions.length * share)
      .select('events.*', 'actors.kind as actor_kind', 'actors.name as actor_name')
      .select({ on_behalf_of_name: 'person.name' })
      .select(db.raw(`${privateTo('events', reader.dialect, key).sql} as private_to`))
      .select(db.raw(`${endOfAction('events.action_id', key)} as action_ended_at`))
      .select(epochColumn(db)),
  );
  // Not `int`, which throws: the rows of one workspace must not stop the others.
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

function tailsOf(
  { dialect }: Reader,
  db: Knex,
  positions: readonly FeedPosition[],
  share: number,
): Knex.Raw {
  const values = positions.map(() => '(cast(? as text), cast(? as bigint))').join(', ');
  const bindings = positions.flatMap(({ workspaceId, position }) => [workspaceId, position]);
  const given =
    dialect === 'sqlite'
      ? `(select column1 as workspace_id, column2 as position from (values ${values})) as given`
      : `(values ${values}) as given (workspace_id, position)`;
  return db.raw(
    `select workspace_id, position, coalesce(
       (select last.position from events as last
         where last.workspace_id = given.workspace_id and last.position > given.position
         order by last.position limit 1 offset ${share - 1}),
       ${Number.MAX_SAFE_INTEGER}
     ) as until from ${given}`,
    bindings,
  );
}

/** A feed that has changed since a position of it was read. */
export interface MovedFeed {
  readonly workspaceId: string;
  /**
   * Whether the events after the position follow it. They do not in another epoch, and not when the
   * workspace is being deleted, is gone, has moved, or was imported with an earlier history.
   */
  readonly continues: boolean;
}

/** Returns the feeds of those positions that are not their last ones any more. */
export async function findMovedFeeds(
  reader: Reader,
  positions: readonly EpochPosition[],
): Promise<MovedFeed[]> {
  const rows = await reader.rows<{ workspace_id: string; last: number; epoch: string }>((db) =>
    db('event_positions')
      .whereIn(
        'workspace_id',
        positions.map(({ workspaceId }) => workspaceId),
      )
      .where(readableHere(db, 'workspace_id'))
      .select('workspace_id', 'last', epochColumn(db)),
  );
  const found = new Map(rows.map((row) => [row.workspace_id, row]));
  return positions.flatMap(({ workspaceId, position, epoch }) => {
    const row = found.get(workspaceId);
    // A workspace without events has no row.
    const last = Number(row?.last ?? 0);
    const isSame = row === undefined ? position === 0 : row.epoch === epoch;
    if (isSame && last === position) return [];
    return [{ workspaceId, continues: isSame && last > position }];
  });
}

/**
 * A number that changes when another connection has changed the SQLite file
 * (https://sqlite.org/pragma.html#pragma_data_version). The connection for reading never changes it.
 */
export async function readDataVersion(reader: Reader): Promise<number> {
  const row = await reader.first<{ data_version: number }>((db) =>
    db('pragma_data_version').select('data_version'),
  );
  return int(row?.data_version);
}
