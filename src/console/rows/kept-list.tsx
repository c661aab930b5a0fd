import type { ReactNode } from 'react';
import { useOutcome } from '../decisions/decisions';
import { FreshButton, Outcome, useKept, type Kept } from './kept';
import { isWriting } from '../ui/use-write';
import { t } from '../texts/texts';

/** What a query says about the list that it reads. */
export interface ReadList {
  readonly isFetching: boolean;
  readonly isFetchedAfterMount: boolean;
  readonly isPlaceholderData: boolean;
  readonly hasNextPage?: boolean;
}

/**
 * The rows of a list that changes by events while a person reads it: they change in place, new ones
 * wait behind a button, and those that the server no longer lists stay, struck, with the reason.
 * Its `key` must change with the filters of the list.
 */
export function KeptList<Item>({
  list,
  items,
  nameOf,
  renderRow,
  hasMore = list.hasNextPage,
  className = 'items',
  label,
  isOrdered = false,
  empty = null,
  renderFrame = (rows) => rows,
}: {
  readonly list: ReadList;
  readonly items: readonly Item[];
  readonly nameOf: (item: Item) => { readonly id: string; readonly title: string };
  /** A list item, with the id of the record as its key. */
  readonly renderRow: (item: Item) => ReactNode;
  /** Whether more items follow that are not read. */
  readonly hasMore?: boolean | undefined;
  readonly className?: string;
  readonly label?: string;
  /** Whether the order says something, so that rows change their places at once. */
  readonly isOrdered?: boolean;
  /** What is shown when nothing is in the list. */
  readonly empty?: ReactNode;
  /** Puts the rows into their place. */
  readonly renderFrame?: (rows: ReactNode) => ReactNode;
}) {
  const { isFetching, isFetchedAfterMount, isPlaceholderData } = list;
  const { shown, fresh, showFresh } = useKept(items, (item) => nameOf(item).id, {
    // Those at the end push no other row.
    isWelcome: (_, isLast) => isLast,
    isSettled: (isFetchedAfterMount || !isFetching) && !isPlaceholderData,
    isChanging: isWriting(),
    hasMore,
  });
  if (shown.length === 0) return empty;
  const List = isOrdered ? 'ol' : 'ul';
  return renderFrame(
    <>
      {fresh > 0 && (
        <output>
          <FreshButton count={fresh} onShow={showFresh} />
        </output>
      )}
      <List className={className} aria-label={label}>
        {(isOrdered ? inOrder(shown, items) : shown).map(({ item, isGone }) =>
          isGone ? <GoneRow key={nameOf(item).id} {...nameOf(item)} /> : renderRow(item),
        )}
      </List>
    </>,
  );
}

/** A record that the server no longer lists, with the reason. */
function GoneRow({ id, title }: { readonly id: string; readonly title: string }) {
  const text = useOutcome(id, true, false) ?? t('It is no longer in this list.');
  return (
    <li className="row-gone" data-row={id} data-decided="true" tabIndex={-1}>
      <Outcome title={title} text={text} />
    </li>
  );
}

/** Puts the listed records into the order of the items. The others stay below the same record. */
function inOrder<T>(shown: readonly Kept<T>[], items: readonly T[]): readonly Kept<T>[] {
  const placeOf = new Map(items.map((item, index) => [item, index]));
  let place = -1;
  return shown
    .map((one) => ({ one, place: (place = placeOf.get(one.item) ?? place) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}
