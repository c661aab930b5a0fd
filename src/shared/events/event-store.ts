import type { components } from '../../../generated/types';
import type { Knex } from 'knex';
import { int, type Condition } from '../../platform/db/statements/columns';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { compiledStatement, insertRows } from '../../platform/db/statements/compiled';
import { epochColumn, readEpoch } from '../../platform/db/clock-and-epoch';
import { numberActions, recordNumbers } from './action-number-store';

/** The kinds of events, as the contract lists them. */
export type EventKind = components['schemas']['EventKind'];

type TypeIn<Kind> = Kind extends `${infer Type}.${string}` ? Type : never;

/** The types of the subjects of events, as the kinds have them. */
export type SubjectType = TypeIn<EventKind>;

/** An event before it has its position in the workspace's feed. Times are ISO 8601 UTC. */
export interface EventRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly kind: EventKind;
  readonly actor_id: string;
  readonly subject_type: SubjectType;
  readonly subject_id: string;
  readonly subject_title: string;
  readonly summary: string;
  readonly action_id: string | null;
  readonly project_id: string | null;
  readonly order_id: string | null;
  readonly document_id: string | null;
  /** The number of periods that the event stands for, at least 1; null if its kind has none. */
  readonly period_count: number | null;
  /** The actor of the person who gave the agent its access by OAuth, or null. */
  readonly on_behalf_of_actor_id: string | null;
  /** True for an event of an import, null for others. News never have one. */
  readonly imported: boolean | number | null;
  readonly created_at: string;
}

// The column takes no null, so no event can be added to a workspace that moves, whoever adds it.
function countUnlessMoving(db: Knex, given: (name: 'workspaceId' | 'count') => string): Knex.Raw {
  return db.raw(
    `case when exists (select 1 from closed_workspaces
       where workspace_id = ? and state in ('frozen', 'moved')) then null else cast(? as bigint) end`,
    [given('workspaceId'), given('count')],
  );
}

// The numbers of new actions are counted in the row that each commit locks last.
const counters = {
  last: 'event_positions.last + excluded.last',
  last_number: 'event_positions.last_number + excluded.last_number',
};

const takenPositions = compiledStatement<'workspaceId' | 'count' | 'numbered'>((db, given) =>
  db('event_positions')
    .insert({
      workspace_id: given('workspaceId'),
      last: countUnlessMoving(db, given),
      last_number: given('numbered'),
    })
    .onConflict('workspace_id')
    .merge({ last: db.raw(counters.last), last_number: db.raw(counters.last_number) })
    .returning(['last', 'last_number']),
);

// Only for Postgres, whose triggers do not count the rows of events. This statement changes the row
// with the counter anyway, so it also adds their bytes, and what the triggers have collected.
const countedPositions = compiledStatement<'workspaceId' | 'count' | 'numbered' | 'bytes'>(
  (db, given) =>
    db('event_positions')
      .insert({
        workspace_id: given('workspaceId'),
        last: countUnlessMoving(db, given),
        last_number: given('numbered'),
        stored_bytes: db.raw('stored_bytes_take(?) + ?', [given('workspaceId'), given('bytes')]),
      })
      .onConflict('workspace_id')
      .merge({
        last: db.raw(counters.last),
        last_number: db.raw(counters.last_number),
        stored_bytes: db.raw('event_positions.stored_bytes + excluded.stored_bytes'),
      })
      .returning('last_number'),
);

// What the triggers count for a row of another table.
const rowBytes = 256;

function bytesOf(rows: readonly EventRow[]): number {
  return rows.reduce(
    (sum, { subject_title: title, summary }) =>
      sum + rowBytes + Buffer.byteLength(title) + Buffer.byteLength(summary),
    0,
  );
}

/** The columns of an event that a copy of it in an agent's news has too. */
export const eventFacts = [
  'kind',
  'actor_id',
  'subject_type',
  'subject_id',
  'subject_title',
  'summary',
  'action_id',
  'project_id',
  'order_id',
  'document_id',
  'period_count',
  'on_behalf_of_actor_id',
  'created_at',
] as const satisfies readonly Exclude<keyof EventRow, 'workspace_id'>[];

const columns = ['id', ...eventFacts, 'imported'] as const;

const target = `events (workspace_id, position, ${columns.join(', ')})`;
const into = (db: Knex): Knex.Raw => db.raw(target);

// The statement before it has taken the position, not a subquery, which a database that is divided
// by workspace could not send to one node. Parameters cost Postgres less than JSON.
const appended = compiledStatement<'workspaceId' | (typeof columns)[number]>((db, given) =>
  db.into(into(db)).insert(
    db.raw(
      `select workspace_id, last, ${columns.map(() => '?').join(', ')} from event_positions
         where workspace_id = ?`,
      [...columns.map((name) => given(name)), given('workspaceId')],
    ),
  ),
);

