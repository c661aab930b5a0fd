import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { api } from '../../api/client';
import { byOffset, slow } from '../../api/read-options';
import { useActors } from '../../pickers/names';
import { ProjectPicker } from '../../pickers/pickers';
import { PagedPanel } from '../../rows/paged-panel';
import { priorities } from '../../rows/priority';
import { SelectField } from '../../ui/fields';
import { WordsField } from '../../ui/search-field';
import {
  type ActionFilters,
  type ActionQuery,
  queryOf,
  setQuery,
  sorts,
  statuses,
} from './action-query';
import { SavedViews } from './saved-views';
import { ActionRow } from './view-tab';

const open = 'inbox ready waiting';

/** All actions of the workspace, by filters and a sort, which a person can save under a name. */
export function AllTab() {
  const [params, setParams] = useSearchParams();
  const query = queryOf(params);
  const setFilters = useCallback(
    (filters: ActionFilters) =>
      setParams(
        (before) => {
          setQuery(before, { ...queryOf(before), ...filters });
          return before;
        },
        { replace: true },
      ),
    [setParams],
  );
  const setWords = useCallback(
    (q: string) => setFilters({ q: q === '' ? undefined : q }),
    [setFilters],
  );
  const list = api.useInfiniteQuery(
    'get',
    '/v1/actions',
    { params: { query: { limit: 50, ...query } } },
    byOffset,
  );
  return (
    <>
      <SavedViews
        query={query}
        chosen={params.get('view') ?? ''}
        onChoose={(id, chosen) =>
          setParams((before) => {
            if (id === '') before.delete('view');
            else before.set('view', id);
            setQuery(before, chosen);
            return before;
          })
        }
      />
      <Filters query={query} onChange={setFilters} onWords={setWords} />
      <PagedPanel
        list={list}
        filters={JSON.stringify(query)}
        title="Actions"
        emptyTitle="No actions here"
        empty="Actions that match these filters appear here."
        nameOf={(action) => action}
        renderRow={(action) => <ActionRow key={action.id} action={action} />}
        className="work-rows"
      />
    </>
  );
}

function Filters({
  query,
  onChange,
  onWords,
}: {
  readonly query: ActionQuery;
  readonly onChange: (filters: ActionFilters) => void;
  readonly onWords: (words: string) => void;
}) {
  const actors = useActors().map(({ id, name }) => ({ value: id, name }));
  const labels = api.useQuery('get', '/v1/labels', { params: { query: { limit: 200 } } }, slow);
  const label = query.label?.join(', ') ?? '';
  const labelNames = new Set([...(labels.data?.items ?? []).map(({ name }) => name), label]);
  return (
    <div className="work-filters">
      <SelectField
        label="Status"
        value={query.status?.join(' ') ?? ''}
        options={withCurrent(query.status?.join(' ') ?? '', [
          { value: '', name: 'All' },
          { value: open, name: 'Open' },
          ...statuses.map((status) => ({ value: status, name: nameOf(status) })),
        ])}
        onChange={(value) =>
          onChange({
            status:
              value === '' ? undefined : statuses.filter((each) => value.split(' ').includes(each)),
          })
        }
      />
      <SelectField
        label="Assigned to"
        value={query.assigned_actor_id ?? ''}
        options={withCurrent(query.assigned_actor_id ?? '', [
          { value: '', name: 'Everybody' },
          { value: 'me', name: 'Me' },
          { value: 'none', name: 'Nobody' },
          ...actors,
        ])}
        onChange={(value) => onChange({ assigned_actor_id: value === '' ? undefined : value })}
      />
      <ProjectPicker
        none="All projects"
        value={query.project_id ?? null}
        onChange={(value) => onChange({ project_id: value ?? undefined })}
      />
      <SelectField
        label="Label"
        value={label}
        options={[
          { value: '', name: 'All labels' },
          ...[...labelNames].filter((name) => name !== '').map((name) => ({ value: name, name })),
        ]}
        onChange={(value) => onChange({ label: value === '' ? undefined : [value] })}
      />
      <SelectField
        label="Priority"
        value={query.priority?.join(' ') ?? ''}
        options={withCurrent(query.priority?.join(' ') ?? '', [
          { value: '', name: 'All priorities' },
          ...priorities.map((name, value) => ({ value: String(value), name })).toReversed(),
        ])}
        onChange={(value) => {
          const priority = ([0, 1, 2, 3, 4] as const).filter((each) => String(each) === value);
          onChange({ priority: value === '' ? undefined : priority });
        }}
      />
      <SelectField
        label="Sort"
        value={query.sort ?? '-created_at'}
        options={withCurrent(query.sort ?? '-created_at', sorts)}
        onChange={(value) => onChange({ sort: value })}
      />
      <WordsField value={query.q ?? ''} onChange={onWords} />
    </div>
  );
}

interface Option<Value extends string> {
  readonly value: Value;
  readonly name: string;
}

// A saved view may have values that the list of choices does not.
function withCurrent<Value extends string>(
  value: Value,
  options: readonly Option<Value>[],
): readonly Option<Value>[] {
  const isListed = options.some((option) => option.value === value);
  return isListed ? options : [...options, { value, name: 'As in the view' }];
}

function nameOf(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}
