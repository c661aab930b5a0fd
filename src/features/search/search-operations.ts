import { setImmediate } from 'node:timers/promises';
import { documentViewer } from '../../shared/document-visibility';
import { historyStart } from '../../shared/plans';
import { pageOf } from '../../platform/db/statements/page';
import type { ReadHandler } from '../../platform/operation';
import { searchWordsIn, type SearchWord } from '../../platform/search-words';
import { toHit, type Hit } from './search-rules';
import { countHidden, findEntries, hitSorts, hitsOf, type EntryRow } from './search-store';

/** Characters that are looked through before other requests have their turn. */
const mostAtOnce = 100_000;

/** Finds what has all the words, as far as the caller may see it. */
export const searchWorkspace: ReadHandler<'searchWorkspace'> = async ({ query }, ctx) => {
  const { reader, workspaceId, actor } = ctx;
  const { q, type: types, ...paging } = query;
  const sought = searchWordsIn(q);
  const search = { workspaceId, sought, types };
  const seen = {
    historyStart: historyStart(ctx),
    privateOf: documentViewer(actor),
  };
  const { rows, ...envelope } = await pageOf<{ readonly id: string }>(
    reader,
    {
      matching: hitsOf(reader, search, seen),
      select: (hits) => hits.select('hits.id'),
      id: 'hits.id',
      sorts: hitSorts,
      defaultSort: '-rank',
    },
    paging,
  );
  const ids = rows.map(({ id }) => id);
  const hits = await hitsFrom(await findEntries(reader, workspaceId, ids), sought);
  return {
    status: 200,
    body: {
      items: ids.flatMap((id) => hits.get(id) ?? []),
      ...envelope,
      filters: { q, ...(types !== undefined && { type: types }) },
      hidden_count: await countHidden(reader, search, seen.historyStart),
    },
  };
};

// Looking through 200 long texts takes a second, so other requests have their turn in between.
async function hitsFrom(
  entries: readonly EntryRow[],
  sought: readonly SearchWord[],
): Promise<ReadonlyMap<string, Hit>> {
  const hits = new Map<string, Hit>();
  let characters = 0;
  for (const entry of entries) {
    characters += entry.body.length;
    if (characters > mostAtOnce) {
      await setImmediate();
      characters = 0;
    }
    hits.set(entry.id, toHit(entry, sought));
  }
  return hits;
}
