import { api } from '../../api/client';
import { byOffset } from '../../api/pages';
import { KeptList } from '../../rows/kept-list';
import { Failure } from '../../ui/failure';
import { LongMarkdown } from '../../ui/long-markdown';
import { MoreButton, Panel } from '../../ui/page';
import { RowsSkeleton } from '../../ui/skeleton';
import { Time } from '../../ui/time';

/** The check-ins of an order, newest first. */
export function Checkins({ id }: { readonly id: string }) {
  const checkins = api.useInfiniteQuery(
    'get',
    '/v1/orders/{id}/checkins',
    { params: { path: { id }, query: { limit: 5 } } },
    byOffset,
  );
  const items = checkins.data?.pages.flatMap((page) => page.items);
  return (
    <Panel title="Check-ins">
      {checkins.error !== null && (
        <Failure error={checkins.error} onRetry={() => void checkins.refetch()} />
      )}
      {items === undefined && checkins.error === null && <RowsSkeleton />}
      {items !== undefined && (
        <KeptList
          list={checkins}
          items={items}
          nameOf={({ id: checkin, summary }) => ({ id: checkin, title: summary })}
          renderRow={({ id: checkin, kind, summary, created_at }) => (
            <li key={checkin}>
              <div className="item-text">
                <p className="row-meta">
                  <strong>{kind === 'report' ? 'Report' : 'Sign of life'}</strong>
                  <Time at={created_at} />
                </p>
                <LongMarkdown text={summary} under={2} />
              </div>
            </li>
          )}
          empty={<p className="muted">None yet. Here you will read what the agent reports.</p>}
        />
      )}
      <MoreButton
        hasMore={checkins.hasNextPage}
        isReading={checkins.isFetchingNextPage}
        onMore={() => void checkins.fetchNextPage()}
      />
    </Panel>
  );
}
