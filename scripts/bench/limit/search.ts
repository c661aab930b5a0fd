import { toHit } from '../../../src/features/search/search-rules';
import { findEntries, matchingHits, hitSorts } from '../../../src/features/search/search-store';
import { pageOf } from '../../../src/platform/db/statements/page';
import { searchTermsIn } from '../../../src/platform/search-words';
import { documentViewer } from '../../../src/shared/document-visibility';
import { compiled, type Given } from './compiled';
import type { Driver, Values } from './driver';
import { many } from './many';
import type { Reply, Call } from './request';
import { sample } from './sample';

const limit = 20;

/** searchWorkspace as the benchmark requests it: the first 20 records that have two words. */
export function createSearch(driver: Driver) {
  const { now, workspaceId, actor } = sample;
  const wanted = (q: unknown) => searchTermsIn(String(q));
  const page = compiled(
    driver,
    { now, workspaceId, actor, q: 'first second' },
    (transaction, { workspaceId, actor, q }) =>
      pageOf<{ readonly id: string }>(
        transaction,
        {
          matching: matchingHits(
            transaction,
            { workspaceId, terms: wanted(q), types: undefined },
            { historyStart: null, viewer: { everyone: false, actorId: actor } },
          ),
          select: (hits) => hits.select('hits.id'),
          id: 'hits.id',
          sorts: hitSorts,
          defaultSort: '-rank',
        },
        { limit },
      ),
    (given) => termsOf(driver, given),
  );
  const entries = many(driver, limit, findEntries);

  return async ({ actor, query, now }: Call): Promise<Reply> => {
    const q = query.get('q') ?? '';
    const { workspaceId } = actor;
    if (documentViewer(actor).everyone) throw new Error('The benchmark searches as a worker.');
    const { rows, ...envelope } = await page(driver.reader, {
      now,
      workspaceId,
      actor: actor.id,
      q,
    });
    const ids = rows.map(({ id }) => id);
    const found = await entries(driver.reader, now, workspaceId, ids);
    const terms = wanted(q);
    const hits = new Map(found.map((entry) => [entry.id, toHit(entry, terms)]));
    const items = ids.flatMap((id) => hits.get(id) ?? []);
    return { status: 200, body: { items, ...envelope, filters: { q }, hidden_count: 0 } };
  };
}

// The values that the store derives from two words: the index terms, and the words of a title.
function termsOf(
  { dialect }: Driver,
  { workspaceId, q }: Given & { readonly workspaceId: string; readonly q: string },
): Values {
  const quote = dialect === 'postgres' ? "'" : '"';
  const prefix = dialect === 'postgres' ? ':*' : '*';
  const wanted = searchTermsIn(q);
  const terms = wanted.map(
    ({ words: [word], isPrefix }) =>
      `(${quote}${workspaceId.slice(-16)}_${word}${quote}${isPrefix ? prefix : ''})`,
  );
  const [first, second] = wanted.map(({ words: [word], isPrefix }) =>
    isPrefix ? ` ${word}` : ` ${word} `,
  );
  return { terms: terms.join(dialect === 'postgres' ? ' & ' : ' AND '), first, second };
}
