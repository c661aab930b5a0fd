/** A page of a list. */
interface ListPage {
  readonly items: readonly unknown[];
  readonly page: { readonly next: string | null };
}

/** Options of `api.useInfiniteQuery` for lists: each page begins after the items before it. */
export const byOffset = {
  pageParamName: 'offset',
  initialPageParam: 0,
  getNextPageParam: ({ page }: ListPage, pages: readonly ListPage[]): number | undefined =>
    page.next === null ? undefined : pages.reduce((sum, { items }) => sum + items.length, 0),
} as const;
