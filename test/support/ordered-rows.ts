import { DAY, SECOND, addMilliseconds } from '../../src/platform/time';
import { nth } from './mixed-workspace';

/** The columns of a row that an order looks at, and its id. */
export type OrderedRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** A column of an order, and its value at a rank; the first rank comes first. */
export interface Term {
  readonly column: string;
  readonly at: (rank: number) => unknown;
  /** Whether the column may be null, which comes last. */
  readonly nullable?: boolean;
}

/** An order: its terms, nullable ones first, and what decides when all of them are equal. */
export interface Order {
  readonly terms: readonly Term[];
  /** The column of a unique text. */
  readonly tie: 'id' | 'name';
  readonly descending?: boolean;
}

// In the past, and within the week of an overview.
const begin = addMilliseconds(new Date().toISOString(), -2 * DAY);

/** Instants of the past, the oldest first. */
export const oldestFirst = (column: string): Term => ({
  column,
  at: (rank) => addMilliseconds(begin, rank * SECOND),
});

/** Instants of the past, the newest first. */
export const newestFirst = (column: string): Term => ({
  column,
  at: (rank) => addMilliseconds(begin, -rank * SECOND),
});

/** The same term, of a column that may be null. */
export const nullsLast = (term: Term): Term => ({ ...term, nullable: true });

/** Whole numbers, null last. */
export const placed: Term = { column: 'position', at: (rank) => 1000 + rank, nullable: true };

/**
 * Returns rows, sorted by an order, in which every term of the order decides between some
 * neighbours: pairs of rows differ in the tie only, pairs of such pairs in the last term, and so
 * on. Where an earlier term decides, the later ones would sort the other way round, so the rows are
 * sorted differently when a term is left out or reversed. Each nullable term is null from some row
 * on. With an odd `count` the last two rows differ in the tie only.
 */
export function rowsInOrder(prefix: string, count: number, order: Order): OrderedRow[] {
  const { terms, tie, descending = false } = order;
  const parts = terms.filter(({ nullable }) => nullable === true).length + 1;
  return Array.from({ length: count }, (_, n) => {
    const nulls = Math.floor((n * parts) / count);
    // An odd offset makes a pair of the last two of an odd count.
    const number = n + 5;
    const rankOf = (index: number): number => {
      const group = Math.floor(number / 2 ** (terms.length - index));
      return index === nulls ? group : (group % 2) - 2 * Math.floor(group / 2);
    };
    const values = terms.map(({ column, at }, index) => [
      column,
      index < nulls ? null : at(rankOf(index)),
    ]);
    const tieRank = rankOf(terms.length);
    return {
      id: nth(prefix, 9000 - n),
      ...Object.fromEntries(values),
      [tie]: nth(prefix, 5000 + (descending ? -tieRank : tieRank)),
    };
  });
}
