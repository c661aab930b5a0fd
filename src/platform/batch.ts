import type { Transaction } from './db/transaction';
import { fitting, maxPageBytes } from './early-end';
import { invalidValue, Problem, type ErrorEnvelope } from './problems';

/** The result of one item: its record after a success, its error after a refusal. */
export interface BatchEntry<Result> {
  readonly id: string;
  /** The status that the single operation would have had. */
  readonly status: number;
  readonly record?: Result;
  readonly error?: ErrorEnvelope;
}

/**
 * Performs each item of a batch in a savepoint of the transaction, in their order, and returns
 * their results. A refused item, which throws a problem, changes nothing and does not end the
 * others. Any other error is thrown, and the whole transaction is to be rolled back. The records
 * end early once they exceed 4 MiB. Lock the rows of all items before, so that two batches cannot
 * deadlock.
 */
export async function performBatch<Item extends { readonly id: string }, Result>(
  transaction: Transaction,
  items: readonly Item[],
  perform: (item: Item) => Promise<Result>,
): Promise<BatchEntry<Result>[]> {
  const entries: BatchEntry<Result>[] = [];
  for (const item of items) {
    entries.push(await performItem(transaction, item, perform));
  }
  return withFittingRecords(entries);
}

/** Throws 400 for the first item whose id an earlier item has too. */
export function checkDifferentIds(items: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  items.forEach(({ id }, index) => {
    if (seen.has(id)) {
      throw invalidValue(`body/items/${index}/id`, `An earlier item has the id ${id} too.`);
    }
    seen.add(id);
  });
}

async function performItem<Item extends { readonly id: string }, Result>(
  transaction: Transaction,
  item: Item,
  perform: (item: Item) => Promise<Result>,
): Promise<BatchEntry<Result>> {
  const { id } = item;
  try {
    return { id, status: 200, record: await transaction.savepoint(() => perform(item)) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { id, status: error.status, error: error.envelope() };
  }
}

function withFittingRecords<Result>(entries: readonly BatchEntry<Result>[]): BatchEntry<Result>[] {
  const sizes = entries.flatMap(({ record }) =>
    record === undefined ? [] : [Buffer.byteLength(JSON.stringify(record))],
  );
  let left = fitting(sizes, maxPageBytes);
  return entries.map(({ record, ...entry }) => {
    if (record === undefined) return entry;
    left -= 1;
    return left < 0 ? entry : { ...entry, record };
  });
}
