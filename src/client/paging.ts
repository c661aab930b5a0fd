import { unwrap, type DataOf, type Result } from './errors';

/** The query parameters that select a page; empty for the first page. */
export interface PageQuery {
  readonly after?: string;
}

/** The response body that all lists have in common. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly page: { readonly has_more: boolean; readonly next: string | null };
}

/**
 * Yields the items of a list and requests each page on demand:
 * `paginate((page) => client.GET(path, { params: { query: { ...page, … } } }))`.
 * Throws the errors of `unwrap`.
 */
export function paginate<Called extends Result<PageOf<unknown>>>(
  read: (page: PageQuery) => PromiseLike<Called>,
): AsyncGenerator<DataOf<Called>['items'][number], void, undefined>;
export async function* paginate(
  read: (page: PageQuery) => PromiseLike<Result<PageOf<unknown>>>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { items } of pages(read)) yield* items;
}

/**
 * Yields the pages of a list, each with its totals and its cursor, and requests them on demand.
 * Throws the errors of `unwrap`.
 */
export function pages<Called extends Result<PageOf<unknown>>>(
  read: (page: PageQuery) => PromiseLike<Called>,
): AsyncGenerator<DataOf<Called>, void, undefined>;
export async function* pages(
  read: (page: PageQuery) => PromiseLike<Result<PageOf<unknown>>>,
): AsyncGenerator<PageOf<unknown>, void, undefined> {
  let query: PageQuery = {};
  for (;;) {
    const current = await unwrap(read(query));
    const { has_more: hasMore, next } = current.page;
    if (hasMore && next === query.after) {
      throw new Error('The request did not send the `after` of the page.');
    }
    yield current;
    if (!hasMore || next === null) return;
    query = { after: next };
  }
}
