import type { Knex } from 'knex';
import type { components } from '../../../generated/types';
import type { Purge } from '../../platform/db/purge';
import type { Reader, Statement } from '../../platform/db/reader';
import { int, type Dialect } from '../../platform/db/statements/columns';
import { compiledQuery } from '../../platform/db/statements/compiled';
import { DAY, addMilliseconds } from '../../platform/time';
import { historyStart } from '../plans';
import { findTimeZone, localDayOf } from '../workspace-time';
import {
  type Histogram,
  type Measure,
  timed,
  bucketEnds,
  countedKinds,
  isCounted,
} from './insight-rules';
import type { Database } from '../../platform/db/connect';
import { transact, type Transaction } from '../../platform/db/transaction';
import { notClosed } from '../closed-workspaces-store';

/** The counts of some days. */
export interface Counts {
  /** By day, the number of each measure; `done` is divided into `done by people` and `by agents`. */
  readonly days: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** By measure, how long it took. */
  readonly times: ReadonlyMap<Measure, Histogram>;
}

interface CountParams {
  readonly workspaceId: string;
  readonly agentActorId: string | undefined;
  readonly from: string;
  readonly to: string;
}

// Of a day, and of all days each range of times. Neither grows with the number of events.
const countsOf = compiledQuery<CountParams>((db, { workspaceId, agentActorId, from, to }) => {
  const counts = () =>
    db('insight_counts')
      .where({ workspace_id: workspaceId })
      .whereIn('scope', agentActorId === undefined ? ['people', 'agents'] : [agentActorId])
      .whereBetween('day', [from, to]);
  const columns = ['measure', 'scope', 'day'];
  const byDay = counts()
    .groupBy(columns)
    .select(columns)
    .select(db.raw('cast(null as integer) as bucket'), db.raw('sum(amount) as amount'));
  const byTime = counts()
    .whereIn('measure', [...timed])
    .where('bucket', '>=', 0)
    .groupBy('measure', 'bucket')
    .select('measure', nullText(db, 'scope'), nullText(db, 'day'), 'bucket')
    .select(db.raw('sum(amount) as amount'));
  const [days, times] = [db.from(byDay.as('by_day')), db.from(byTime.as('by_time'))];
  return days.select('*').unionAll([times.select('*')]);
});

function nullText(db: Knex, name: string): Knex.Raw {
  return db.raw('cast(null as text) as ??', [name]);
}

interface CountRow {
  readonly measure: Measure;
  readonly scope: string | null;
  readonly day: string | null;
  readonly bucket: number | null;
  readonly amount: unknown;
}

/**
 * The counts of days from `from` to `to`, of one agent or of everybody. Days that begin before the
 * history window of the plan are left out.
 */
export async function readCounts(
  {
    reader,
    workspaceId,
    ...history
  }: {
    readonly reader: Reader;
    readonly workspaceId: string;
    readonly now: string;
    readonly historyDays: number | null;
  },
  { agentActorId, from, to }: Omit<CountParams, 'workspaceId'>,
): Promise<Counts> {
  const start = historyStart(history);
  const first =
    start === null ? from : await localDayOf(start, await findTimeZone(reader, workspaceId));
  const rows = await reader.rows<CountRow>(
    countsOf(reader, { workspaceId, agentActorId, from: first > from ? first : from, to }),
  );
  const days = new Map<string, Map<string, number>>();
  const times = new Map<Measure, Map<number, number>>();
  for (const { measure, scope, day, bucket, amount } of rows) {
    if (day === null) {
      const ofMeasure = times.get(measure) ?? new Map<number, number>();
      times.set(measure, ofMeasure.set(int(bucket), int(amount)));
      continue;
    }
    const who = scope === 'people' ? 'people' : 'agents';
    const name = measure === 'done' ? `done by ${who}` : measure;
    const ofDay = days.get(day) ?? new Map<string, number>();
    days.set(day, ofDay.set(name, (ofDay.get(name) ?? 0) + int(amount)));
  }
  return { days, times };
}

const PAGE = 1000;

// A year that the view shows, and some weeks.
const RETENTION_DAYS = 400;

/** The purge of counts. They have a day instead of a time. */
export const insightPurge: Purge = {
  name: 'insight_counts',
  retentionMs: RETENTION_DAYS * DAY,
  async findOldest(reader) {
    const row = await reader.first<{ oldest: string | null }>((db) =>
      db('insight_counts').min({ oldest: 'day' }),
    );
    return row === undefined || row.oldest === null ? undefined : `${row.oldest}T00:00:00.000Z`;
  },
  async remove(transaction, cutoff) {
    const before = cutoff.slice(0, 'YYYY-MM-DD'.length);
    const last = await transaction.first<{ day: string }>((db) =>
      db('insight_counts')
        .where('day', '<', before)
        .orderBy('day')
        .offset(PAGE - 1)
        .limit(1)
        .select('day'),
    );
    return transaction.write((db) => {
      const rows = db('insight_counts').where('day', '<', before);
      return (last === undefined ? rows : rows.where('day', '<=', last.day)).delete();
    });
  },
};

