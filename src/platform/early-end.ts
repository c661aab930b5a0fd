import { limits } from '../../generated/limits';

/** The maximum bytes of a page's items, unless it has only one. */
export const maxPageBytes: number = limits.page_bytes;

// A property of the page fields, not a WeakMap: V8 retains the values of a WeakMap, and with them
// the rows of the page, until it collects the old generation.
const toShorterPage = Symbol('toShorterPage');

interface EarlyEnd {
  readonly [toShorterPage]: (items: number) => object;
}

/**
 * Marks the `page` fields of a list response: the response may end after fewer items, and
 * `toShorter` then makes its `page`. Returns `page` itself.
 */
export function mayEndEarly<Page extends object>(
  page: Page,
  toShorter: (items: number) => Page,
): Page {
  return Object.defineProperty(page, toShorterPage, { value: toShorter });
}

/** The `page` of a response with only the first `items` of its items; undefined if not marked. */
export function shorterPage(page: unknown, items: number): object | undefined {
  return hasEarlyEnd(page) ? page[toShorterPage](items) : undefined;
}

function hasEarlyEnd(page: unknown): page is EarlyEnd {
  return typeof page === 'object' && page !== null && toShorterPage in page;
}

/**
 * How many of these sizes fit, in their order: the first one always, and as many more as the sum
 * does not exceed `maxBytes`.
 */
export function fitting(sizes: readonly number[], maxBytes: number): number {
  let spent = 0;
  const beyond = sizes.findIndex((bytes, index) => {
    spent += bytes;
    return index > 0 && spent > maxBytes;
  });
  return beyond === -1 ? sizes.length : beyond;
}