const otherTypes = new Map<string, string>([
  ['period_count', 'integer'],
  ['imported', 'boolean'],
  ['created_at', 'timestamptz'],
]);
const types = columns.map((name) => `${name} ${otherTypes.get(name) ?? 'text'}`);

const allAppended = compiledStatement<'workspaceId' | 'rows'>((db, given) =>
  db.into(into(db)).insert(
    db.raw(
      `select workspace_id, last - distance, ${columns.join(', ')} from event_positions
         cross join jsonb_to_recordset(?) as appended (distance integer, ${types.join(', ')})
         where workspace_id = ?`,
      [given('rows'), given('workspaceId')],
    ),
  ),
);

const BATCH = 500; // Both databases accept a statement with this many rows.

/** What a transaction adds to the feed of a workspace. */
interface Appended {
  readonly rows: readonly EventRow[];
  /** The ids of new actions, which get the next numbers in this order. */
  readonly newActionIds: readonly string[];
}

/**
 * Appends events of one workspace at its next positions, and gives its new actions their numbers.
 * The row of `event_positions` stays locked until the commit, so a reader who sees a position sees
 * all positions before it. Call it right before the commit: a lock taken after this one could cause
 * a deadlock.
 */
export async function appendEvents(
  transaction: Transaction,
  workspaceId: string,
  { rows, newActionIds: ids }: Appended,
): Promise<void> {
  if (transaction.dialect === 'sqlite')
    return appendAt(transaction, workspaceId, { rows, newActionIds: ids });
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const numbered = start === 0 ? ids.length : 0;
    const counts = { count: batch.length, numbered, bytes: bytesOf(batch) };
    transaction.writeLast(
      countedPositions({ workspaceId, ...counts }),
      numbered === 0 ? undefined : (taken) => recordNumbers(transaction, ids, taken),
    );
    if (numbered > 0) transaction.writeLast(numberActions(transaction, workspaceId, ids));
    const [only, ...others] = batch;
    transaction.writeLast(
      only !== undefined && others.length === 0
        ? appended({ ...only, workspaceId })
        : allAppended({ workspaceId, rows: withDistances(batch) }),
    );
  }
}

// JSON. The distance of an event is the number of events that follow it.
function withDistances(rows: readonly EventRow[]): string {
  return JSON.stringify(rows.map((row, at) => ({ ...row, distance: rows.length - 1 - at })));
}

async function appendAt(
  transaction: Transaction,
  workspaceId: string,
  { rows, newActionIds: ids }: Appended,
): Promise<void> {
  const taken = await transaction.rows<{ last: number }>(
    takenPositions({ workspaceId, count: rows.length, numbered: ids.length }),
  );
  const first = int(taken[0]?.last) - rows.length + 1;
  if (ids.length > 0) {
    recordNumbers(transaction, ids, taken);
    await transaction.write(numberActions(transaction, workspaceId, ids));
  }
  await insertRows(
    transaction,
    'events',
    rows.map((row, index) => ({ ...row, position: first + index })),
  );
}

/** Counts the bytes of a new workspace's events, which were not inserted by `appendEvents`. */
export async function countInsertedEvents(
  transaction: Transaction,
  workspaceId: string,
): Promise<void> {
  if (transaction.dialect === 'sqlite') return;
  await transaction.write((db) => {
    const bytes = db('events')
      .where({ workspace_id: workspaceId })
      .select(
        db.raw('coalesce(sum(? + octet_length(subject_title) + octet_length(summary)), 0)', [
          rowBytes,
        ]),
      );
    return db('event_positions')
      .where({ workspace_id: workspaceId })
      .update({ stored_bytes: db.raw('stored_bytes + ?', [bytes]) });
  });
}

/**
 * The bounds of a workspace's feed: its last position, and the last position that was purged (0:
 * none). Positions of another epoch of the database are not comparable.
 */
export interface FeedBounds {
  readonly last: number;
  readonly forgotten: number;
  readonly epoch: string;
}

/** The bounds of a workspace's feed. */
export async function findFeedBounds(reader: Reader, workspaceId: string): Promise<FeedBounds> {
  const row = await reader.first<FeedBounds>((db) =>
    db('event_positions')
      .where({ workspace_id: workspaceId })
      .select('last', 'forgotten', epochColumn(db)),
  );
  return row === undefined ? noBounds(reader) : boundsOf(row);
}

function boundsOf({ last, forgotten, epoch }: FeedBounds): FeedBounds {
  return { last: int(last), forgotten: int(forgotten), epoch };
}

// A workspace without any event.
async function noBounds(reader: Reader): Promise<FeedBounds> {
  return { last: 0, forgotten: 0, epoch: await readEpoch(reader) };
}

/** An event with its position and its actor. */
export interface FeedEvent extends EventRow {
  readonly position: number;
  readonly actor_kind: 'user' | 'agent' | 'system';
  readonly actor_name: string;
  /** The name of the person on whose behalf the actor acted, or null. */
  readonly on_behalf_of_name: string | null;
}

