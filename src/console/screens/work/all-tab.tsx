import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { api } from '../../api/client';
import { byOffset } from '../../api/read-options';
import { useKeys } from '../../keys/keys';
import { currentRow } from '../../keys/list-keys';
import type { Action } from '../../rows/review-row';
import { CheckField, SelectField } from '../../ui/fields';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { Empty, MoreButton } from '../../ui/page';
import { WordsField } from '../../ui/search-field';
import { optionOf } from '../../ui/url-params';
import { type ActionFilters, type ActionQuery, queryOf, setQuery, sorts } from './action-query';
import { ActionTable } from './list/action-table';
import { BulkBar } from './list/bulk-bar';
import { columns, setColumns, useColumns } from './list/columns';
import { FilterBar } from './list/filters';
import { type Grouping, groupings, Groups } from './list/groups';
import { PopMenu } from './list/pop-menu';
import { createSelection, SelectionProvider, type Selection } from './list/selection';
import { SavedViews } from './saved-views';

const pageSize = 100;

/** All actions of the workspace, by filters, a sort and groups, to select and to change together. */
export function AllTab() {
  const { query, params, setFilters, setParam, setView } = useActionQuery();
  const grouping = optionOf<(typeof groupings)[number]>(
    groupings,
    groupings[0],
    params.get('group') ?? '',
  ).value;
  return (
    <>
      <SavedViews query={query} chosen={params.get('view') ?? ''} onChoose={setView} />
      <div className="work-bar">
        <WordsOfList query={query} onChange={setFilters} />
        <SelectField
          label="Group by"
          value={grouping}
          options={groupings}
          onChange={(value) => setParam('group', value)}
        />
        <SelectField
          label="Sort"
          value={query.sort ?? '-created_at'}
          options={withCurrent(query.sort ?? '-created_at', sorts)}
          onChange={(value) => setFilters({ sort: value })}
        />
        <ColumnsMenu />
        <FilterBar query={query} onChange={setFilters} />
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
  const [{ selection, note, find }] = useState(createListState);
  useSelectionKeys(selection, find);
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

/** What is selected, and which actions are on the screen, by their groups. */
function createListState() {
  const shown = new Map<string, readonly Action[]>();
  const selection = createSelection(() => [...shown.values()].flat());
  return {
    selection,
    note: (group: string, actions: readonly Action[]): void => void shown.set(group, actions),
    find: (id: string | undefined): Action | undefined =>
      [...shown.values()].flat().find((action) => action.id === id),
  };
}

/** The filters in the address, and the functions that change them. */
export function useActionQuery() {
  const [params, setParams] = useSearchParams();
  const query = queryOf(params);
  const setFilters = useCallback(
    (filters: ActionFilters) =>
      setParams((before) => {
        setQuery(before, { ...queryOf(before), ...filters });
        return before;
      }),
    [setParams],
  );
  const setParam = (name: string, value: string): void =>
    setParams((before) => {
      if (value === '') before.delete(name);
      else before.set(name, value);
      return before;
    });
  const setView = (id: string, chosen: ActionQuery): void =>
    setParams((before) => {
      if (id === '') before.delete('view');
      else before.set('view', id);
      setQuery(before, chosen);
      return before;
    });
  return { query, params, setFilters, setParam, setView };
}

/** The field for the words of the list. */
export function WordsOfList({
  query,
  onChange,
}: {
  readonly query: ActionQuery;
  readonly onChange: (filters: ActionFilters) => void;
}) {
  const setWords = useCallback(
    (q: string) => onChange({ q: q === '' ? undefined : q }),
    [onChange],
  );
  return <WordsField value={query.q ?? ''} onChange={setWords} />;
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
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const actions = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  useEffect(() => onShown('', actions), [actions, onShown]);
  const total = data?.pages[0]?.total;
  if (data === undefined) {
    if (error === null) return <RowsSkeleton />;
    return <Failure error={error} onRetry={() => void list.refetch()} />;
  }
  if (actions.length === 0) {
    return (
      <Empty title="No actions here">
        <p>Actions that match these filters appear here.</p>
      </Empty>
    );
  }
  return (
    <section className="panel" aria-label="Actions">
      <div className="panel-head">
        <h2>Actions</h2>
        <span className="count">{total?.toLocaleString() ?? 'more than 10,000'}</span>
      </div>
      <ActionTable
        list={list}
        actions={actions}
        total={total}
        label="Actions"
        sort={query.sort}
        onSort={onSort}
      />
      <NearEnd
        isWanted={hasNextPage && !isFetchingNextPage && error === null}
        onNear={fetchNextPage}
      >
        <MoreButton
          hasMore={hasNextPage}
          isReading={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
        />
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
  return (
    <PopMenu label="Columns">
      {() =>
        columns
          .filter(({ name }) => name !== 'title')
          .map(({ name, title }) => (
            <CheckField
              key={name}
              label={title}
              checked={chosen.includes(name)}
              onChange={(isShown) =>
                setColumns(
                  columns
                    .map((column) => column.name)
                    .filter((each) => (each === name ? isShown : chosen.includes(each))),
                )
              }
            />
          ))
      }
    </PopMenu>
  );
}

/** The keys that select: X the line with the focus, Shift X all up to it, and Escape none. */
function useSelectionKeys(
  selection: Selection,
  find: (id: string | undefined) => Action | undefined,
): void {
  const handle = useCallback(
    (key: string): boolean => {
      if (key === 'Escape' && (selection.isAll() || selection.actions().length > 0)) {
        selection.set([]);
        return true;
      }
      if (key !== 'x' && key !== 'X') return false;
      const action = find(currentRow()?.replace('action-', ''));
      if (action === undefined) return false;
      selection.toggle(action, key === 'X');
      return true;
    },
    [selection, find],
  );
  useKeys(handle);
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
  return isListed ? options : [...options, { value, name: 'As in the view' }];
}
