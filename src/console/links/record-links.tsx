import { Suspense } from 'react';
import { api } from '../api/client';
import { byOffset, moreOf } from '../api/read-options';
import { Failure, lazy } from '../ui/loading';
import { MoreButton } from '../ui/page';
import type { Linked } from './link';
import type { LinksProps } from './links-list';

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
      <MoreButton {...moreOf(list)} />
    </LinksPanel>
  );
}

const LinksList = lazy(async () => ({ default: (await import('./links-list')).LinksList }));

/** The addresses and the documents that are attached to a record, which people change here. */
export function LinksPanel(props: LinksProps) {
  return (
    <Suspense fallback={<div className="skeleton skeleton-row" aria-busy="true" />}>
      <LinksList {...props} />
    </Suspense>
  );
}
