import { useEffect, useState, useSyncExternalStore } from 'react';
import { storedName } from '../api/workspace';
import { dateLocale, language, t } from '../texts/texts';

const daySeconds = 86_400;
const tickSeconds = 20;

const relative = new Intl.RelativeTimeFormat(language);

/** A time of the next or last day relative to now, such as `3 hours ago`; undefined for others. */
function relativeTime(seconds: number): string | undefined {
  const length = Math.abs(seconds);
  if (length >= daySeconds) return undefined;
  // What has just happened is newer than the last tick.
  if (length < 60) return seconds > tickSeconds ? t('in a moment') : t('just now');
  const [unit, size] = length < 3570 ? (['minute', 60] as const) : (['hour', 3600] as const);
  return relative.format(Math.round(seconds / size), unit);
}

/** The current time, which changes with each tick. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickSeconds * 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * A time of the next or last day relative to now, which keeps ticking; of another day its date, such
 * as `Fri 4 Dec, 17:00`. In the time zone of the browser, with all of it on hover. With `isDate`, as
 * after "until", it is always a date.
 */
export function Time({ at, isDate }: { readonly at: string; readonly isDate?: boolean }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const time = Date.parse(at);
  return (
    <Moment at={at}>
      {(isDate === true ? undefined : relativeTime((time - now) / 1000)) ??
        dateOf('date', time, now, timeZone)}
    </Moment>
  );
}

/** A time in these words. All of it is made on hover, because the first format takes long. */
export function Moment({ at, children }: { readonly at: string; readonly children: string }) {
  const timeZone = useTimeZone();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It only shows a title.
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget: shown }) => {
        shown.title = `${format('exact', timeZone, Date.parse(at))} (${timeZone})`;
      }}
    >
      {children}
    </time>
  );
}

// No time zone is further from UTC.
const furthestMs = 14 * 3_600_000;

/** A date with or without a time of day, and with its year unless it is this one. */
export function dateOf(kind: 'date' | 'day', time: number, now: number, timeZone: string): string {
  const years = [time, now].flatMap((at) =>
    [-furthestMs, furthestMs].map((offset) => new Date(at + offset).getUTCFullYear()),
  );
  const yearOf = (at: number): string => toLocal(new Date(at).toISOString(), timeZone).slice(0, 4);
  // Only around a new year the time zone counts, whose format would take long.
  const isThisYear = new Set(years).size === 1 || yearOf(time) === yearOf(now);
  return format(isThisYear ? kind : `${kind}-year`, timeZone, time);
}

const day = { day: 'numeric', month: 'short' } as const;
const date = { weekday: 'short', ...day, hour: '2-digit', minute: '2-digit' } as const;
const year = { year: 'numeric' } as const;

const kinds = {
  exact: { dateStyle: 'full', timeStyle: 'short' },
  day,
  'day-year': { ...day, ...year },
  date,
  'date-year': { ...date, ...year },
  'weekday-year': { weekday: 'short', ...day, ...year },
  zoned: { ...date, ...year, timeZoneName: 'short' },
} as const;

// To make a format takes longer than to use it, and a list shows many times.
const formats = new Map<string, Intl.DateTimeFormat>();

function format(kind: keyof typeof kinds, timeZone: string, time: number): string {
  const key = kind + timeZone;
  const made =
    formats.get(key) ?? new Intl.DateTimeFormat(dateLocale, { ...kinds[kind], timeZone });
  formats.set(key, made);
  return made.format(time);
}

const wholeMinutes = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:00(\.0+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * A time with its zone, such as `Fri 4 Dec 2026, 17:00 CET`. Undefined for a text that is no time of
 * whole minutes, because these words would not say all of it.
 */
export function timeInWords(iso: string): string | undefined {
  const [, dayOfIt = ''] = wholeMinutes.exec(iso) ?? [];
  const time = Date.parse(iso);
  const isTime = isDay(dayOfIt) && !Number.isNaN(time);
  return isTime ? format('zoned', timeZone(), time) : undefined;
}

/** A day such as `2026-12-04` in words; undefined for other texts. */
export function dayInWords(text: string): string | undefined {
  return isDay(text) ? format('weekday-year', 'UTC', Date.parse(text)) : undefined;
}

// Date.parse takes the 30th of February for the 2nd of March.
function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

const setting = (): string => storedName('time-zone');
const listeners = new Set<() => void>();

/** The time zone in which this browser shows times: the chosen one, or its own. */
export function useTimeZone(): string {
  return useSyncExternalStore(subscribe, timeZone);
}

/** Chooses the time zone in which this browser shows times. */
export function setTimeZone(zone: string): void {
  localStorage.setItem(setting(), zone);
  for (const listener of listeners) listener();
}

let known: { readonly stored: string | null; readonly zone: string } | undefined;

function timeZone(): string {
  const stored = localStorage.getItem(setting());
  if (known?.stored !== stored) known = { stored, zone: zoneOf(stored) };
  return known.zone;
}

function zoneOf(stored: string | null): string {
  try {
    return Intl.DateTimeFormat('en', { timeZone: stored ?? undefined }).resolvedOptions().timeZone;
  } catch {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const dayMs = 86_400_000;
const lastMs = Date.UTC(9999, 11, 29);

/** A time as a `datetime-local` field has it, in this time zone; empty for none. */
export function toLocal(iso: string | null, timeZone: string): string {
  if (iso === null) return '';
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  });
  // The year 999 has three digits.
  return format.format(new Date(iso)).replace(' ', 'T').padStart(16, '0');
}

/** The time that a `datetime-local` field means in this time zone; null for an empty field. */
export function fromLocal(text: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return null;
  // Without room for an offset and the days around it, the time counts as UTC.
  if (Math.abs(asUtc) > lastMs) return new Date(asUtc).toISOString();
  const offsetAt = (time: number): number =>
    Date.parse(`${toLocal(new Date(time).toISOString(), timeZone)}Z`) - time;
  // The offsets before and after a change of clocks. Of a time that occurs twice the first one
  // counts, and a time that the clock skips moves on, as in repeat rules.
  const [first, later] = [-dayMs, dayMs].map((days) =>
    new Date(asUtc - offsetAt(asUtc + days)).toISOString(),
  );
  return (
    [first, later].find((at) => at !== undefined && toLocal(at, timeZone) === text) ?? first ?? null
  );
}
