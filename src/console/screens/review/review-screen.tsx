import { useEffect, useMemo } from 'react';
import { api } from '../../api/client';
import { forgetSent, isDecided, useEntries } from '../../decisions/entries';
import { RowsProvider } from '../../rows/row-context';
import { ReviewRow } from '../../rows/review-row';
import { Section } from '../../rows/section';
import { SelectionBar } from '../../rows/selection-bar';
import { useKeysInUrl } from '../../rows/url-state';
import { useRowKeys } from '../../rows/use-row-keys';
import { Failure } from '../../ui/failure';
import { RowsSkeleton } from '../../ui/skeleton';
import { useTitle } from '../../ui/title';
import { useMedia } from '../../ui/use-media';
import { ReviewDetail } from './review-detail';
import { useShown } from './use-shown';

const first = { params: { query: { limit: 100 } } } as const;

/** Finished work beside its result, to approve or to reject. */
export function ReviewScreen() {
  const { data, error, refetch } = api.useQuery('get', '/v1/views/review', first);
  const entries = useEntries();
  const selected = useKeysInUrl('selected');
  const isWide = useMedia('(min-width: 64rem)');
  useRowKeys(selected);
  useEffect(() => forgetSent, []);

  const items = data?.items ?? [];
  const omitted = Math.max(0, (data?.total ?? 0) - items.length);
  useTitle('Review');

  const isOpen = (key: string): boolean => !isDecided(entries.get(key));
  const { key: shownKey, listProps, show } = useShown(isOpen, isWide, data);
  const shownId = shownKey?.replace(/^review-/, '');
  const rows = useMemo(
    () => ({
      opened: new Set(shownKey === undefined ? [] : [shownKey]),
      selected: selected.keys,
      toggleOpened: show,
      toggleSelected: selected.toggle,
    }),
    [shownKey, selected, show],
  );

  if (data === undefined) {
    if (error === null) return <RowsSkeleton />;
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  return (
    <RowsProvider value={rows}>
      <div className="now">
        <h1 tabIndex={-1}>Review</h1>
        {items.length === 0 && entries.size === 0 && <Nothing />}
        <div className="review-columns" {...listProps}>
          <Section
            title="Finished work"
            kind="review"
            items={items}
            omitted={omitted}
            render={(action, isGone) => (
              <ReviewRow
                key={action.id}
                action={action}
                isGone={isGone}
                detail={isWide ? null : <ReviewDetail id={action.id} />}
              />
            )}
          />
          {isWide && shownId !== undefined && (
            <section
              key={shownId}
              className="review-pane"
              data-shows={shownKey}
              tabIndex={0}
              aria-label="The selected work"
            >
              <ReviewDetail id={shownId} />
            </section>
          )}
        </div>
        <SelectionBar keys={selected.keys} onDone={selected.setKeys} />
      </div>
    </RowsProvider>
  );
}

function Nothing() {
  return (
    <section className="empty">
      <h2>No work waits for a review</h2>
      <p>
        Work that an agent has finished appears here when it requires a review, with the result, the
        notes, the links and the changes of linked documents. Approve it, or reject it with a
        reason.
      </p>
    </section>
  );
}
