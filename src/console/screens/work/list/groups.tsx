import { useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client';
import { byOffset, moreOf, most, slow, useAll } from '../../../api/read-options';
import { useActors } from '../../../pickers/names';
import { priorities } from '../../../rows/priority';
import type { Action } from '../../../rows/review-row';
import { Failure, RowsSkeleton } from '../../../ui/loading';
import { MoreButton } from '../../../ui/page';
import {
  type ActionFilters,
  type ActionQuery,
  nameOfActor,
  openStatuses,
  statuses,
  statusNames,
} from '../action-query';
import { ActionTable } from './action-table';
import { t } from '../../../texts/texts';

/** By what the list of actions is grouped. */
export const groupings = [
  { value: '', name: t('No groups') },
  { value: 'status', name: t('Status') },
  { value: 'priority', name: t('Priority') },
  { value: 'assignee', name: t('Assigned to') },
  { value: 'project', name: t('Project') },
  { value: 'label', name: t('Label') },
  { value: 'domain', name: t('Domain') },
] as const;

/** A column by which the list of actions is grouped; empty for no groups. */
export type Grouping = (typeof groupings)[number]['value'];

/** A group: its name and the filters of its list. */
export interface Group {
  readonly name: string;
  readonly filters: ActionQuery;
}

/** The groups by status or priority that the filters leave. */
export function fixedGroups(by: 'status' | 'priority', query: ActionQuery): readonly Group[] {
  if (by === 'status') {
    return statuses
      .filter((status) => query.status?.includes(status) ?? true)
      .map((status) => ({ name: statusNames[status], filters: { status: [status] } }));
  }
  return ([4, 3, 2, 1, 0] as const)
    .filter((priority) => query.priority?.includes(priority) ?? true)
    .map((priority) => ({ name: priorities[priority], filters: { priority: [priority] } }));
}

interface GroupsProps {
  readonly query: ActionQuery;
  readonly onSort: (filters: ActionFilters) => void;
  /** Called with the actions that a group shows. */
  readonly onShown: (group: string, actions: readonly Action[]) => void;
}

/** The list of actions in groups. Each group reads its own actions once it is near the window. */
export function Groups({ by, ...props }: GroupsProps & { readonly by: Exclude<Grouping, ''> }) {
  switch (by) {
    case 'status':
    case 'priority':
      return <GroupList {...props} groups={fixedGroups(by, props.query)} />;
    case 'assignee':
      return <AssigneeGroups {...props} />;
    case 'project':
      return <ProjectGroups {...props} />;
    case 'label':
      return <LabelGroups {...props} />;
    case 'domain':
      break;
  }
  return <DomainGroups {...props} />;
}

/** Whether only open actions are listed, which the service counts by column in one request. */
function isOnlyOpen({ status }: ActionQuery): boolean {
  return status !== undefined && status.every((each) => openStatuses.includes(each));
}

function AssigneeGroups(props: GroupsProps) {
  const { assigned_actor_id: only } = props.query;
  const counts = useCounts('assignee', isOnlyOpen(props.query) && only === undefined);
  const actors = useActors();
  const all = [{ id: 'none', name: t('Nobody') }, ...actors].map(({ id, name }) => ({
    name,
    filters: { assigned_actor_id: id },
  }));
  const one = { name: nameOfActor(only ?? '', actors), filters: {} };
  const counted = counts?.map(({ value, name }) => ({
    name: name ?? t('Nobody'),
    filters: { assigned_actor_id: value },
  }));
  return <GroupList {...props} groups={only === undefined ? (counted ?? all) : [one]} />;
}

function useCounts(by: 'assignee' | 'label', isWanted: boolean) {
  const params = { query: { by } };
  const options = { ...slow, enabled: isWanted };
  const { data } = api.useQuery('get', '/v1/views/action-counts', { params }, options);
  return isWanted && data?.has_more === false ? data.groups : undefined;
}

// The service filters by at most so many.
const mostLabels = 5;

function LabelGroups(props: GroupsProps) {
  const all = useAll(api.useInfiniteQuery('get', '/v1/labels', most, { ...byOffset, ...slow }));
  const { label = [], has_label: has } = props.query;
  const labels = all.filter(
    ({ name, open_action_count: count }) =>
      has !== false &&
      label.length < mostLabels &&
      !label.includes(name) &&
      (count > 0 || !isOnlyOpen(props.query)),
  );
  const groups: Group[] = labels.map(({ name }) => ({
    name,
    filters: { label: [...label, name] },
  }));
  if (label.length === 0 && has !== true) {
    groups.push({ name: t('No label'), filters: { has_label: false } });
  }
  return (
    <>
      <GroupList {...props} groups={groups} />
      <p className="muted">{t('An action is in the group of each of its labels.')}</p>
    </>
  );
}

function ProjectGroups(props: GroupsProps) {
  const { project_id: only } = props.query;
  const list = api.useInfiniteQuery(
    'get',
    '/v1/projects',
    {
      params: {
        query: {
          limit: 200,
          sort: 'title',
          ...(isOnlyOpen(props.query) && { state: ['active' as const, 'paused' as const] }),
          is_template: props.query.is_template ?? false,
        },
      },
    },
    { ...byOffset, ...slow },
  );
  const groups = [...useAll(list), { id: 'none', title: t('No project') }]
    .filter(({ id }) => only === undefined || id === only)
    .map(({ id, title }) => ({ name: title, filters: { project_id: id } }));
  return <GroupList {...props} groups={groups} />;
}

function DomainGroups(props: GroupsProps) {
  const { domain_id: only } = props.query;
  const params = { query: { limit: 200, state: ['active' as const], sort: 'name' as const } };
  const options = { ...byOffset, ...slow };
  const all = useAll(api.useInfiniteQuery('get', '/v1/domains', { params }, options));
  const groups = [...all, { id: 'none', name: t('No domain') }]
    .filter(({ id }) => only === undefined || id === only)
    .map(({ id, name }) => ({ name, filters: { domain_id: id } }));
  return <GroupList {...props} groups={groups} />;
}

function GroupList({
  groups,
  ...props
}: GroupsProps & {
  readonly groups: readonly Group[];
}) {
  return (
    <div className="stack">
      {groups.map((group) => (
        <NearGroup key={JSON.stringify(group.filters)} group={group} {...props} />
      ))}
    </div>
  );
}

type GroupProps = GroupsProps & { readonly group: Group };

/** A group that reads nothing until it is near the window, because there may be many. */
function NearGroup(props: GroupProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '200px 0px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  if (isNear) return <GroupSection {...props} />;
  return (
    <div ref={place} className="group-place">
      <h2 dir="auto">{props.group.name}</h2>
    </div>
  );
}

function GroupSection({ group, query, onSort, onShown }: GroupProps) {
  const list = api.useInfiniteQuery(
    'get',
    '/v1/actions',
    { params: { query: { limit: 50, ...query, ...group.filters } } },
    byOffset,
  );
  const { data, error } = list;
  const actions = data?.pages.flatMap(({ items }) => items) ?? [];
  useEffect(() => onShown(group.name, data?.pages.flatMap(({ items }) => items) ?? []));
  if (data !== undefined && actions.length === 0) return null;
  const total = data?.pages[0]?.total;
  return (
    <section className="panel" aria-label={group.name}>
      <div className="panel-head">
        <h2 dir="auto">{group.name}</h2>
        {total !== undefined && <span className="count">{total}</span>}
      </div>
      {error !== null && <Failure error={error} onRetry={() => void list.refetch()} />}
      {data === undefined && error === null && <RowsSkeleton />}
      {data !== undefined && (
        <ActionTable
          list={list}
          actions={actions}
          total={total}
          label={group.name}
          sort={query.sort ?? '-created_at'}
          onSort={onSort}
        />
      )}
      <MoreButton {...moreOf(list)} />
    </section>
  );
}
