import { Link } from 'wouter';

interface Counts {
  readonly questions: number;
  readonly reviews: number;
  readonly proposals: number;
  readonly stalled: number;
  readonly overdue: number;
}

/** How much waits, in numbers that lead to it. */
export function Summary({
  counts,
  working,
  inbox,
}: {
  readonly counts: Counts;
  readonly working: number;
  readonly inbox: number;
}) {
  const tiles = [
    [plural(counts.questions, 'Question'), counts.questions, 'mine', '#question'],
    [plural(counts.reviews, 'Review'), counts.reviews, 'mine', '#review'],
    [plural(counts.proposals, 'Proposal'), counts.proposals, 'mine', '#proposal'],
    ['Overdue', counts.overdue, 'late', '#checkin'],
    ['Stalled', counts.stalled, 'late', '#stalled'],
    ['Working now', working, 'info', '/app/work?tab=working'],
    ['In the inbox', inbox, 'info', '/app/inbox'],
  ] as const;
  return (
    <ul className="tiles">
      {tiles.map(([name, value, tone, href]) => {
        const text = (
          <>
            <b>{value}</b> {name}
          </>
        );
        return (
          <li key={href}>
            {value === 0 && <span className="tile">{text}</span>}
            {value > 0 &&
              (href.startsWith('#') ? (
                <a className={`tile tile-${tone}`} href={href}>
                  {text}
                </a>
              ) : (
                <Link className={`tile tile-${tone}`} href={href}>
                  {text}
                </Link>
              ))}
          </li>
        );
      })}
    </ul>
  );
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
