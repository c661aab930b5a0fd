import { memo, useEffect, useRef, useState, type CSSProperties } from 'react';
import { FreshButton, Outcome, useKept, type Kept } from '../../../rows/kept';
import type { ReadList } from '../../../rows/kept-list';
import type { Action } from '../../../rows/review-row';
import { useOutcome } from '../../../decisions/decisions';
import { isWriting } from '../../../ui/use-write';
import type { ActionFilters, ActionQuery } from '../action-query';
import { ActionLine } from './action-line';
import { sortsOf, useColumns, type Column } from './columns';
import { t } from '../../../texts/texts';

// Few, because all lines of a part are rendered in one frame.
const linesOfPart = 10;
// The height of a line in pixels until it has been seen.
const usualHeight = 41;

/**
 * Actions as a table, which is a list on a narrow screen. Only the parts near the window have their
 * lines in the page, so that ten thousand of them scroll as quickly as fifty.
 */
export function ActionTable({
  list,
  actions,
  total,
  label,
  sort,
  onSort,
}: {
  readonly list: ReadList;
  readonly actions: readonly Action[];
  readonly total: number | undefined;
  readonly label: string;
  readonly sort?: ActionQuery['sort'];
  /** Sorts by a column; absent where the order is always the same. */
  readonly onSort?: (filters: ActionFilters) => void;
}) {
  const columns = useColumns();
  const { isFetching, isFetchedAfterMount, isPlaceholderData, hasNextPage } = list;
  const { shown, fresh, showFresh } = useKept(actions, ({ id }) => id, {
    isWelcome: (_, isLast) => isLast,
    isSettled: (isFetchedAfterMount || !isFetching) && !isPlaceholderData,
    isChanging: isWriting(),
    hasMore: hasNextPage,
  });
  const tracks = ['2rem', ...columns.map(({ width }) => width)].join(' ');
  const style: CSSProperties & Record<'--tracks', string> = { '--tracks': tracks };
  const parts = Array.from({ length: Math.ceil(shown.length / linesOfPart) }, (_, part) =>
    shown.slice(part * linesOfPart, (part + 1) * linesOfPart),
  );
  return (
    <>
      {fresh > 0 && (
        <output>
          <FreshButton count={fresh} onShow={showFresh} />
        </output>
      )}
      <table
        className="lines"
        style={style}
        aria-label={label}
        aria-rowcount={total === undefined ? -1 : total + 1}
      >
        <thead>
          <tr className="line-heads" aria-rowindex={1}>
            <th scope="col">
              <span className="visually-hidden">{t('Selected')}</span>
            </th>
            {columns.map((column) => (
              <Heading key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {parts.map((lines, part) => (
          <Part
            key={lines[0]?.item.id}
            lines={lines}
            columns={columns}
            first={part * linesOfPart + 2}
          />
        ))}
      </table>
    </>
  );
}

function Heading({
  column,
  sort,
  onSort,
}: {
  readonly column: Column;
  readonly sort: ActionQuery['sort'];
  readonly onSort: ((filters: ActionFilters) => void) | undefined;
}) {
  const sorts = sortsOf(column);
  const [usual] = sorts;
  const isSorted = sorts.some((one) => one === sort);
  const isDescending = sort?.startsWith('-') === true;
  const next = sorts.find((one) => one !== sort);
  return (
    <th
      scope="col"
      className={`cell-${column.name}`}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {usual === undefined || onSort === undefined ? (
        column.title
      ) : (
        <button
          data-reads
          type="button"
          className="line-sort"
          onClick={() => onSort({ sort: isSorted ? (next ?? usual) : usual })}
        >
          {column.title}
          {isSorted && <span aria-hidden="true"> {isDescending ? '↓' : '↑'}</span>}
        </button>
      )}
    </th>
  );
}

/** Some lines of the table. They are rendered when they are near the window or have the focus. */
const Part = memo(
  function Part({
    lines,
    columns,
    first,
  }: {
    readonly lines: readonly Kept<Action>[];
    readonly columns: readonly Column[];
    readonly first: number;
  }) {
    const body = useRef<HTMLTableSectionElement>(null);
    // The height of what is not rendered. The first lines must not wait until the browser tells.
    const [height, setHeight] = useState(
      first <= linesOfPart ? undefined : lines.length * usualHeight,
    );
    const isNear = height === undefined;
    useEffect(() => {
      const { current } = body;
      if (current === null) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          const isIn = entries.at(-1)?.isIntersecting === true;
          const isKept = isIn || current.contains(document.activeElement);
          setHeight(isKept ? undefined : current.offsetHeight);
        },
        { rootMargin: '1500px 0px' },
      );
      observer.observe(current);
      return () => observer.disconnect();
    }, []);
    return (
      <tbody ref={body} style={{ height }}>
        {isNear &&
          lines.map(({ item, isGone }, index) =>
            isGone ? (
              <GoneLine key={item.id} action={item} />
            ) : (
              <ActionLine key={item.id} action={item} columns={columns} index={first + index} />
            ),
          )}
      </tbody>
    );
  },
  (before, after) =>
    before.first === after.first &&
    before.columns.map(({ name }) => name).join() ===
      after.columns.map(({ name }) => name).join() &&
    before.lines.length === after.lines.length &&
    before.lines.every(({ item, isGone }, index) => {
      const now = after.lines[index];
      return now?.item === item && now.isGone === isGone;
    }),
);

function GoneLine({ action: { id, title } }: { readonly action: Action }) {
  const text = useOutcome(id, true, false) ?? t('It is no longer in this list.');
  return (
    <tr className="line row-gone" data-row={id} data-decided="true" tabIndex={-1}>
      <td className="line-gone">
        <Outcome title={title} text={text} />
      </td>
    </tr>
  );
}
