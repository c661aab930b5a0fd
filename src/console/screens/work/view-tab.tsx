import { useCallback } from 'react';
import { api } from '../../api/client';
import { byOffset } from '../../api/read-options';
import { useKeys } from '../../keys/keys';
import { ActorFilter } from '../../pickers/pickers';
import { PagedPanel } from '../../rows/paged-panel';
import type { Action } from '../../rows/review-row';
import { countSet, Filters } from '../../ui/filters';
import { Time } from '../../ui/time';
import { ProjectName, WorkCells, WorkRow } from './work-row';
import { useParams } from '../../ui/url-params';
import { t, Trans } from '../../texts/texts';

// Besides the events, because time alone makes work stalled or ends a deferral.
const every = { refetchInterval: 60_000 } as const;

/** The actions of one view, of everybody or of one assignee. */
export function ViewTab({ view }: { readonly view: View }) {
  const { get, set } = useParams();
  const assignee = get('assignee');
  const query = { limit: 50, ...(assignee === '' ? {} : { assigned_actor_id: assignee }) };
  const list = api.useInfiniteQuery(
    'get',
    view.path,
    { params: { query } },
    { ...byOffset, ...every },
  );
  const toggleMine = useCallback(
    (key: string): boolean => {
      if (key === 'm') set('assignee', assignee === 'me' ? '' : 'me');
      return key === 'm';
    },
    [assignee, set],
  );
  useKeys(toggleMine);
  return (
    <>
      <Filters count={countSet(assignee)}>
        <ActorFilter value={assignee} onChange={(value) => set('assignee', value)} />
      </Filters>
      <PagedPanel
        list={list}
        filters={assignee}
        title={view.name}
        about={view.about}
        emptyTitle={t('No actions here')}
        empty={view.empty}
        nameOf={(action) => action}
        renderRow={(action) => <ActionRow key={action.id} action={action} />}
        className="work-rows"
      />
    </>
  );
}

/** An action as a row of a list. */
export function ActionRow({ action }: { readonly action: Action }) {
  const { id, title, delegate_label: delegate, defer_until: until } = action;
  const isDeferred = action.held_by?.some(({ reason }) => reason === 'deferred') ?? false;
  return (
    <WorkRow
      rowKey={`action-${id}`}
      href={`/app/actions/${id}`}
      title={title}
      actionKey={action.key}
    >
      <ProjectName id={action.project_id} />
      <WorkCells
        priority={action.priority}
        labels={action.labels}
        assignee={action.assigned_actor_name ?? null}
        activeAt={action.last_activity_at}
        dueAt={action.due_at}
      />
      <Ending action={action} />
      {delegate !== null && (
        <span className="work-note" dir="auto">
          {t('Waits for: {delegate}', { delegate })}
        </span>
      )}
      {isDeferred && until !== null && (
        <span className="work-note">
          <Trans id="Returns {time}" values={{ time: <Time at={until} /> }} />
        </span>
      )}
    </WorkRow>
  );
}

// Most lists have open work only, which says nothing.
function Ending({ action: { status, review, completed_at: at } }: { readonly action: Action }) {
  if (status === 'dropped') return <span className="work-note">{t('Dropped')}</span>;
  if (status !== 'done' || at === null) return null;
  return (
    <span className="work-note">
      {review.state === 'pending' ? t('In review, done') : t('Done')} <Time at={at} />
    </span>
  );
}

/** The views of actions, each with what it lists and what an empty one means. */
export const views = [
  {
    value: 'ready',
    name: t('Ready'),
    path: '/v1/views/ready',
    about: t('Actions that can be done now, in the order in which to take them.'),
    empty: t('Actions appear here when they can be done now: ready, not deferred and not blocked.'),
  },
  {
    value: 'working',
    name: t('Working'),
    path: '/v1/views/working',
    about: t('Actions that somebody works on, the latest activity first.'),
    empty: t('Actions appear here while a person or an agent works on them.'),
  },
  {
    value: 'waiting',
    name: t('Waiting'),
    path: '/v1/views/waiting',
    about: t('Actions that wait for somebody or something outside, the oldest activity first.'),
    empty: t('Actions appear here while they wait for somebody or something outside.'),
  },
  {
    value: 'stalled',
    name: t('Stalled'),
    path: '/v1/views/stalled',
    about: t('Assigned actions without activity for a while, the oldest activity first.'),
    empty: t('Assigned actions appear here when nobody has worked on them for a while.'),
  },
  {
    value: 'deferred',
    name: t('Deferred'),
    path: '/v1/views/deferred',
    about: t('Actions that are hidden until a date, the soonest first.'),
    empty: t('Actions appear here while they are deferred to a later date.'),
  },
] as const;

/** One of the views. */
export type View = (typeof views)[number];
