/** An action to choose, as far as its urgency depends on it. */
export interface SharedAction {
  readonly id: string;
  readonly project_id: string | null;
  readonly due_at: string | null;
  readonly position: number | string | null;
  readonly created_at: string;
}

/** The chosen actions of a view. */
export interface Shares<Row> {
  /** The first action of each project, by the project's id. */
  readonly first: ReadonlyMap<string, Row>;
  /** The other chosen actions of projects, most urgent first. */
  readonly others: readonly Row[];
  /** The chosen actions without a project. */
  readonly standalone: readonly Row[];
}

/**
 * Chooses at most `max` actions: the first one of each project, then the most urgent ones, those
 * without a project before others that are due at the same time. `ofProjects` has the order of each
 * project, `standalone` is sorted by urgency.
 */
export function shareOut<Row extends SharedAction>(
  ofProjects: readonly Row[],
  standalone: readonly Row[],
  max: number,
): Shares<Row> {
  const first = new Map<string, Row>();
  const behind: Row[] = [];
  for (const row of ofProjects) {
    const project = row.project_id ?? '';
    if (first.has(project)) behind.push(row);
    else first.set(project, row);
  }
  const urgent = behind.toSorted(byUrgency);
  const others: Row[] = [];
  const alone: Row[] = [];
  let free = max - first.size;
  for (; free > 0; free -= 1) {
    const [one, other] = [standalone[alone.length], urgent[others.length]];
    if (one !== undefined && (other === undefined || dueOf(one) <= dueOf(other))) alone.push(one);
    else if (other !== undefined) others.push(other);
    else break;
  }
  return { first, others, standalone: alone.length > 0 ? alone : standalone.slice(0, 1) };
}

// As in the queue of an agent: by due date, position and age.
function byUrgency(one: SharedAction, other: SharedAction): number {
  return (
    compare(dueOf(one), dueOf(other)) ||
    compare(placeOf(one), placeOf(other)) ||
    compare(one.created_at, other.created_at) ||
    compare(one.id, other.id)
  );
}

/** An instant after all others for an action that is not due. */
function dueOf({ due_at: due }: SharedAction): string {
  return due ?? '~';
}

function placeOf({ position }: SharedAction): number {
  return position === null ? Infinity : Number(position);
}

function compare<Value extends string | number>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
