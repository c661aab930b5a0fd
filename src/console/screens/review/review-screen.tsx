import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
} from 'react';
import { api } from '../../api/client';
import { byOffset, moreOf } from '../../api/read-options';
import { forgetSent, isDecided, useEntries } from '../../decisions/decisions';
import { currentRow, useListKeys } from '../../keys/list-keys';
import { ReviewRow } from '../../rows/review-row';
import { RowsProvider, useKeysInUrl } from '../../rows/row-state';
import { Section, SelectionBar } from '../../rows/section';
import { useDecisionKeys } from '../../rows/decision-keys';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { MoreButton, Empty } from '../../ui/page';
import { Tabs } from '../../ui/tabs';
import { useTitle } from '../../ui/title';
import { useParam, useChoice } from '../../ui/url-params';
import { ActorPicker } from '../../pickers/pickers';
import { countSet, Filters } from '../../ui/filters';
import { useMedia } from '../../ui/listeners';
import { SortFilter, useSort, useStays, PeriodFilter, useSince } from '../questions/filters';
import { ReviewDetail } from './review-detail';
import { t } from '../../texts/texts';
import { SelectField } from '../../ui/menu';
import { Feed } from '../activity/feed';

const tabs = [
  ['open', t('To review')],
  ['past', t('Past reviews')],
] as const;

/** Finished work, to approve or to reject, and the reviews of the past. */
export function ReviewScreen() {
  const [tab] = useChoice('show', ['open', 'past']);
  useTitle(t('Review'));
  return (
    <div className="now">
      <h1 tabIndex={-1}>{t('Review')}</h1>
      <Tabs label={t('Reviews')} param="show" chosen={tab} tabs={tabs} />
      {tab === 'open' ? <ToReview /> : <PastReviews />}
    </div>
  );
}

/** Finished work beside its result. */
function ToReview() {
  const [assignee, setAssignee] = useParam('assigned');
  const [order] = useSort();
  const query = {
    limit: 50,
    sort: order === 'newest' ? ('-completed_at' as const) : ('completed_at' as const),
    ...(assignee !== '' && { assigned_actor_id: assignee }),
  };
  const list = api.useInfiniteQuery('get', '/v1/views/review', { params: { query } }, byOffset);
  const { data, error, refetch } = list;
  const entries = useEntries();
  const selected = useKeysInUrl('selected');
  const isWide = useMedia('(min-width: 64rem)');
  useListKeys(useDecisionKeys(selected));
  useEffect(() => forgetSent, []);

  const all = data?.pages.flatMap((page) => page.items) ?? [];
  // Work that was finished between the reads of two pages is in both.
  const items = [...new Map(all.map((action) => [action.id, action])).values()];
  const hasFilters = useStays(assignee !== '' || items.length > 1);
  const omitted = Math.max(0, (data?.pages.at(-1)?.total ?? 0) - items.length);

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
      <>
        {hasFilters && (
          <Filters count={countSet(assignee)}>
            <ActorPicker
              label={t('Done by')}
              none={t('Everybody')}
              value={assignee === '' ? null : assignee}
              onChange={(id) => setAssignee(id ?? '')}
            />
            <SortFilter />
          </Filters>
        )}
        {items.length === 0 && entries.size === 0 && <Nothing isFiltered={assignee !== ''} />}
        <div className="review-columns" {...listProps}>
          <Section
            title={t('Finished work')}
            kind="review"
            items={items}
            key={`${assignee} ${order}`}
            omitted={omitted}
            more={<MoreButton {...moreOf(list)} />}
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
              aria-label={t('The selected work')}
            >
              <ReviewDetail id={shownId} />
            </section>
          )}
        </div>
        <SelectionBar keys={selected.keys} onDone={selected.setKeys} />
      </>
    </RowsProvider>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <section className="empty">
      <h2>{t('No work of this actor waits for a review')}</h2>
      <p>{t('Choose somebody else, or show the work of everybody.')}</p>
    </section>
  ) : (
    <section className="empty">
      <h2>{t('No work waits for a review')}</h2>
      <p>
        {t(
          'Work that an agent has finished appears here when it requires a review, with the result, the notes, the links and the changes of linked documents. Approve it, or reject it with a reason.',
        )}
      </p>
    </section>
  );
}

// Browsers refuse more than some hundred changes of the address in half a minute.
const addressMs = 300;

/**
 * The row whose record is shown as a whole: always the one that has or had the focus. Beside the
 * list, a record is always shown; in the list, once a person has opened one. `isOpen` says whether
 * a row still waits for the person; `rows` changes with the list.
 */
