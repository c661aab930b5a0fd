import { useState } from 'react';
import { api } from '../../api/client';
import { byOffset, moreOf } from '../../api/read-options';
import type { Action } from '../../rows/review-row';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { Empty, MoreButton } from '../../ui/page';
import { useTimeZone, fromLocal, toLocal } from '../../ui/time';
import { isOpen } from '../action/commands';
import { type ActionQuery, openStatuses } from './action-query';
import { ActionTable } from './list/action-table';
import { useActionQuery, WordsOfList, FilterBar } from './list/filters';
import { BulkBar } from './list/bulk-bar';
import { useListState, SelectionProvider } from './list/selection';
import { dateLocale, t } from '../../texts/texts';

const dayMs = 86_400_000;
const daysOfWeek = 7;
const late = 'late';

const button = (name: string, onClick: () => void) => (
  <button data-reads type="button" className="button" onClick={onClick}>
    {name}
  </button>
);

/**
 * What is due in a week, by its days. That of this week begins with what is overdue. With the
 * filter for actions without a due date, these.
 */
export function DueTab() {
  const { query, params, setFilters, setParam } = useActionQuery();
  const timeZone = useTimeZone();
  // The list must not be another one with each minute.
  const [now] = useState(() => new Date().toISOString());
  const today = toLocal(now, timeZone).slice(0, 10);
  const thisWeek = mondayOf(today);
  const given = params.get('week') ?? '';
  const monday = /^\d{4}-\d{2}-\d{2}$/.test(given) ? mondayOf(given) : thisWeek;
  const isThisWeek = monday === thisWeek;
  const goTo = (day: string): void => setParam('week', day === thisWeek ? '' : day);
  const open: ActionQuery = { status: [...openStatuses], ...query };
  const isUndated = query.has_due_date === false;
  const week: ActionQuery = {
    ...open,
    sort: 'due_at',
    due_before: startOf(dayAfter(monday, daysOfWeek), timeZone),
    ...(!isThisWeek && { due_since: startOf(monday, timeZone) }),
  };
  const shown: ActionQuery = isUndated ? { ...open, sort: '-priority' } : week;
  return (
    <>
      <div className="work-bar">
        <WordsOfList query={query} onChange={setFilters} />
        <FilterBar query={query} onChange={setFilters} />
      </div>
      {!isUndated && (
        <div className="week">
          {button(t('Week before'), () => goTo(dayAfter(monday, -daysOfWeek)))}
          <h2>{nameOfWeek(monday)}</h2>
          {button(t('Week after'), () => goTo(dayAfter(monday, daysOfWeek)))}
          {!isThisWeek && button(t('This week'), () => goTo(thisWeek))}
          {button(t('No due date'), () =>
            setFilters({ has_due_date: false, due_since: undefined, due_before: undefined }),
          )}
        </div>
      )}
      <Week key={JSON.stringify(shown)} query={shown} now={now} today={today} timeZone={timeZone} />
    </>
  );
}

function Week({
  query,
  now,
  today,
  timeZone,
}: {
  readonly query: ActionQuery;
  readonly now: string;
  readonly today: string;
  readonly timeZone: string;
}) {
  const { selection, note } = useListState();
  const list = api.useInfiniteQuery(
    'get',
    '/v1/actions',
    { params: { query: { ...query, limit: 100 } } },
    byOffset,
  );
  const { data, error } = list;
  if (data === undefined) {
    if (error === null) return <RowsSkeleton />;
    return <Failure error={error} onRetry={() => void list.refetch()} />;
  }
  const actions = data.pages.flatMap(({ items }) => items);
  note('', actions);
  const groups = new Map<string, Action[]>();
  for (const action of actions) {
    const { due_at: at } = action;
    const isLate = at !== null && at < now && isOpen(action);
    const day = isLate ? late : toLocal(at, timeZone).slice(0, 10);
    groups.set(day, [...(groups.get(day) ?? []), action]);
  }
  if (actions.length === 0) {
    const isUndated = query.has_due_date === false;
    return (
      <Empty title={isUndated ? t('No actions here') : t('Nothing is due')} isStart>
        <p>
          {isUndated
            ? t('Actions that match these filters appear here. Remove filters to see more of them.')
            : t(
                'Open actions with a due date in this week appear here under their day. Give an action a date on its page.',
              )}
        </p>
      </Empty>
    );
  }
  return (
    <SelectionProvider value={selection}>
      {[...groups].map(([day, items]) => {
        const name = day === late ? t('Overdue') : nameOfDay(day, today);
        return (
          <section
            key={day}
            className={day === late ? 'panel panel-late' : 'panel'}
            aria-label={name}
          >
            <div className="panel-head">
              <h3>{name}</h3>
              <span className="count">{items.length}</span>
            </div>
            <ActionTable list={list} actions={items} total={items.length} label={name} />
          </section>
        );
      })}
      <MoreButton {...moreOf(list)} />
      <BulkBar query={query} />
    </SelectionProvider>
  );
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T00:00Z`).getUTCDay() + daysOfWeek - 1) % daysOfWeek;
  return dayAfter(day, -weekday);
}

function startOf(day: string, timeZone: string): string {
  return fromLocal(`${day}T00:00`, timeZone) ?? `${day}T00:00:00Z`;
}

const names = new Intl.DateTimeFormat(dateLocale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const ends = new Intl.DateTimeFormat(dateLocale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

function nameOfDay(day: string, today: string): string {
  if (day === '') return t('No due date');
  const name = names.format(new Date(`${day}T00:00Z`));
  if (day === today) return t('Today, {name}', { name });
  return day === dayAfter(today, 1) ? t('Tomorrow, {name}', { name }) : name;
}

function nameOfWeek(monday: string): string {
  const [first, last] = [monday, dayAfter(monday, daysOfWeek - 1)];
  return ends.formatRange(new Date(`${first}T00:00Z`), new Date(`${last}T00:00Z`));
}
