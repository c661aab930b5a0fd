import { limits } from '../../../generated/limits';
import { addMilliseconds, DAY, HOUR, SECOND } from '../time';
import type { FindDegradation } from './health';
import { createReader, type Reader } from './reader';
import type { Transaction } from './transaction';

const PAGE = 1000;

/** The removal of a table's old rows. */
export interface Purge {
  /** Its key in `purge_cutoffs`. */
  readonly name: string;
  /** Milliseconds from the time of a row to its removal. */
  readonly retentionMs: number;
  /** The time of the oldest row; undefined if there is none. */
  readonly findOldest: (reader: Reader) => Promise<string | undefined>;
  /** Removes the oldest rows before `cutoff`, about 1,000 of them. Resolves with their number. */
  readonly remove: (transaction: Transaction, cutoff: string) => Promise<number>;
}

/**
 * The purge of the rows of a table `retentionMs` milliseconds after the time in `column`. Rows
 * without that time stay. The column needs an index.
 */
export function purgeByAge(table: string, column: string, retentionMs: number): Purge {
  return {
    name: table,
    retentionMs,
    async findOldest(reader) {
      const row = await reader.first<{ oldest: string | null }>((db) =>
        db(table).min({ oldest: column }),
      );
      return row?.oldest ?? undefined;
    },
    async remove(transaction, cutoff) {
      const last = await transaction.first<Record<string, string>>((db) =>
        db(table)
          .where(column, '<', cutoff)
          .orderBy(column)
          .offset(PAGE - 1)
          .limit(1)
          .select(column),
      );
      const upTo = last?.[column];
      return transaction.write((db) => {
        const rows = db(table).where(column, '<', cutoff);
        return (upTo === undefined ? rows : rows.where(column, '<=', upTo)).delete();
      });
    },
  };
}

/** The lag that causes a warning, in milliseconds; an hourly purge never has it normally. */
const MAX_LAG = limits.purge_lag_seconds * SECOND;

/** How far a purge may go. */
export interface PurgeCutoff {
  /** The purge removes older rows. */
  readonly cutoff: string;
  /** The cutoff according to the clock and the retention time. */
  readonly wantedCutoff: string;
  /** The seconds of the lag that a shorter retention time explains. They cause no warning. */
  readonly excusedSeconds: number;
}

interface CutoffRow {
  readonly name: string;
  readonly cutoff: string;
  readonly wanted_cutoff: string;
  readonly moved_at: string | null;
  /** The retention time of the process that wrote the row. Null: an earlier program did. */
  readonly retention_seconds: number | null;
  readonly excused_seconds: number;
}

/**
 * Moves the cutoff of a purge towards `wantedCutoff` and returns it. The cutoff starts at the time
 * of the oldest row and moves by at most a day an hour for all processes together, so a clock that
 * is wrong by a year does not remove a year of history at once.
 */
export async function advanceCutoff(
  transaction: Transaction,
  purge: Purge,
  { now, wantedCutoff }: { readonly now: string; readonly wantedCutoff: string },
): Promise<PurgeCutoff> {
  const { name } = purge;
  const row =
    (await findCutoff(transaction, name)) ?? (await begin(transaction, purge, wantedCutoff));
  const oldest = row.cutoff > wantedCutoff ? await purge.findOldest(transaction) : undefined;
  const next = nextCutoff(row, { now, wantedCutoff, oldest });
  const retentionSeconds = purge.retentionMs / SECOND;
  const excusedSeconds = excusedOf(row, { cutoff: next.cutoff, wantedCutoff, retentionSeconds });
  // Of concurrent processes, one moves the cutoff and the others use the previous one.
  const { cutoff: previous, moved_at, retention_seconds, excused_seconds } = row;
  const moved = await transaction.write((db) =>
    db('purge_cutoffs')
      .where({ name, cutoff: previous, moved_at, retention_seconds, excused_seconds })
      .update({
        ...next,
        wanted_cutoff: wantedCutoff,
        retention_seconds: retentionSeconds,
        excused_seconds: excusedSeconds,
      }),
  );
  const cutoff = earliest(moved > 0 ? next.cutoff : row.cutoff, wantedCutoff);
  return { cutoff, wantedCutoff, excusedSeconds };
}

/**
 * Whether a purge is more than two days behind, after a long pause or with a wrong clock. The lag
 * of a shorter retention time does not count.
 */