function useShown(isOpen: (key: string) => boolean, isBeside: boolean, rows: unknown) {
  const { keys, setKeys } = useKeysInUrl('open');
  const address = [...keys][0];
  const [wanted, setWanted] = useState(address);
  const [isExpanded, setExpanded] = useState(address !== undefined);
  const written = useRef(address);
  const isPressed = useRef(false);
  const list = useRef<HTMLDivElement>(null);

  // Another address, such as that of a notification, shows another record.
  useEffect(() => {
    if (address === written.current) return;
    written.current = address;
    setWanted(address);
    setExpanded(address !== undefined);
  }, [address]);

  // A record stays when others come before it.
  const isShown = isBeside || isExpanded;
  const current = wanted !== undefined && isOpen(wanted) ? wanted : undefined;
  const key = isShown ? current : undefined;
  useLayoutEffect(() => {
    // Records that wait behind the button of new ones are in no row.
    const first = list.current?.querySelector<HTMLElement>('[data-row]:not([data-decided=true])');
    const row = first?.dataset['row'];
    if (rows !== undefined && isBeside && current === undefined) setWanted(row ?? wanted);
  }, [isBeside, current, rows, wanted]);
  useEffect(() => {
    // A record above it has closed.
    if (!isBeside && key !== undefined) showTop(key);
  }, [key, isBeside]);

  useEffect(() => {
    if (key === written.current || (key === undefined && !isBeside)) return undefined;
    const timer = setTimeout(() => {
      written.current = key;
      setKeys(key === undefined ? [] : [key]);
    }, addressMs);
    return () => clearTimeout(timer);
  }, [key, isBeside, setKeys]);

  useEffect(() => {
    const release = (): void => {
      isPressed.current = false;
    };
    addEventListener('mouseup', release);
    return () => removeEventListener('mouseup', release);
  }, []);

  const show = useCallback(
    (row: string) => {
      const isOn = isBeside || row !== key;
      setExpanded(isOn);
      setWanted(row);
      written.current = isOn ? row : undefined;
      setKeys(isOn ? [row] : []);
    },
    [isBeside, key, setKeys],
  );
  return {
    key,
    show,
    listProps: {
      ref: list,
      onMouseDown: () => {
        isPressed.current = true;
      },
      onFocus: ({ target }: FocusEvent) => {
        // A record that closes would move the button away from the pressed mouse.
        if (isBeside || !isPressed.current) setWanted((before) => rowAt(target) ?? before);
      },
      onClick: () => setWanted((before) => currentRow() ?? before),
    },
  };
}

/** Scrolls back to the top of the row with this key, if it is above the window. */
function showTop(key: string): void {
  const row = document.querySelector(`[data-row="${CSS.escape(key)}"]`);
  if (row !== null && row.getBoundingClientRect().top < 0) row.scrollIntoView();
}

function rowAt(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-row]')?.dataset['row'];
}

const outcomes = [
  { value: '', name: t('Approved and rejected'), kinds: ['action.approved', 'action.rejected'] },
  { value: 'approved', name: t('Approved'), kinds: ['action.approved'] },
  { value: 'rejected', name: t('Rejected'), kinds: ['action.rejected'] },
] as const;

/** The reviews that were decided, newest first: by whom, when and how. */
function PastReviews() {
  const [by, setBy] = useParam('by');
  const [outcome, setOutcome] = useChoice('outcome', ['', 'approved', 'rejected']);
  const since = useSince();
  useListKeys();
  const kinds = outcomes.find(({ value }) => value === outcome)?.kinds ?? outcomes[0].kinds;
  const filters = { kind: [...kinds], ...(by !== '' && { actor_id: by }) };
  return (
    <>
      <Filters count={countSet(outcome, by, since ?? '')}>
        <SelectField
          label={t('How it ended')}
          value={outcome}
          options={outcomes}
          onChange={setOutcome}
        />
        <ActorPicker
          label={t('Decided by')}
          none={t('Anybody')}
          value={by === '' ? null : by}
          onChange={(id) => setBy(id ?? '')}
        />
        <PeriodFilter />
      </Filters>
      <Feed
        filters={filters}
        since={since}
        empty={
          <Empty title={t('No review here is decided')}>
            <p>
              {t(
                'Reviews appear here once somebody has approved or rejected the work. They are stored as long as the events of the workspace.',
              )}
            </p>
          </Empty>
        }
      />
    </>
  );
}
