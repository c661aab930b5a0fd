interface Counts {
  readonly questions: number;
  readonly reviews: number;
  readonly proposals: number;
  readonly stalled: number;
  readonly overdue: number;
}

/** How much waits, in numbers. */
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
    ['Questions', counts.questions, 'mine'],
    ['Reviews', counts.reviews, 'mine'],
    ['Proposals', counts.proposals, 'mine'],
    ['Overdue', counts.overdue, 'late'],
    ['Stalled', counts.stalled, 'late'],
    ['Working now', working, 'info'],
    ['In the inbox', inbox, 'info'],
  ] as const;
  return (
    <dl className="tiles">
      {tiles.map(([name, value, tone]) => (
        <div key={name} className={value > 0 ? `tile tile-${tone}` : 'tile'}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
