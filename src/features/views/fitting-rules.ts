import { limits } from '../../../generated/limits';

/** The maximum bytes of a view's JSON, apart from first rows that do not fit. */
export const maxViewBytes: number = limits.view_bytes;

/** A list of a view, most urgent row first. */
export interface ViewList {
  /** The rows as the view shows them. */
  readonly rows: readonly unknown[];
  /** Whether its first row is shown even if it does not fit; by default true. */
  readonly hasFirst?: boolean;
  /** Whether it takes turns only after all other lists have ended; by default false. */
  readonly isLast?: boolean;
}

/**
 * How many rows of each list a view shows. The lists take turns, and a list adds its next row while
 * the JSON of the view does not exceed `maxBytes`; it ends at the first row that does not fit. Then
 * a list without a row gets its first one. `frame` is the view without these rows.
 */
export function fitRows(
  lists: readonly ViewList[],
  frame: unknown,
  maxBytes: number = maxViewBytes,
): number[] {
  const counts = lists.map(() => 0);
  let spent = bytesOf(frame) + roomForCounts;
  for (const last of [false, true]) {
    const open = new Map([...lists.entries()].filter(([, { isLast = false }]) => isLast === last));
    for (let rank = 0; open.size > 0; rank += 1) {
      for (const [index, { rows }] of open) {
        const bytes = rank < rows.length ? bytesOf(rows[rank]) : Infinity;
        if (spent + bytes <= maxBytes) {
          spent += bytes;
          counts[index] = rank + 1;
        } else {
          open.delete(index);
        }
      }
    }
  }
  return lists.map(({ rows, hasFirst = true }, index) =>
    Math.max(counts[index] ?? 0, hasFirst ? Math.min(rows.length, 1) : 0),
  );
}

/** Bytes for what is known only after the rows: the numbers of omitted rows, and a hint. */
const roomForCounts = 512;

/** The bytes of a value's JSON, with the comma that separates rows. */
function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}

/** Groups items by key. Each group keeps the order of the items. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
