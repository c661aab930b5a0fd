import type { components } from 'callboard-client';
import type { ReactNode } from 'react';
import { api } from '../../api/client';
import { slow } from '../../api/read-options';
import { Filters } from '../../ui/filters';
import { SelectField } from '../../ui/menu';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { Facts, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useChoice } from '../../ui/url-params';
import { wordsOfSeconds, wordsOfUsage } from '../../ui/usage';
import { language, t, dateLocale } from '../../texts/texts';

type Insights = components['schemas']['Insights'];

const periods = [
  { value: '30', name: t('The last 30 days') },
  { value: '7', name: t('The last 7 days') },
  { value: '90', name: t('The last 90 days') },
  { value: '365', name: t('The last 365 days') },
] as const;

/** What was done by day, how long people and agents waited, and what waits. Of one agent or of all. */
export function InsightPanels({
  agent,
  children,
}: {
  readonly agent?: { readonly id: string } | undefined;
  /** Further filters. */
  readonly children?: ReactNode;
}) {
  const [days, setDays] = useChoice('days', ['30', '7', '90', '365']);
  const query = { days: Number(days), ...(agent !== undefined && { agent_id: agent.id }) };
  const read = api.useQuery('get', '/v1/views/insights', { params: { query } }, slow);
  const { data, error } = read;
  return (
    <div className="stack">
      <Filters
        count={Number(days !== '30') + Number(children !== undefined && agent !== undefined)}
      >
        {children}
        <SelectField label={t('Days')} value={days} options={periods} onChange={setDays} />
      </Filters>
      {error !== null && <Failure error={error} onRetry={() => void read.refetch()} />}
      {data === undefined && error === null && <RowsSkeleton />}
      {data !== undefined && <Shown insights={data} isOfAgent={agent !== undefined} />}
    </div>
  );
}

function Shown({
  insights,
  isOfAgent,
}: {
  readonly insights: Insights;
  readonly isOfAgent: boolean;
}) {
  const { total, waits, waiting, usage, time_zone: zone, is_counting: isCounting } = insights;
  const done = total.done_by_people + total.done_by_agents;
  const reported = wordsOfUsage(usage);
  return (
    <>
      {isCounting && (
        <p className="notice notice-warn">
          {t('Events from before an upgrade or an import are still being counted.')}
        </p>
      )}
      <Panel title={t('Done by day')} count={done}>
        <p className="muted">
          {isOfAgent
            ? t('Completed actions, by the days of {zone}.', { zone })
            : t('Completed actions of people and agents, by the days of {zone}.', { zone })}
        </p>
        <DayBars days={everyDay(insights)} isOfAgent={isOfAgent} />
      </Panel>
      <div className="insight-columns">
        <Panel title={t('Reviews')}>
          <Facts
            facts={[
              [t('Rejected'), percent(total.rejected_share)],
              [t('Approved'), String(total.approved)],
              [t('Sent back'), String(total.rejected)],
              [t('Reopened'), String(total.reopened)],
              [t('Usage that agents reported'), reported === '' ? t('None') : reported],
            ]}
          />
        </Panel>
        <Panel title={t('Waiting times')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('Until')}</th>
                <th scope="col">{t('Half within')}</th>
                <th scope="col">{t('90% within')}</th>
                <th scope="col">{t('Count')}</th>
              </tr>
            </thead>
            <tbody>
              <WaitRow name={t('an answer')} wait={waits.questions} />
              <WaitRow name={t('a review')} wait={waits.reviews} />
              <WaitRow name={t('a claim')} wait={waits.claims} />
            </tbody>
          </table>
        </Panel>
        <Panel title={t('Waits now')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('What')}</th>
                <th scope="col">{t('Count')}</th>
                <th scope="col">{t('The oldest since')}</th>
              </tr>
            </thead>
            <tbody>
              <QueueRow name={t('Open questions')} queue={waiting.questions} />
              <QueueRow name={t('Work in review')} queue={waiting.reviews} />
              <QueueRow name={t('Work in the pool')} queue={waiting.claims} />
            </tbody>
          </table>
        </Panel>
      </div>
    </>
  );
}

function WaitRow({
  name,
  wait: { count, median_seconds: median, p90_seconds: p90 },
}: {
  readonly name: string;
  readonly wait: Insights['waits']['questions'];
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{median === null ? '–' : wordsOfSeconds(median)}</td>
      <td>{p90 === null ? '–' : wordsOfSeconds(p90)}</td>
      <td>{count.toLocaleString(language)}</td>
    </tr>
  );
}

