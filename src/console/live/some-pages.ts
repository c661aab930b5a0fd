/** A page of a list. */
export interface ListPage {
  readonly items: readonly { readonly id: string }[];
  /** The number of all items of the list; absent above 10,000. */
  readonly total?: number;
}

/** The pages to read again: the first one, and those that show one of the ids. */
export function pagesToRead(pages: readonly ListPage[], ids: readonly string[]): number[] {
  return pages.flatMap((page, index) => {
    const shown = index === 0 ? '' : JSON.stringify(page.items);
    return index === 0 || ids.some((id) => shown.includes(id)) ? [index] : [];
  });
}

/** The offset of a page: the number of the items before it. */
export function offsetOf(pages: readonly ListPage[], index: number): number {
  return pages.slice(0, index).reduce((sum, { items }) => sum + items.length, 0);
}

/**
 * The pages of a list of which some were read again after the records of these ids have changed.
 * What a new item pushes over the end of its page stays at the end. Undefined when the number of all
 * items shows that a record is now on a page that was not read.
 */
export function mergePages<Page extends ListPage>(
  pages: readonly Page[],
  fresh: ReadonlyMap<number, Page>,
  changed: ReadonlySet<string>,
): readonly Page[] | undefined {
  const owner = new Map<string, number>();
  for (const [index, { items }] of fresh) {
    for (const { id } of items) if (!owner.has(id)) owner.set(id, index);
  }
  const merged = pages.map((page, index) => {
    const now = fresh.get(index);
    const own = (now?.items ?? []).filter(({ id }) => owner.get(id) === index);
    const kept = page.items.filter(
      ({ id }) => !owner.has(id) && !(changed.has(id) && now !== undefined),
    );
    return { ...page, ...now, items: [...own, ...kept] };
  });
  const idsOf = (all: readonly ListPage[]): ReadonlySet<string> =>
    new Set(all.flatMap(({ items }) => items.map(({ id }) => id)));
  const [before, after] = [idsOf(pages), idsOf(merged)];
  const [first] = pages;
  const total = [...fresh.values()].at(-1)?.total;
  if (first?.total === undefined || total === undefined) return undefined;
  return total - first.total === after.size - before.size ? merged : undefined;
}
