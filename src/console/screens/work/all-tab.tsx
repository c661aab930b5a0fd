import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { api } from '../../api/client';
import { byOffset, moreOf, readMore } from '../../api/read-options';
import type { Action } from '../../rows/review-row';
import { Filters } from '../../ui/filters';
import { Menu, SelectField } from '../../ui/menu';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { Empty, MoreButton } from '../../ui/page';
import { optionOf } from '../../ui/url-params';
import { type ActionFilters, type ActionQuery, sorts } from './action-query';
import { useActionQuery, WordsOfList, countFilters, FilterBar } from './list/filters';
import { ActionTable } from './list/action-table';
import { BulkBar } from './list/bulk-bar';
import { columns, useColumns, useSetColumns } from './list/columns';
import { type Grouping, groupings, Groups } from './list/groups';
import { useListState, SelectionProvider } from './list/selection';
import { SavedViews } from './saved-views';
import { language, t } from '../../texts/texts';

const pageSize = 100;

/** All actions of the workspace, by filters, a sort and groups, to select and to change together. */
export function AllTab() {
  const { query, params, setFilters, setParam, chooseView, leaveView } = useActionQuery();
  const grouping = optionOf<(typeof groupings)[number]>(
    groupings,
    groupings[0],
    params.get('group') ?? '',
  ).value;
  const shown = useColumns().flatMap(({ name }) => (name === 'title' ? [] : [name]));
  return (
    <>
      <SavedViews
        query={query}
        display={{ ...(grouping !== '' && { group: grouping }), columns: shown }}
        chosen={params.get('view') ?? ''}
        onChoose={chooseView}
        onLeave={leaveView}
      />
      <div className="work-bar">
        <WordsOfList query={query} onChange={setFilters} />
        <Filters className="work-bar-rest" count={countFilters(query)} clearsItself>
          <SelectField
            label={t('Group by')}
            value={grouping}
            options={groupings}
            onChange={(value) => setParam('group', value)}
          />
          <SelectField
            label={t('Sort')}
            value={query.sort ?? '-created_at'}
            options={withCurrent(query.sort ?? '-created_at', sorts)}
            onChange={(value) => setFilters({ sort: value })}
          />
          <ColumnsMenu />
          <FilterBar query={query} onChange={setFilters} />
        </Filters>
      </div>
      <SelectableList
        key={JSON.stringify([query, grouping])}
        query={query}
        grouping={grouping}
        onSort={setFilters}
      />
    </>
  );
}

/** The list with its selection, which another list does not have. */
function SelectableList({
  query,
  grouping,
  onSort,
}: {
  readonly query: ActionQuery;
  readonly grouping: Grouping;
  readonly onSort: (filters: ActionFilters) => void;
}) {
  const { selection, note } = useListState();
  return (
    <SelectionProvider value={selection}>
      {grouping === '' ? (
        <PlainList query={query} onSort={onSort} onShown={note} />
      ) : (
        <Groups by={grouping} query={query} onSort={onSort} onShown={note} />
      )}
      <BulkBar query={query} />
    </SelectionProvider>
  );
}

function PlainList({
  query,
  onSort,
  onShown,
}: {
  readonly query: ActionQuery;
  readonly onSort: (filters: ActionFilters) => void;
  readonly onShown: (group: string, actions: readonly Action[]) => void;
}) {
  const list = api.useInfiniteQuery(
    'get',
    '/v1/actions',
    { params: { query: { limit: pageSize, ...query } } },
    byOffset,
  );
  const { data, error } = list;
  const actions = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  useEffect(() => onShown('', actions), [actions, onShown]);
  const total = data?.pages[0]?.total;
  if (data === undefined) {
    if (error === null) return <RowsSkeleton />;
    return <Failure error={error} onRetry={() => void list.refetch()} />;
  }
  if (actions.length === 0) {
    return (
      <Empty title={t('No actions here')} isStart>
        <p>
          {t('Actions that match these filters appear here. Remove filters to see more of them.')}
        </p>
      </Empty>
    );
  }
  return (
    <section className="panel" aria-label={t('Actions')}>
      <div className="panel-head">
        <h2>{t('Actions')}</h2>
        <span className="count">{total?.toLocaleString(language) ?? t('more than 10,000')}</span>
      </div>
      <ActionTable
        list={list}
        actions={actions}
        total={total}
        label={t('Actions')}
        sort={query.sort ?? '-created_at'}
        onSort={onSort}
      />
      <NearEnd
        isWanted={list.hasNextPage && !list.isFetching && error === null}
        onNear={() => readMore(list)}
      >
        <MoreButton {...moreOf(list)} />
      </NearEnd>
    </section>
  );
}

/** Reads on before the person arrives at the end of the list. */
function NearEnd({
  isWanted,
  onNear,
  children,
}: {
  readonly isWanted: boolean;
  readonly onNear: () => unknown;
  readonly children: ReactNode;
}) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isWanted || end.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: '800px 0px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWanted, onNear]);
  return <div ref={end}>{children}</div>;
}

function ColumnsMenu() {
  const chosen = useColumns().map(({ name }) => name);
  const setColumns = useSetColumns();
  return (
    <div data-reads>
      <Menu
        label={t('Columns')}
        kind="switches"
        className="button"
        entries={columns
          .filter(({ name }) => name !== 'title')
          .map(({ name, title }) => ({
            name: title,
            isChosen: chosen.includes(name),
            run: () =>
              setColumns(
                columns
                  .map((column) => column.name)
                  .filter((each) => chosen.includes(each) !== (each === name)),
              ),
          }))}
      >
        {t('Columns')}
      </Menu>
    </div>
  );
}

interface Option<Value extends string> {
  readonly value: Value;
  readonly name: string;
}

// A saved view may have an order that the list of choices does not.
function withCurrent<Value extends string>(
  value: Value,
  options: readonly Option<Value>[],
): readonly Option<Value>[] {
  const isListed = options.some((option) => option.value === value);
  return isListed ? options : [...options, { value, name: t('As in the view') }];
}
