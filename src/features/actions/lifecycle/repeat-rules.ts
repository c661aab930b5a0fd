import { limits } from '../../../../generated/limits';
import { DAY, addMilliseconds } from '../../../platform/time';

/** What a repeating action says of its next occurrence. Times are ISO 8601 UTC. */
export interface Repetition {
  readonly repeat_type: 'none' | 'from_completion' | 'from_due';
  readonly repeat_unit: 'day' | 'week' | 'month' | 'year' | null;
  readonly repeat_interval: number;
  /**
   * The day of the month that `due_at` stands for, where its month is too short for it; else null.
   */
  readonly repeat_day: number | null;
  readonly due_at: string | null;
  readonly defer_until: string | null;
}

/** The times of an occurrence. */
export type Occurrence = Pick<Repetition, 'due_at' | 'defer_until' | 'repeat_day'>;

/** A point in time and the day of the month that it stands for. */
interface Anchor {
  readonly at: string;
  readonly day: number;
}

// The contract takes no later year.
const LAST_YEAR = limits.last_year;

/**
 * The occurrence after one that was completed; undefined when it does not repeat, or not before the
 * year 3000.
 *
 * `from_completion` counts from the completion. `from_due` counts from `due_at`, or from the
 * completion without one, and skips what is missed: the next is after the completion. All in UTC; a
 * month that is too short has the occurrence on its last day, and `repeat_day` remembers the day
 * that was meant, so that 31 January leads to 28 February and from there to 31 March.
 *
 * `defer_until` keeps its distance to `due_at`. An action that has only `defer_until` is deferred
 * to the occurrence and has no `due_at` again; any other is due then.
 */
export function nextOccurrence(of: Repetition, completedAt: string): Occurrence | undefined {
  const { repeat_type: type, repeat_unit: unit, repeat_interval: interval } = of;
  if (type === 'none' || unit === null || interval < 1) return undefined;
  const step = stepOf(unit, interval);
  const fromDue = type === 'from_due' && of.due_at !== null;
  const anchor = fromDue ? anchorAt(of.due_at, of.repeat_day) : anchorAt(completedAt, null);
  const next = step(anchor, fromDue ? firstAfter(step, anchor, completedAt) : 1);
  if (new Date(next).getUTCFullYear() > LAST_YEAR) return undefined;
  const isMoved = (unit === 'month' || unit === 'year') && dayOf(next) !== anchor.day;
  return {
    ...timesAround(of, next),
    repeat_day: type === 'from_due' && isMoved ? anchor.day : null,
  };
}

function timesAround(
  { due_at: due, defer_until: defer }: Repetition,
  next: string,
): Pick<Repetition, 'due_at' | 'defer_until'> {
  if (defer === null) return { due_at: next, defer_until: null };
  if (due === null) return { due_at: null, defer_until: next };
  return { due_at: next, defer_until: addMilliseconds(next, Date.parse(defer) - Date.parse(due)) };
}

function anchorAt(at: string, day: number | null): Anchor {
  return { at, day: day ?? dayOf(at) };
}

function dayOf(at: string): number {
  return new Date(at).getUTCDate();
}

/** The point in time so many intervals after an anchor. */
type Step = ((anchor: Anchor, count: number) => string) & {
  /** About how many lie between two points in time; never more than there are. */
  readonly between: (from: string, to: string) => number;
};

function stepOf(unit: 'day' | 'week' | 'month' | 'year', interval: number): Step {
  if (unit === 'day' || unit === 'week') {
    const length = interval * (unit === 'week' ? 7 : 1) * DAY;
    return Object.assign(({ at }: Anchor, count: number) => addMilliseconds(at, count * length), {
      between: (from: string, to: string) =>
        Math.floor((Date.parse(to) - Date.parse(from)) / length),
    });
  }
  const months = interval * (unit === 'year' ? 12 : 1);
  return Object.assign((anchor: Anchor, count: number) => addMonths(anchor, count * months), {
    between: (from: string, to: string) => Math.floor((monthOf(to) - monthOf(from)) / months),
  });
}

// The estimate is the last interval that begins in or before the month, or at or before the moment,
// of `after`; so the first one later is it or the one that follows.
function firstAfter(step: Step, anchor: Anchor, after: string): number {
  const count = Math.max(1, step.between(anchor.at, after));
  return step(anchor, count) > after ? count : count + 1;
}

function monthOf(at: string): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function addMonths({ at, day }: Anchor, months: number): string {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  date.setUTCFullYear(year, month, Math.min(day, lastDay));
  return date.toISOString();
}
