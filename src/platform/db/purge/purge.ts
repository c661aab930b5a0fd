import type { Reader, Transaction } from '../transaction';

const PAGE = 1000;

/** Rows that are removed once they are old enough. */
export interface Purge {
  /** Its key in `purge_cutoffs`. */
  readonly name: string;
  /** Milliseconds that a row is kept after its time. */
  readonly keptFor: number;
  /** The time of the oldest row; undefined when there is none. */
  readonly findOldest: (reader: Reader) => Promise<string | undefined>;
  /**
   * Removes about 1,000 of the rows that are older than `cutoff`, the oldest first; answers how
   * many.
   */
  readonly remove: (transaction: Transaction, cutoff: string) => Promise<number>;
}

/**
 * The purge of a table, whose rows are kept for so many milliseconds after the time in `column`.
 * Rows without that time stay. The column needs an index.
 */
export function purgeByAge(table: string, column: string, keptFor: number): Purge {
  return {
    name: table,
    keptFor,
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
