/** A position in the order of a project's actions. */
export interface SequencePosition {
  readonly id: string;
  readonly position: number | null;
  readonly created_at: string;
}

/** The same order as `sequenceKey` in SQL: by position, null last, then by age. */
export function comparePositions(one: SequencePosition, other: SequencePosition): number {
  const [before, after] = [positionOf(one), positionOf(other)];
  if (before !== after) return before < after ? -1 : 1;
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

function positionOf({ position }: SequencePosition): number {
  return position === null ? Number.POSITIVE_INFINITY : Number(position);
}
