import { limits } from '../../../../generated/limits';
import { DAY, addMilliseconds } from '../../../platform/time';

/** The columns of an action that decide its next occurrence. Times are ISO 8601 UTC. */
export interface Repetition {
  readonly repeat_type: 'none' | 'from_completion' | 'from_due';
  readonly repeat_unit: 'day' | 'week' | 'month' | 'year' | null;
  readonly repeat_interval: number;
  /** The intended day of the month if the month of `due_at` is too short for it, else null. */
  readonly repeat_day: number | null;
  readonly due_at: string | null;
  readonly defer_until: string | null;
}

/** The times of an occurrence. */
export type Occurrence = Pick<Repetition, 'due_at' | 'defer_until' | 'repeat_day'>;

/** A point in time and the intended day of the month. */
interface Anchor {
  readonly at: string;
  readonly day: number;
}

// The contract accepts no later year.
const LAST_YEAR = limits.last_year;

/**
 * The next occurrence of a completed action. Undefined when the action does not repeat, or when the
 * next occurrence is later than the last year of the contract.
 *
 * `from_completion` counts from the completion. `from_due` counts from `due_at`, or from the
 * completion without one, and skips missed occurrences: the next one is after the completion. All
 * in UTC. In a month that is too short, the occurrence is on the last day, and `repeat_day` stores
 * the intended day: 31 January is followed by 28 February, and that by 31 March.
 *
 * The time between `defer_until` and `due_at` stays the same. If the action has only `defer_until`,
 * so does the next occurrence; otherwise the next occurrence has a `due_at`.
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
    ...timesOf(of, next),
    repeat_day: type === 'from_due' && isMoved ? anchor.day : null,
  };
}

function timesOf(
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

/** The point in time that is `count` intervals after an anchor. */
type Step = ((anchor: Anchor, count: number) => string) & {
  /** The estimated number of intervals between two points in time, at most one too many. */
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

// The estimate is exact or one too many, so the first later occurrence is that one or the next.
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