function QueueRow({
  name,
  queue: { count, oldest_at: at },
}: {
  readonly name: string;
  readonly queue: Insights['waiting']['questions'];
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{count.toLocaleString(language)}</td>
      <td>{at === null ? '–' : <Time at={at} />}</td>
    </tr>
  );
}

function percent(share: number | null): string {
  if (share === null) return t('No review was decided');
  return t('{math}% of the reviews', { math: Math.round(share * 100) });
}

const dayMs = 86_400_000;

/** All days of the period, the first one first. The response has those on which something happened. */
function everyDay({ from, to, days }: Insights): readonly CountedDay[] {
  const counted = new Map(days.map((day) => [day.day, day]));
  const first = Date.parse(from);
  return Array.from({ length: (Date.parse(to) - first) / dayMs + 1 }, (_, index) => {
    const day = new Date(first + index * dayMs).toISOString().slice(0, 10);
    const { done_by_people = 0, done_by_agents = 0, rejected = 0 } = counted.get(day) ?? {};
    return { day, byPeople: done_by_people, byAgents: done_by_agents, rejected };
  });
}

/** What was done on a day. */
interface CountedDay {
  /** The date, such as `2026-11-28`. */
  readonly day: string;
  readonly byPeople: number;
  readonly byAgents: number;
  readonly rejected: number;
}

const height = 100;
const barWidth = 10;
const gap = 2;

const dayFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeZone: 'UTC' });

/** A bar for each day, and the same numbers as a table. */
function DayBars({
  days,
  isOfAgent,
}: {
  readonly days: readonly CountedDay[];
  readonly isOfAgent: boolean;
}) {
  const most = Math.max(...days.map(({ byPeople, byAgents }) => byPeople + byAgents));
  if (most <= 0) return <p>{t('Nothing was completed on these days.')}</p>;
  const best = days.findLast(({ byPeople, byAgents }) => byPeople + byAgents === most);
  const words = t('At most {most} on a day, on {text}.', { most, text: nameOf(best?.day ?? '') });
  return (
    <>
      <svg
        className="day-bars"
        viewBox={`0 0 ${days.length * barWidth} ${height}`}
        preserveAspectRatio="none"
        // The words and the table below say the same.
        aria-hidden="true"
      >
        {days.map(({ day, byPeople, byAgents }, index) => {
          const people = (byPeople / most) * height;
          const agents = (byAgents / most) * height;
          const at = { x: index * barWidth + gap / 2, width: barWidth - gap };
          return (
            <g key={day}>
              <rect className="day-base" {...at} y={height - 1} height={1} />
              <rect className="day-agents" {...at} y={height - agents} height={agents} />
              <rect className="day-people" {...at} y={height - agents - people} height={people} />
            </g>
          );
        })}
      </svg>
      <p className="day-ends muted">
        <span>{nameOf(days[0]?.day ?? '')}</span>
        <span>{nameOf(days.at(-1)?.day ?? '')}</span>
      </p>
      <p className="row-meta">
        {!isOfAgent && (
          <>
            <span className="day-key day-key-agents">{t('by agents')}</span>
            <span className="day-key day-key-people">{t('by people')}</span>
          </>
        )}
        <span>{words}</span>
      </p>
      <details className="scroll">
        <summary>{t('The numbers as a table')}</summary>
        <Table days={days} isOfAgent={isOfAgent} />
      </details>
    </>
  );
}

function Table({
  days,
  isOfAgent,
}: {
  readonly days: readonly CountedDay[];
  readonly isOfAgent: boolean;
}) {
  const busy = days.filter((day) => day.byPeople + day.byAgents + day.rejected > 0);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('Day')}</th>
          {!isOfAgent && <th scope="col">{t('By people')}</th>}
          <th scope="col">{isOfAgent ? t('Done') : t('By agents')}</th>
          <th scope="col">{t('Rejected')}</th>
        </tr>
      </thead>
      <tbody>
        {busy.toReversed().map(({ day, byPeople, byAgents, rejected }) => (
          <tr key={day}>
            <th scope="row">{nameOf(day)}</th>
            {!isOfAgent && <td>{byPeople}</td>}
            <td>{isOfAgent ? byPeople + byAgents : byAgents}</td>
            <td>{rejected}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function nameOf(day: string): string {
  return day === '' ? '' : dayFormat.format(new Date(`${day}T00:00:00Z`));
}
