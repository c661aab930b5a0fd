/** A time until which an action can be deferred. */
export interface DeferTime {
  /** The choice, such as `Tomorrow morning`. */
  readonly label: string;
  /** The time in words, such as `Mon 30 Nov, 09:00`. */
  readonly name: string;
  readonly at: string;
}

const morning = 9;
const dayMs = 86_400_000;

/** The sensible times after `now`, each in the morning of the time zone. */
export function deferTimes(now: number, timeZone: string): readonly DeferTime[] {
  // The day of the time zone, as if it were one of UTC.
  const today = Math.floor(wallClock(now, timeZone) / dayMs) * dayMs;
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
  const wanted = Date.parse(`${date}T00:00:00Z`) + morning * 3_600_000;
  // The offset is that of the wanted time, which is known only after a first guess.
  const guess = wanted - (wallClock(wanted, timeZone) - wanted);
  const at = guess - (wallClock(guess, timeZone) - wanted);
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return { name: format.format(at), at: new Date(at).toISOString() };
}

/** The date of tomorrow in the time zone, such as `2026-11-30`. */
export function tomorrow(now: number, timeZone: string): string {
  return new Date(wallClock(now, timeZone) + dayMs).toISOString().slice(0, 10);
}

/** What a clock in the time zone shows, as if it were one of UTC. */
function wallClock(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((each) => each.type === type)?.value ?? 0);
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
}
