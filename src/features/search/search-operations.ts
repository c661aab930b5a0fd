import { setImmediate } from 'node:timers/promises';
import { documentViewer } from '../../shared/document-visibility';
import { historyStart } from '../../shared/plans';
import { pageOf } from '../../platform/db/statements/page';
import type { ReadHandler } from '../../platform/operation';
import { searchTermsIn, type SearchTerm } from '../../platform/search-words';
import { createSharedGate } from '../../platform/turns';
import {
  countHidden,
  type EntryRow,
  findEntries,
  type Hit,
  hitSorts,
  matchingHits,
  toHit,
} from './search-store';

/** The number of characters to scan before other requests get a turn. */
const maxAtOnce = 100_000;

/** The number of searches that run at the same time in a process at most. */
const SEARCHES = 4;

// A search ranks up to 10,000 matches, so many of one workspace would delay the requests of others.
const gate = createSharedGate(SEARCHES);

/** Finds the records that contain all words and phrases and that the caller may see. */
export const searchWorkspace: ReadHandler<'searchWorkspace'> = (input, ctx) =>
  gate(ctx.workspaceId, () => search(input, ctx));

const search: ReadHandler<'searchWorkspace'> = async ({ query }, ctx) => {
  const { reader, workspaceId, actor } = ctx;
  const { q, type: types, ...paging } = query;
  const terms = searchTermsIn(q);
  const wanted = { workspaceId, terms, types };
  const visibility = {
    historyStart: historyStart(ctx),
    viewer: documentViewer(actor),
  };
  const { rows, ...envelope } = await pageOf<{ readonly id: string }>(
    reader,
    {
      matching: matchingHits(reader, wanted, visibility),
      select: (hits) => hits.select('hits.id'),
      id: 'hits.id',
      sorts: hitSorts,
      defaultSort: '-rank',
    },
    paging,
  );
  const ids = rows.map(({ id }) => id);
  const hits = await toHits(await findEntries(reader, workspaceId, ids), terms);
  return {
    status: 200,
    body: {
      items: ids.flatMap((id) => hits.get(id) ?? []),
      ...envelope,
      filters: { q, ...(types !== undefined && { type: types }) },
      hidden_count: await countHidden(reader, wanted, visibility.historyStart),
    },
  };
};

// Scanning 200 long texts takes a second, so yield to other requests in between.
async function toHits(
  entries: readonly EntryRow[],
  terms: readonly SearchTerm[],
): Promise<ReadonlyMap<string, Hit>> {
  const hits = new Map<string, Hit>();
  let characters = 0;
  for (const entry of entries) {
    characters += entry.body.length;
    if (characters > maxAtOnce) {
      await setImmediate();
      characters = 0;
    }
    hits.set(entry.id, toHit(entry, terms));
  }
  return hits;
}
