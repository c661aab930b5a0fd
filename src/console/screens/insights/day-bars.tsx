import { dateLocale, t } from '../../texts/texts';

/** What was done on a day. */
export interface CountedDay {
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
export function DayBars({
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
