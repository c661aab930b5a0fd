import { limits } from '../../generated/limits';

/** The maximum bytes of a page's items, unless it has only one. */
export const maxPageBytes: number = limits.page_bytes;

// The page fields of responses, with the function that makes those of a shorter page.
const shorterPages = new WeakMap<object, (items: number) => object>();

/**
 * Marks the `page` fields of a list response: the response may end after fewer items, and
 * `toShorter` then makes its `page`. Returns `page` itself.
 */
export function mayEndEarly<Page extends object>(
  page: Page,
  toShorter: (items: number) => Page,
): Page {
  shorterPages.set(page, toShorter);
  return page;
}

/** The `page` of a response with only the first `items` of its items; undefined if not marked. */
export function shorterPage(page: unknown, items: number): object | undefined {
  return typeof page === 'object' && page !== null ? shorterPages.get(page)?.(items) : undefined;
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
