import type { Reader } from '../reader';
import type { Transaction } from '../transaction';

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
