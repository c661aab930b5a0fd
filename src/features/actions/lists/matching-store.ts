import type { ReadContext } from '../../../platform/operation';
import { pageOf } from '../../../platform/db/statements/page';
import { sourceOfList } from './action-list-store';
import type { ActionFilters } from './list-filters';

/** An action of a list, as a batch changes it. */
export interface MatchingRow {
  readonly id: string;
  readonly version: number;
}

/**
 * The first actions of the list with these filters, and the number of all of them; undefined where
 * the list has no total.
 */
export async function findMatching(
  ctx: ReadContext,
  { sort, ...filters }: ActionFilters & { readonly sort?: string | undefined },
  most: number,
): Promise<{ readonly rows: readonly MatchingRow[]; readonly total: number | undefined }> {
  const request = { sort: sort ?? '-created_at', limit: most };
  const source = await sourceOfList(ctx, {
    filters,
    sort: request.sort,
    path: 'body/matching/query',
  });
  const { rows, total } = await pageOf<MatchingRow>(
    ctx.reader,
    {
      matching: source.matching,
      text: source.text,
      id: source.id,
      sorts: source.sorts,
      defaultSort: source.defaultSort,
      select: (query) => query.select('actions.id', 'actions.version'),
    },
    request,
  );
  return { rows, total };
}
