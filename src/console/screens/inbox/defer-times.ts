import { fromLocal, toLocal } from '../../ui/local-time';

/** A time until which an action can be deferred. */
export interface DeferTime {
  /** The choice, such as `Tomorrow morning`. */
  readonly label: string;
  /** The time in words, such as `Mon 30 Nov, 09:00`. */
  readonly name: string;
  readonly at: string;
}

const morning = 'T09:00';
const dayMs = 86_400_000;

/** The sensible times after `now`, each in the morning of the time zone. */
export function deferTimes(now: number, timeZone: string): readonly DeferTime[] {
  const today = dayOf(now, timeZone);
  const weekday = new Date(today).getUTCDay();
  const untilMonday = (8 - weekday) % 7 || 7;
  const choices = [
    ['Tomorrow morning', 1],
    ['Next Monday', untilMonday],
    ['In a week', 7],
  ] as const;
  return choices.map(([label, days]) => ({
    label,
    ...timeOn(new Date(today + days * dayMs).toISOString().slice(0, 10), timeZone),
  }));
}

/** The morning of a date such as `2026-11-30` in the time zone, with its name. */
export function timeOn(date: string, timeZone: string): Omit<DeferTime, 'label'> {
  const at = fromLocal(date + morning, timeZone) ?? '';
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return { name: format.format(new Date(at)), at };
}

/** The date of tomorrow in the time zone, such as `2026-11-30`. */
export function tomorrow(now: number, timeZone: string): string {
  return new Date(dayOf(now, timeZone) + dayMs).toISOString().slice(0, 10);
}

/** The day of the time zone, as if it were one of UTC. */
function dayOf(now: number, timeZone: string): number {
  return Date.parse(toLocal(new Date(now).toISOString(), timeZone).slice(0, 10));
}