export function lags(cutoff: PurgeCutoff): boolean {
  return unexcusedLag(cutoff) > MAX_LAG;
}

/**
 * How far each purge was behind when it last ran, in milliseconds, by its name. The lag of a
 * shorter retention time does not count.
 */
export async function findPurgeLags(reader: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await findCutoffs(reader);
  return new Map(rows.map((row) => [row.name, Math.max(unexcusedLag(storedCutoff(row)), 0)]));
}

/** Finds whether a purge was more than two days behind when it last ran. */
export const findLaggingPurge: FindDegradation = async (database) => {
  const rows = await findCutoffs(createReader(database));
  const names = rows.filter((row) => lags(storedCutoff(row))).map(({ name }) => name);
  if (names.length === 0) return undefined;
  return {
    code: 'purge_behind',
    message: `The removal of old rows is more than two days behind (${names.join(', ')}). It catches up by a day an hour. If the server has run all the time, check the clock of the database’s machine.`,
  };
};

function findCutoffs(reader: Reader): Promise<CutoffRow[]> {
  return reader.rows<CutoffRow>((db) => db('purge_cutoffs').orderBy('name').limit(100));
}

function storedCutoff({ cutoff, wanted_cutoff, excused_seconds }: CutoffRow): PurgeCutoff {
  return { cutoff, wantedCutoff: wanted_cutoff, excusedSeconds: excused_seconds };
}

function lagOf({ cutoff, wantedCutoff }: Pick<PurgeCutoff, 'cutoff' | 'wantedCutoff'>): number {
  return Date.parse(wantedCutoff) - Date.parse(cutoff);
}

function unexcusedLag(cutoff: PurgeCutoff): number {
  return lagOf(cutoff) - cutoff.excusedSeconds * SECOND;
}

/**
 * The seconds of the lag that are due to a shorter retention time. A longer one takes back as much,
 * so two processes with different settings excuse nothing more. They end as the purge catches up.
 */
function excusedOf(
  { retention_seconds, excused_seconds }: CutoffRow,
  next: Pick<PurgeCutoff, 'cutoff' | 'wantedCutoff'> & { readonly retentionSeconds: number },
): number {
  const { retentionSeconds } = next;
  const shorter = (retention_seconds ?? retentionSeconds) - retentionSeconds;
  const lag = Math.floor(lagOf(next) / SECOND);
  return Math.max(Math.min(excused_seconds + shorter, lag), 0);
}

function nextCutoff(
  { cutoff, moved_at }: CutoffRow,
  {
    now,
    wantedCutoff,
    oldest = wantedCutoff,
  }: { readonly now: string; readonly wantedCutoff: string; readonly oldest: string | undefined },
): Pick<CutoffRow, 'cutoff' | 'moved_at'> {
  // A wrong clock may have stored a time in the future, which must not stop the purge.
  const movedAt = moved_at === null ? null : earliest(moved_at, now);
  // The clock was ahead, or the retention time is longer now. Start again from the oldest row, so
  // newer rows stay protected from a wrong clock.
  if (cutoff > wantedCutoff) {
    return { cutoff: latest(wantedCutoff, earliest(cutoff, oldest)), moved_at: movedAt };
  }
  if (movedAt !== null && addMilliseconds(movedAt, HOUR) > now)
    return { cutoff, moved_at: movedAt };
  return { cutoff: earliest(wantedCutoff, addMilliseconds(cutoff, DAY)), moved_at: now };
}

async function begin(
  transaction: Transaction,
  purge: Purge,
  wantedCutoff: string,
): Promise<CutoffRow> {
  const oldest = (await purge.findOldest(transaction)) ?? wantedCutoff;
  const row: CutoffRow = {
    name: purge.name,
    cutoff: earliest(oldest, wantedCutoff),
    wanted_cutoff: wantedCutoff,
    moved_at: null,
    retention_seconds: purge.retentionMs / SECOND,
    excused_seconds: 0,
  };
  await transaction.write((db) => db('purge_cutoffs').insert(row).onConflict('name').ignore());
  return (await findCutoff(transaction, purge.name)) ?? row;
}

function findCutoff(reader: Reader, name: string): Promise<CutoffRow | undefined> {
  return reader.first<CutoffRow>((db) => db('purge_cutoffs').where({ name }));
}

function earliest(one: string, other: string): string {
  return one < other ? one : other;
}

function latest(one: string, other: string): string {
  return one < other ? other : one;
}