type EventKind = components['schemas']['EventKind'];

/** Events to count, by how far they are before a position, each with its local day. */
export interface DatedEvent {
  readonly distance: number;
  readonly day: string;
}

const kinds = Object.entries(countedKinds);

function list(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}

function kindsWith(condition: (of: (typeof kinds)[number][1]) => boolean): string {
  return list(kinds.flatMap(([kind, of]) => (condition(of) ? [kind] : [])));
}

// An action has few events, so the position is found among them: by the expression instead of the
// column, SQLite cannot read the events of the kind instead.
function began(of: { readonly since: readonly EventKind[]; readonly by: string }): string {
  return `(select earlier.position from events as earlier
    where earlier.workspace_id = ? and earlier.${of.by} = ended.${of.by}
      and earlier.position < ended.position
      and coalesce(earlier.kind, '') in (${list(of.since)})
    order by earlier.position desc limit 1)`;
}

const beginnings = kinds.filter(([, { since }]) => since.length > 0);
const beganAt = `case ${beginnings
  .map(([kind, of]) => `when ended.kind = '${kind}' then ${began(of)}`)
  .join(' ')} end`;
const measure = `case ended.kind ${kinds
  .map(([kind, of]) => `when '${kind}' then '${of.measure}'`)
  .join(' ')} end`;
const ofBeginner = kindsWith(({ of }) => of === 'began');
const conditions = kinds
  .flatMap(([kind, { only }]) => (only === undefined ? [] : [{ kind, only }]))
  .map(({ kind, only }) => `and (ended.kind <> '${kind}' or began.kind = '${only}')`)
  .join(' ');

const milliseconds: Readonly<Record<Dialect, string>> = {
  postgres: 'round(extract(epoch from (ended.created_at - began.created_at)) * 1000)',
  sqlite: 'round((julianday(ended.created_at) - julianday(began.created_at)) * 86400000)',
};

const bucket = `case when timed.took is null then -1 ${bucketEnds
  .map((end, at) => `when timed.took <= ${end * 1000} then ${at}`)
  .join(' ')} else ${bucketEnds.length} end`;

const givenRows: Readonly<Record<Dialect, string>> = {
  postgres: 'jsonb_to_recordset(?) as given (distance integer, day text)',
  sqlite: `(select each.value ->> 'distance' as distance, each.value ->> 'day' as day
    from json_each(?) as each) as given`,
};

// On SQLite, a cross join keeps its order; otherwise it may read all events of the workspace.
const join: Readonly<Record<Dialect, string>> = { postgres: 'join', sqlite: 'cross join' };

/**
 * Adds events of one workspace to its counts: for people or agents, and for the agent whose work it
 * is. Imported events are not counted, because their work was done elsewhere. `from` is the position
 * from which the distances count; undefined for the last one. The caller has locked the row of
 * `event_positions`, which makes this the only transaction that counts.
 */
export function countEvents(
  dialect: Dialect,
  workspaceId: string,
  events: readonly DatedEvent[],
  from?: number,
): Statement {
  const position =
    from === undefined
      ? '(select last from event_positions where workspace_id = ?)'
      : 'cast(? as bigint)';
  const sql = `insert into insight_counts (workspace_id, scope, day, measure, bucket, amount)
    select cast(? as text), timed.scope, timed.day, timed.measure, ${bucket}, count(*) from (
      select ended.day, ${measure} as measure,
        case when whose.own = 1 then worker.id
          when worker.kind = 'user' then 'people' else 'agents' end as scope,
        ${milliseconds[dialect]} as took
      from (
        select given.day, ended.kind, ended.actor_id, ended.created_at, ${beganAt} as began_at
          from ${givenRows[dialect]}
          ${join[dialect]} events as ended on ended.workspace_id = ?
            and ended.position = ${position} - given.distance
          where ended.imported is null
      ) as ended
      left join events as began
        on began.workspace_id = ? and began.position = ended.began_at
      left join actors as worker on worker.workspace_id = ? and worker.id =
        case when ended.kind in (${ofBeginner}) then began.actor_id else ended.actor_id end
      cross join (select 0 as own union all select 1 as own) as whose
      where (whose.own = 0 or worker.kind = 'agent') ${conditions}
    ) as timed
    group by 2, 3, 4, 5
    on conflict (workspace_id, scope, day, measure, bucket)
      do update set amount = insight_counts.amount + excluded.amount`;
  const bindings = [
    workspaceId,
    ...beginnings.map(() => workspaceId),
    JSON.stringify(events),
    workspaceId,
    from ?? workspaceId,
    workspaceId,
    workspaceId,
  ];
  return (db: Knex) => db.raw(sql, bindings);
}

/** The days before an import, or before the counts existed, that are counted later. */
const FILLED_DAYS = 90;

const FILL_PAGE = 500;

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
    const isDone = rows.length < FILL_PAGE || recent.length === 0 || last === undefined;
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
    .limit(FILL_PAGE)
    .select('kind', 'position', 'created_at');
}
