import { Suspense, useState, useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { DomainName, ProjectName, useActors } from '../../../pickers/names';
import { priorities } from '../../../rows/priority';
import { Icon } from '../../../ui/icon';
import { Menu } from '../../../ui/menu';
import {
  type ActionFilters,
  type ActionQuery,
  type Filter,
  filters,
  nameOfActor,
  statusNames,
  type Display,
  queryOf,
  setQuery,
  setView,
} from '../action-query';
import { Day } from './day';
import { lazy } from '../../../ui/loading';
import { language, t, Trans } from '../../../texts/texts';
import { thenFocus } from '../../../ui/focus';
import { SearchField } from '../../../ui/search-field';

const FilterDialog = lazy(async () => ({
  default: (await import('./filter-dialog')).FilterDialog,
}));

/** The menu that adds a filter, and the chips of those that there are, each to change or remove. */
export function FilterBar({
  query,
  onChange,
}: {
  readonly query: ActionQuery;
  readonly onChange: (filters: ActionFilters) => void;
}) {
  const [edited, setEdited] = useState<Filter>();
  return (
    <>
      <div data-reads className="filter-add">
        <Menu
          label={t('Filter')}
          className="button"
          entries={filters
            .filter((filter) => !('isFixed' in filter))
            .map((filter) => ({ name: filter.title, run: () => setEdited(filter) }))}
        >
          <Icon name="plus" /> {t('Filter')}
        </Menu>
      </div>
      {edited !== undefined && (
        <Suspense>
          <FilterDialog
            filter={edited}
            query={query}
            onChange={onChange}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
      <Chips query={query} onEdit={setEdited} onChange={onChange} />
    </>
  );
}

/** How many filters a query has. */
export function countFilters(query: ActionQuery): number {
  return setIn(query).length;
}

function setIn(query: ActionQuery): readonly Filter[] {
  return filters.filter(({ parameters }) =>
    parameters.some((parameter) => query[parameter] !== undefined),
  );
}

// Where the focus goes from a chip that has gone.
const addFilter = '.filter-add button';

function Chips({
  query,
  onEdit,
  onChange,
}: {
  readonly query: ActionQuery;
  readonly onEdit: (filter: Filter) => void;
  readonly onChange: (filters: ActionFilters) => void;
}) {
  const shown = setIn(query);
  if (shown.length === 0) return null;
  const none = (filter: Filter): ActionFilters =>
    Object.fromEntries(filter.parameters.map((parameter) => [parameter, undefined]));
  return (
    <ul className="filter-chips" aria-label={t('Filters')}>
      {shown.map((filter) => (
        <li key={filter.name} className="filter-chip" data-reads>
          {'isFixed' in filter ? (
            <span className="filter-chip-text">{filter.title}</span>
          ) : (
            <button type="button" className="filter-chip-text" onClick={() => onEdit(filter)}>
              {filter.title}:{' '}
              <bdi>
                <Value filter={filter} query={query} />
              </bdi>
            </button>
          )}
          <button
            type="button"
            className="filter-chip-remove"
            onClick={thenFocus(addFilter, () => onChange(none(filter)))}
          >
            <span aria-hidden="true">×</span>
            <span className="visually-hidden">
              {t('Remove the filter {filter}', { filter: filter.title })}
            </span>
          </button>
        </li>
      ))}
      {shown.length > 1 && (
        <li>
          <button
            data-reads
            type="button"
            className="button button-quiet button-small"
            onClick={thenFocus(addFilter, () => onChange(Object.assign({}, ...shown.map(none))))}
          >
            {t('Clear all')}
          </button>
        </li>
      )}
    </ul>
  );
}

function Value({ filter, query }: { readonly filter: Filter; readonly query: ActionQuery }) {
  switch (filter.name) {
    case 'status':
      return query.status?.map((status) => statusNames[status]).join(', ');
    case 'priority':
      return query.priority?.map((priority) => priorities[priority]).join(', ');
    case 'label':
      return (
        <>
          {presence(query.has_label)} {new Intl.ListFormat(language).format(query.label ?? [])}
        </>
      );
    case 'assignee':
      return <ActorName id={query.assigned_actor_id ?? ''} />;
    case 'creator':
      return <ActorName id={query.created_by_actor_id ?? ''} />;
    case 'completer':
      return <ActorName id={query.completed_by_actor_id ?? ''} />;
    case 'project':
      return query.project_id === 'none' ? t('None') : <ProjectName id={query.project_id ?? ''} />;
    case 'domain':
      return query.domain_id === 'none' ? t('None') : <DomainName id={query.domain_id ?? ''} />;
    case 'due':
      return (
        <>
          {presence(query.has_due_date)} <Range since={query.due_since} before={query.due_before} />
        </>
      );
    case 'created':
      return <Range since={query.created_since} before={query.created_before} />;
    case 'completed':
      return <Range since={query.completed_since} before={query.completed_before} />;
    case 'updated':
      return <Range since={query.updated_since} />;
    case 'actionable':
      return yesNo(query.actionable);
    case 'template':
      return yesNo(query.is_template);
    case 'order':
    case 'source':
      break;
  }
  return null;
}

const yesNo = (is: boolean | undefined): string => (is === true ? t('Yes') : t('No'));

function presence(has: boolean | undefined): string | undefined {
  if (has === undefined) return undefined;
  return has ? t('Any') : t('None');
}

function Range({
  since,
  before,
}: {
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}) {
  return (
    <>
      {since !== undefined && <Trans id="from {day}" values={{ day: <Day at={since} /> }} />}{' '}
      {before !== undefined && <Trans id="before {day}" values={{ day: <Day at={before} /> }} />}
    </>
  );
}

function ActorName({ id }: { readonly id: string }) {
  return nameOfActor(id, useActors());
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
  const chooseView = (id: string, chosen: ActionQuery, display: Display): void =>
    setParams((before) => {
      if (id === '') before.delete('view');
      else before.set('view', id);
      setView(before, chosen, display);
      return before;
    });
  // The step back would be to a view that does not exist.
  const leaveView = (): void =>
    setParams(
      (before) => {
        before.delete('view');
        return before;
      },
      { replace: true },
    );
  return { query, params, setFilters, setParam, chooseView, leaveView };
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
  return <SearchField value={query.q ?? ''} onChange={setWords} />;
}
