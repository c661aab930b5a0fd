import type { components } from 'callboard-client';
import { Link } from 'wouter';
import { api } from '../../api/client';
import { readAgain, slow } from '../../api/read-options';
import { useListKeys } from '../../keys/list-keys';
import { KeptList, type ReadList } from '../../rows/kept-list';
import type { Action } from '../../rows/review-row';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { Empty, Page, Panel } from '../../ui/page';
import { Time, useNow, useTimeZone } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { type ActionFilters, setQuery } from '../work/action-query';
import { ActionRow } from '../work/view-tab';
import { ProjectName, WorkRow } from '../work/work-row';
import { t, Trans } from '../../texts/texts';

type MineView = components['schemas']['MineView'];

/** What the person has to do by date, what they asked for, and what they did this week. */
export function MineScreen() {
  const view = api.useQuery('get', '/v1/views/mine', {}, readAgain);
  const { data, error, refetch } = view;
  useTitle(t('My work'));
  useListKeys();
  const now = useNow();
  const overdue = useOverdue(data, now);
  const shown =
    data === undefined ? [] : listsOf(data, overdue, now).filter(({ count }) => count > 0);
  return (
    <Page title={t('My work')}>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton />}
      {data !== undefined && <Waiting counts={data.counts} />}
      {shown.length > 0 && <Zone zone={data?.periods.time_zone} />}
      {data !== undefined && shown.length === 0 && <NothingToDo />}
      {shown.map((list) => (
        <ActionsPanel key={list.title} read={view} list={list} />
      ))}
    </Page>
  );
}

/**
 * How many actions are overdue. The view lists them among those of today, so they are counted by
 * another request only if there are more than it lists.
 */
function useOverdue(data: MineView | undefined, now: number): number {
  const listed = data?.due_today ?? [];
  const isWhole = (data?.counts.due_today ?? 0) === listed.length;
  const query = { ...mine, due_before: minuteOf(now), limit: 1 };
  const { data: counted } = api.useQuery(
    'get',
    '/v1/actions',
    { params: { query } },
    { ...slow, enabled: !isWhole, placeholderData: (before) => before },
  );
  const own = listed.filter((action) => isOverdue(action, now)).length;
  return isWhole ? own : Math.max(own, counted?.total ?? 0);
}

function isOverdue({ due_at: at }: Action, now: number): boolean {
  return at !== null && Date.parse(at) < now;
}

function minuteOf(now: number): string {
  return new Date(Math.floor(now / 60_000) * 60_000).toISOString();
}

/** Says in which zone the days begin, where times are shown in another one. */
function Zone({ zone }: { readonly zone: string | undefined }) {
  const own = useTimeZone();
  if (zone === undefined || zone === own) return null;
  return (
    <p className="muted">
      {t('Days and weeks begin as in {zone}, the zone of the workspace. Times are in {own}.', {
        zone,
        own,
      })}
    </p>
  );
}

interface List {
  readonly title: string;
  readonly count: number;
  readonly actions: readonly Action[];
  /** The filters of the list of all actions that has the same ones. */
  readonly filters: ActionFilters;
  /** What the link to that list is named, if it has more than these. */
  readonly all?: string;
  readonly isDone?: boolean;
}

const mine = {
  assigned_actor_id: 'me',
  status: ['inbox', 'ready', 'waiting'],
  sort: 'due_at',
} satisfies ActionFilters;

function listsOf(
  { counts, periods, ...view }: MineView,
  overdue: number,
  now: number,
): readonly List[] {
  const { today_ends_at: tonight, week_ends_at: sunday } = periods;
  return [
    {
      title: t('Overdue'),
      count: overdue,
      actions: view.due_today.filter((action) => isOverdue(action, now)),
      filters: { ...mine, due_before: minuteOf(now) },
    },
    {
      title: t('Today'),
      count: Math.max(0, counts.due_today - overdue),
      actions: view.due_today.filter((action) => !isOverdue(action, now)),
      filters: { ...mine, due_since: minuteOf(now), due_before: tonight },
    },
    {
      title: t('This week'),
      count: counts.due_this_week,
      actions: view.due_this_week,
      filters: { ...mine, due_since: tonight, due_before: sunday },
    },
    {
      title: t('Later'),
      count: counts.due_later,
      actions: view.due_later,
      filters: { ...mine, due_since: sunday },
    },
    {
      title: t('Without a date'),
      count: counts.undated,
      actions: view.undated,
      filters: mine,
      all: t('Show all of yours, those without a date last'),
    },
    {
      title: t('Asked for'),
      count: counts.asked,
      actions: view.asked,
      filters: { created_by_actor_id: 'me', status: ['ready', 'waiting'] },
      all: t('Show all that you created'),
    },
    {
      title: t('Done this week'),
      count: counts.done_this_week,
      actions: view.done_this_week,
      filters: {
        completed_by_actor_id: 'me',
        status: ['done'],
        completed_since: periods.week_starts_at,
        sort: '-completed_at',
      },
      isDone: true,
    },
  ];
}

function ActionsPanel({ read, list }: { readonly read: ReadList; readonly list: List }) {
  const { title, count, actions, filters, all = t('Show all'), isDone = false } = list;
  const hasMore = count > actions.length;
  return (
    <Panel title={title} count={count}>
      <KeptList
        list={read}
        items={actions}
        nameOf={(action) => action}
        hasMore={hasMore}
        label={title}
        className="work-rows work-mine"
        renderRow={(action) =>
          isDone ? (
            <DoneRow key={action.id} action={action} />
          ) : (
            <ActionRow key={action.id} action={action} />
          )
        }
      />
      {hasMore && (
        <Link className="button work-more" href={pageOf(filters)}>
          {all}
        </Link>
      )}
    </Panel>
  );
}

function pageOf(filters: ActionFilters): string {
  const params = new URLSearchParams({ tab: 'all' });
  setQuery(params, filters);
  return `/app/work?${params.toString()}`;
}

function DoneRow({ action }: { readonly action: Action }) {
  const { id, key, title, project_id: project, completed_at: at, review } = action;
  return (
    <WorkRow rowKey={`action-${id}`} href={`/app/actions/${id}`} title={title} actionKey={key}>
      <ProjectName id={project} />
      <span className="work-cell">
        <Trans id="done {time}" values={{ time: <Time at={at ?? action.updated_at} /> }} />
      </span>
      {review?.state === 'pending' && <span className="work-cell">{t('in review')}</span>}
    </WorkRow>
  );
}

/** What waits for a decision of the person, as the link to the screen that has it. */
function Waiting({ counts }: { readonly counts: MineView['counts'] }) {
  const waiting = counts.questions + counts.reviews + counts.proposals;
  if (waiting === 0) return null;
  return (
    <p>
      <Link href="/app?for=me">
        {t('{waiting, plural, one {One decision waits for you} other {# decisions wait for you}}', {
          waiting,
        })}
      </Link>
    </p>
  );
}

function NothingToDo() {
  return (
    <Empty title={t('No work of yours')} isStart>
      <p>
        {t(
          'Here you will see the actions that are assigned to you, by due date, those that you asked others to do, and those that you did this week.',
        )}
      </p>
      <p>
        <Trans
          id="Press {keyC} to write down an action, and {keyM} in the <link>inbox</link> to assign one to you. Or choose from what is <link2>ready</link2>."
          values={{ keyC: <kbd>C</kbd>, keyM: <kbd>M</kbd> }}
          components={{
            link: <Link href="/app/inbox" />,
            link2: <Link href="/app/work?tab=ready" />,
          }}
        />
      </p>
    </Empty>
  );
}
