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
}

interface CutoffRow {
  readonly name: string;
  readonly cutoff: string;
  readonly wanted_cutoff: string;
  readonly moved_at: string | null;
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
  // Of concurrent processes, one moves the cutoff and the others use the previous one.
  const moved = await transaction.write((db) =>
    db('purge_cutoffs')
      .where({ name, cutoff: row.cutoff, moved_at: row.moved_at })
      .update({ ...next, wanted_cutoff: wantedCutoff }),
  );
  const cutoff = earliest(moved > 0 ? next.cutoff : row.cutoff, wantedCutoff);
  return { cutoff, wantedCutoff };
}

/** Whether a purge is more than two days behind, after a long pause or with a wrong clock. */
export function lags({ cutoff, wantedCutoff }: PurgeCutoff): boolean {
  return Date.parse(wantedCutoff) - Date.parse(cutoff) > MAX_LAG;
}

/** How far each purge was behind when it last ran, in milliseconds, by its name. */
export async function findPurgeLags(reader: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await findCutoffs(reader);
  return new Map(
    rows.map(({ name, cutoff, wanted_cutoff }) => [
      name,
      Math.max(Date.parse(wanted_cutoff) - Date.parse(cutoff), 0),
    ]),
  );
}

/** Finds whether a purge was more than two days behind when it last ran. */
export const findLaggingPurge: FindDegradation = async (database) => {
  const rows = await findCutoffs(createReader(database));
  const names = rows
    .filter(({ cutoff, wanted_cutoff }) => lags({ cutoff, wantedCutoff: wanted_cutoff }))
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  return {
    code: 'purge_behind',
    message: `The removal of old rows is more than two days behind (${names.join(', ')}). It catches up by a day an hour. If the server has run all the time, check the clock of the database’s machine.`,
  };
};

function findCutoffs(reader: Reader): Promise<CutoffRow[]> {
  return reader.rows<CutoffRow>((db) => db('purge_cutoffs').orderBy('name').limit(100));
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
