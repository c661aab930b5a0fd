import { unwrap, type DataOf, type Result } from './unwrap';

/** What a list operation is asked for a page with: nothing for the first one. */
export interface PageQuery {
  readonly after?: string;
}

/** What every list answers. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly page: { readonly has_more: boolean; readonly next: string | null };
}

/**
 * The items of a list, page by page as they are needed: `paginate((page) => client.GET(path, { params: { query: { ...page, … } } }))`.
 * Throws what `unwrap` throws.
 */
export function paginate<Called extends Result<PageOf<unknown>>>(
  read: (page: PageQuery) => PromiseLike<Called>,
): AsyncGenerator<DataOf<Called>['items'][number], void, undefined>;
export async function* paginate(
  read: (page: PageQuery) => PromiseLike<Result<PageOf<unknown>>>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { items } of pages(read)) yield* items;
}

/** The pages of a list, each with its totals and its cursor, as they are needed. Throws what `unwrap` throws. */
export function pages<Called extends Result<PageOf<unknown>>>(
  read: (page: PageQuery) => PromiseLike<Called>,
): AsyncGenerator<DataOf<Called>, void, undefined>;
export async function* pages(
  read: (page: PageQuery) => PromiseLike<Result<PageOf<unknown>>>,
): AsyncGenerator<PageOf<unknown>, void, undefined> {
  let query: PageQuery = {};
  for (;;) {
    const answer = await unwrap(read(query));
    const { has_more: more, next } = answer.page;
    if (more && next === query.after) {
      throw new Error('The page was asked for without its `after`.');
    }
    yield answer;
    if (!more || next === null) return;
    query = { after: next };
  }
}
