import { useEffect, useState } from 'react';
import { useTimeZone } from './time-zone';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const tickSeconds = 20;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'long' });

/** A time relative to now, such as `3 hours ago`. */
function relativeTime(iso: string, now: number): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? [undefined, 1];
  // What has just happened is newer than the last tick.
  if (unit === undefined) return seconds > tickSeconds ? 'in a moment' : 'just now';
  return relative.format(Math.trunc(seconds / size), unit);
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

/** A relative time that keeps ticking, with the exact one in the workspace's time zone on hover. */
export function Time({ at }: { readonly at: string }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const exact = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  });
  return (
    <time dateTime={at} title={`${exact.format(new Date(at))} (${timeZone})`}>
      {relativeTime(at, now)}
    </time>
  );
}
