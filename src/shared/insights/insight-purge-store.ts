import type { Purge } from '../../platform/db/purge';
import { DAY } from '../../platform/time';

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
