import type { Knex } from 'knex';
import type { Reader } from '../../platform/db/reader';
import { int } from '../../platform/db/statements/columns';
import { compiledQuery } from '../../platform/db/statements/compiled';
import { historyStart } from '../plans';
import { findTimeZone, localDayOf } from '../workspace-time';
import { type Histogram, type Measure, timed } from './insight-rules';
import type { Purge } from '../../platform/db/purge';
import { DAY } from '../../platform/time';

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
