import { api } from '../api/client';
import { byOffset } from '../api/pages';
import { Failure } from '../ui/failure';
import { MoreButton } from '../ui/page';
import type { Linked } from './link';
import { LinksPanel } from './links-panel';

/** The links of a record, newest first. */
export function RecordLinks(linked: Linked) {
  const list = api.useInfiniteQuery(
    'get',
    '/v1/links',
    { params: { query: { ...linked, limit: 20 } } },
    byOffset,
  );
  return (
    <LinksPanel
      linked={linked}
      links={list.data?.pages.flatMap(({ items }) => items)}
      count={list.data?.pages[0]?.total}
    >
      {list.error !== null && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      <MoreButton
        hasMore={list.hasNextPage}
        isReading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </LinksPanel>
  );
}