/** The filters of the feed, as the contract names them. An event must match all of them. */
export interface FeedFilters {
  readonly kind?: readonly EventKind[];
  readonly actor_id?: string;
  /** Excludes the events of this actor. */
  readonly not_actor_id?: string;
  readonly subject_id?: string;
  readonly action_id?: string;
  readonly project_id?: string;
  readonly order_id?: string;
}

/** Events that were read. */
export interface FeedRead {
  readonly bounds: FeedBounds;
  readonly events: readonly FeedEvent[];
  /**
   * The last position that was searched, if `events` has fewer than the limit; for a reversed part,
   * the position after which everything was searched.
   */
  readonly searched: number;
}

/** The part of a workspace's feed to read. */
export interface FeedPart {
  readonly workspaceId: string;
  /** Reads positions greater than this one. */
  readonly after: number;
  /** Reads up to this position instead, in reverse; it may be greater than the last one. */
  readonly before?: number | undefined;
  readonly filters: FeedFilters;
  /** True for the events that the caller sees. */
  readonly visible: Condition;
  readonly limit: number;
}

// No index finds the events that one actor has not caused, so a page searches only so many.
const searchedWithoutActor = 10_000;

/**
 * Reads a part of the feed and its bounds in one statement, so that a concurrent purge cannot go
 * unnoticed.
 */
export async function readFeed(reader: Reader, part: FeedPart): Promise<FeedRead> {
  const { workspaceId } = part;
  const rows = await reader.rows<FeedBounds & Partial<FeedEvent>>((db) =>
    db('event_positions as bounds')
      .leftJoin(partOf(db, part).as('found'), 'found.workspace_id', 'bounds.workspace_id')
      .where('bounds.workspace_id', workspaceId)
      .orderBy('found.position', part.before === undefined ? 'asc' : 'desc')
      .select('found.*', 'bounds.last as last', 'bounds.forgotten as forgotten', epochColumn(db)),
  );
  const [first] = rows;
  const bounds = first === undefined ? await noBounds(reader) : boundsOf(first);
  return {
    bounds,
    searched: searchedOf(part, bounds),
    events: rows.filter(isEvent),
  };
}

// Where a page ends its search. Without a cursor the feed begins after the purge.
function searchedOf({ after, before, filters }: FeedPart, { last, forgotten }: FeedBounds): number {
  const isBounded = filters.not_actor_id !== undefined;
  if (before !== undefined) {
    return isBounded ? Math.max(0, Math.min(before, last) - searchedWithoutActor) : 0;
  }
  return isBounded ? Math.min(last, Math.max(after, forgotten) + searchedWithoutActor) : last;
}

function partOf(
  db: Knex,
  { workspaceId, after, before, filters, visible, limit }: FeedPart,
): Knex.QueryBuilder {
  const { kind = [], not_actor_id: excluded, ...equal } = filters;
  const query = db('events')
    .join('actors', (on) => {
      on.on('actors.workspace_id', 'events.workspace_id').on('actors.id', 'events.actor_id');
    })
    .leftJoin('actors as person', (on) => {
      on.on('person.workspace_id', 'events.workspace_id').on(
        'person.id',
        'events.on_behalf_of_actor_id',
      );
    })
    .where('events.workspace_id', workspaceId)
    .where('events.position', before === undefined ? '>' : '<=', before ?? after)
    .where(visible)
    .orderBy('events.position', before === undefined ? 'asc' : 'desc')
    .limit(limit)
    .select('events.*', 'actors.kind as actor_kind', 'actors.name as actor_name')
    .select({ on_behalf_of_name: 'person.name' });
  if (kind.length > 0) void query.whereIn('events.kind', kind);
  for (const [column, id] of Object.entries(equal)) {
    if (id !== undefined) void query.where(`events.${column}`, id);
  }
  if (excluded !== undefined) {
    void query.whereNot('events.actor_id', excluded);
    if (before === undefined) {
      void query.where('events.position', '<=', lastSearched(db, workspaceId, after));
    } else void query.where('events.position', '>', firstSearched(db, workspaceId, before));
  }
  return query;
}

// `searchedOf` in SQL.
function lastSearched(db: Knex, workspaceId: string, after: number): Knex.QueryBuilder {
  const end = db.raw('case when forgotten > ? then forgotten else ? end + ?', [
    after,
    after,
    searchedWithoutActor,
  ]);
  return db('event_positions').where({ workspace_id: workspaceId }).select(end);
}

function firstSearched(db: Knex, workspaceId: string, before: number): Knex.QueryBuilder {
  const start = db.raw('case when last < ? then last else ? end - ?', [
    before,
    before,
    searchedWithoutActor,
  ]);
  return db('event_positions').where({ workspace_id: workspaceId }).select(start);
}

function isEvent(row: FeedBounds & Partial<FeedEvent>): row is FeedBounds & FeedEvent {
  return row.position !== undefined && row.position !== null;
}
