import type { operations } from 'callboard-client';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/client';
import { byOffset, moreOf } from '../../api/read-options';
import { useListKeys } from '../../keys/list-keys';
import { KeptList } from '../../rows/kept-list';
import type { Action } from '../../rows/review-row';
import { Failure, lazyForm } from '../../ui/loading';
import { Icon } from '../../ui/icon';
import { MoreButton, Panel } from '../../ui/page';
import { RefusedNotice } from '../../ui/use-command';
import { Time } from '../../ui/time';
import { ProjectActionRow } from './action-row';
import { useReorder } from './use-reorder';
import { statuses, type Project } from './project';
import { t } from '../../texts/texts';

const AddAction = lazyForm(async () => ({ default: (await import('./add-action')).AddAction }));
const BlockersDialog = lazyForm(async () => ({
  default: (await import('../../links/blockers-dialog')).BlockersDialog,
}));

/** The actions of a project: those in review, the open ones in their order, the ended ones folded. */
export function ProjectActions({
  project,
  onEdit,
}: {
  readonly project: Project;
  readonly onEdit: () => void;
}) {
  const { open, ended } = useProjectActions(project.id);
  const [isAdding, setAdding] = useState(false);
  // No queue offers the actions of a closed project.
  const isClosed = project.state === 'completed' || project.state === 'dropped';
  const [blockersOf, setBlockersOf] = useState<string>();
  const titles = useBlockerTitles(open.items, ended.items);
  const { move, fault, refused } = useReorder(open.items, open.refetch);

  const handle = useCallback(
    (key: string, row: string | undefined): boolean | undefined => {
      if (key === 'e') onEdit();
      else if (key === 'a' && !isClosed) setAdding(true);
      else if (row === undefined) return undefined;
      else if (key === 'b') setBlockersOf(row);
      else if (key === 'K') void move(row, -1);
      else if (key === 'J') void move(row, 1);
      else return undefined;
      return true;
    },
    [isClosed, move, onEdit],
  );
  useListKeys(handle);

  const inReview = ended.items.filter(isInReview);
  const closed = ended.items.filter((action) => !isInReview(action));
  const blocked = open.items.find(({ id }) => id === blockersOf);
  return (
    <Panel
      title={t('Actions')}
      count={open.total}
      actions={
        isClosed ? undefined : (
          <button
            type="button"
            className="button button-small"
            aria-expanded={isAdding}
            onClick={() => setAdding(!isAdding)}
          >
            <Icon name="plus" /> {t('Add an action')} <kbd>A</kbd>
          </button>
        )
      }
    >
      {open.error !== null && <Failure error={open.error} onRetry={() => void open.refetch()} />}
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      <RefusedNotice refused={refused} />
      {isAdding && !isClosed && (
        <Suspense>
          <AddAction project={project} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {inReview.length > 0 && (
        <EndedList actions={inReview} label={t('Work that waits for a review')} />
      )}
      {!open.isRead && open.error === null && (
        <div className="skeleton skeleton-row" aria-busy="true" />
      )}
      {open.isRead && (
        <KeptList
          list={open.list}
          items={open.items}
          nameOf={(action) => action}
          isOrdered
          className="items project-actions"
          renderRow={(action) => (
            <ProjectActionRow
              key={action.id}
              action={action}
              isNext={project.work_mode === 'sequential' && action === open.items[0]}
              titles={titles}
              isFirst={action === open.items[0]}
              isLast={action === open.items.at(-1) && !open.more.hasMore}
              onMove={(step) => void move(action.id, step)}
              onBlockers={() => setBlockersOf(action.id)}
            />
          )}
          empty={
            !isAdding && (
              <p className="muted">
                {t('No action is open. Add the steps that lead to the result.')}
              </p>
            )
          }
        />
      )}
      <MoreButton {...open.more} />
      {closed.length > 0 && (
        <details className="project-ended">
          <summary>
            {t('{total} done or dropped', {
              total: countOf(ended.total, inReview.length, closed.length),
            })}
          </summary>
          <EndedList actions={closed} label={t('Done and dropped actions')} />
          <MoreButton {...ended.more} />
        </details>
      )}
      {blocked !== undefined && (
        <Suspense>
          <BlockersDialog action={blocked} onClose={() => setBlockersOf(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
}

function isInReview(action: Action): boolean {
  return action.review.state === 'pending';
}

/** The number of all ended actions without those in review. */
function countOf(total: number | undefined, inReview: number, shown: number): number {
  return total === undefined ? shown : total - inReview;
}

function EndedList({
  actions,
  label,
}: {
  readonly actions: readonly Action[];
  readonly label: string;
}) {
  return (
    <ul className="items project-actions" aria-label={label}>
      {actions.map((action) => (
        <li key={action.id}>
          <div className="item-text">
            <Link className="item-title" href={`/app/actions/${action.id}`} dir="auto">
              {action.title}
            </Link>
            <p className="row-meta">
              <span>{action.key}</span>
              <strong>
                {isInReview(action) ? t('Waits for a review') : statuses[action.status]}
              </strong>
              <span dir="auto">{action.assigned_actor_name ?? t('nobody')}</span>
              <span>
                <Time at={action.completed_at ?? action.updated_at} />
              </span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

type Query = NonNullable<operations['listProjectActions']['parameters']['query']>;

const openOnes: Query = { limit: 100, status: ['inbox', 'ready', 'waiting'] };
const endedOnes: Query = { limit: 50, status: ['done', 'dropped'], sort: '-updated_at' };

/** The actions of a project: the open ones in their order, and those that have ended. */
function useProjectActions(id: string) {
  return { open: useList(id, openOnes), ended: useList(id, endedOnes) };
}

function useList(id: string, query: Query) {
  const list = api.useInfiniteQuery(
    'get',
    '/v1/projects/{id}/actions',
    { params: { path: { id }, query } },
    byOffset,
  );
  const { data, error } = list;
  return {
    list,
    items: useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]),
    isRead: data !== undefined,
    error,
    /** The number of all of them, if it is known. */
    total: data?.pages[0]?.total,
    more: moreOf(list),
    refetch: async () => (await list.refetch()).data?.pages.flatMap(({ items }) => items) ?? [],
  };
}

/** The titles of the blockers of actions; those that the page does not list are read together. */
function useBlockerTitles(
  actions: readonly Action[],
  known: readonly Action[],
): ReadonlyMap<string, string> {
  const titles = new Map([...known, ...actions].map(({ id, title }) => [id, title]));
  const missing = new Set(
    actions.flatMap(({ blocked_by: blockers }) => blockers.filter((id) => !titles.has(id))),
  );
  // The API takes 100 at once; the rest are named by their ids.
  const ids = [...missing].toSorted().slice(0, 100);
  const { data } = api.useQuery(
    'get',
    '/v1/actions/batch-get',
    { params: { query: { ids } } },
    { enabled: ids.length > 0 },
  );
  for (const { id, title } of data?.visible ?? []) titles.set(id, title);
  return titles;
}
