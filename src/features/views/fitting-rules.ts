import { limits } from '../../../generated/limits';

/** The maximum bytes of a view's JSON, apart from first rows that do not fit. */
export const maxViewBytes: number = limits.view_bytes;

/** A list of a view, most urgent row first. */
export interface ViewList {
  /** The rows as the view shows them. */
  readonly rows: readonly unknown[];
  /** Whether its first row is shown even if it does not fit; by default true. */
  readonly hasFirst?: boolean;
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
  const open = new Set(lists.keys());
  let spent = bytesOf(frame) + roomForCounts;
  for (let rank = 0; open.size > 0; rank += 1) {
    for (const index of open) {
      const rows = lists[index]?.rows ?? [];
      const bytes = rank < rows.length ? bytesOf(rows[rank]) : Infinity;
      if (spent + bytes > maxBytes) {
        open.delete(index);
        continue;
      }
      spent += bytes;
      counts[index] = rank + 1;
    }
  }
  return lists.map(({ rows, hasFirst = true }, index) =>
    Math.max(counts[index] ?? 0, hasFirst ? Math.min(rows.length, 1) : 0),
  );
}

/** Bytes for the numbers of omitted rows, which are known after the rows. */
const roomForCounts = 1024;

/** The bytes of a value's JSON, with the comma that separates rows. */
function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}
