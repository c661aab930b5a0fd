import { useListKeys } from '../../keys/use-list-keys';
import { Failure } from '../../ui/failure';
import { Empty, Page } from '../../ui/page';
import { RowsSkeleton } from '../../ui/skeleton';
import { useTitle } from '../../ui/title';
import { EventRow } from './event-row';
import { FeedFiltersForm, useFeedFilters } from './feed-filters';
import { useFeed } from './use-feed';

/** What people, agents and time have done, newest first. */
export function ActivityScreen() {
  const { filters, isFiltered } = useFeedFilters();
  const { query, events, fresh, showFresh } = useFeed(filters);
  useTitle('Activity');
  useListKeys();
  return (
    <Page title="Activity">
      <FeedFiltersForm />
      {query.error !== null && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && query.error === null && <RowsSkeleton />}
      {fresh > 0 && (
        <output>
          <button type="button" className="button button-recommended" onClick={showFresh}>
            Show {fresh} new
          </button>
        </output>
      )}
      {query.isSuccess && events.length === 0 && <Nothing isFiltered={isFiltered} />}
      {events.length > 0 && (
        <ol className="items panel link-rows feed" aria-label="Events">
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older
        </button>
      )}
    </Page>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No event matches">
      <p>Choose other filters. Events are stored for a limited time.</p>
    </Empty>
  ) : (
    <Empty title="Nothing has happened yet">
      <p>Here you will see what people and agents do, one line for each change.</p>
    </Empty>
  );
}
