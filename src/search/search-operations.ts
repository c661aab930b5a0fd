import { historyStart } from '../actions';
import { privateDocumentsOf } from '../documents';
import { pageOf } from '../platform/db/page';
import type { ReadHandler } from '../platform/operation';
import { soughtIn } from '../platform/words';
import { toHit } from './search-rules';
import { countHidden, findEntries, hitSorts, hitsOf } from './search-store';

/** Finds what has all the words, as far as the caller may see it. */
export const searchWorkspace: ReadHandler<'searchWorkspace'> = async ({ query }, ctx) => {
  const { hand, workspaceId, actor } = ctx;
  const { q, type: types, ...paging } = query;
  const sought = soughtIn(q);
  const search = { workspaceId, sought, types };
  const seen = {
    historyStart: historyStart(ctx),
    privateOf: privateDocumentsOf(actor),
  };
  const { rows, ...envelope } = await pageOf<{ readonly id: string }>(
    hand,
    {
      matching: hitsOf(hand, search, seen),
      select: (hits) => hits.select('hits.id'),
      id: 'hits.id',
      sorts: hitSorts,
      defaultSort: '-rank',
    },
    paging,
  );
  const ids = rows.map(({ id }) => id);
  const entries = new Map(
    (await findEntries(hand, workspaceId, ids)).map((entry) => [entry.id, entry]),
  );
  return {
    status: 200,
    body: {
      items: ids.flatMap((id) => entries.get(id) ?? []).map((entry) => toHit(entry, sought)),
      ...envelope,
      filters: { q, ...(types !== undefined && { type: types }) },
      hidden_count: await countHidden(hand, search, seen),
    },
  };
};
