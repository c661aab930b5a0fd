import { useMemo, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useEvents, type FeedEvent, type FeedFilters } from '../../api/events';
import { pageOf } from '../../api/page-of';
import { moreOf } from '../../api/read-options';
import { FreshButton } from '../../rows/kept';
import { Icon, type IconName } from '../../ui/icon';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { MoreButton } from '../../ui/page';
import { Time } from '../../ui/time';
import { t } from '../../texts/texts';

/** The events that match the filters, newest first, with the button for older ones. */
export function Feed({
  filters,
  since,
  empty,
}: {
  readonly filters: FeedFilters;
  /** Events before this time are left out. */
  readonly since?: string | undefined;
  /** What is shown when no event matches. */
  readonly empty: ReactNode;
}) {
  const { query, events: all, fresh, showFresh } = useFeed(filters);
  const events = since === undefined ? all : all.filter(({ created_at: at }) => at >= since);
  // They are in the order of time, so all further ones are older too.
  const isAtStart = events.length < all.length;
  return (
    <>
      {query.error !== null && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && query.error === null && <RowsSkeleton />}
      {fresh > 0 && (
        <output>
          <FreshButton count={fresh} onShow={showFresh} />
        </output>
      )}
      {query.isSuccess && events.length === 0 && empty}
      {events.length > 0 && (
        <ol className="items panel link-rows feed" aria-label={t('Events')}>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ol>
      )}
      <MoreButton
        {...moreOf(query)}
        name={t('Show older')}
        hasMore={query.hasNextPage && !isAtStart}
      />
    </>
  );
}

const icons: Readonly<Record<string, IconName>> = {
  action: 'work',
  agent: 'agent',
  checkin: 'order',
  claim: 'stalled',
  document: 'document',
  domain: 'settings',
  link: 'docs',
  note: 'edit',
  oauth_grant: 'agent',
  order: 'order',
  project: 'project',
  proposal: 'proposal',
  question: 'question',
  token: 'agent',
};

/** An event as a sentence, with the record that it affects. */
function EventRow({ event }: { readonly event: FeedEvent }) {
  const { id, kind, actor, subject, summary } = event;
  const page = pageOf(subject.type, subject.id, event);
  const isNamed = summary.startsWith(actor.name);
  return (
    <li data-row={id} tabIndex={-1}>
      <Icon name={icons[kind.split('.')[0] ?? ''] ?? 'settings'} />
      <div className="item-text">
        <p className="event-summary" dir="auto">
          {isNamed ? (
            <>
              <strong>{actor.name}</strong>
              {summary.slice(actor.name.length)}
            </>
          ) : (
            summary
          )}
        </p>
        <p className="row-meta">
          {page === undefined ? (
            <span className="event-subject" dir="auto">
              {subject.title}
            </span>
          ) : (
            <Link href={page} className="event-subject" dir="auto">
              {subject.title}
            </Link>
          )}
          {!isNamed && <span dir="auto">{actor.name}</span>}
          {event.on_behalf_of !== undefined && (
            <span dir="auto">{t('for {name}', { name: event.on_behalf_of.name })}</span>
          )}
        </p>
      </div>
      <Time at={event.created_at} />
    </li>
  );
}

/**
 * The events that match the filters, newest first. Events that come while the person reads wait
 * until `showFresh` is called.
 */
function useFeed(filters: FeedFilters) {
  const key = JSON.stringify(filters);
  const query = useEvents(filters, 100);
  const pages = query.data?.pages;
  const items = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const [top, setTop] = useState<{ readonly key: string; readonly id: string }>();
  const first = items[0];
  if (first !== undefined && top?.key !== key && !query.isPlaceholderData) {
    setTop({ key, id: first.id });
  }
  const isShown = ({ id }: FeedEvent): boolean => id === top?.id;
  const fresh = top?.key === key ? Math.max(0, items.findIndex(isShown)) : 0;
  return {
    query,
    events: items.slice(fresh),
    fresh,
    showFresh: () => setTop(first && { key, id: first.id }),
  };
}
