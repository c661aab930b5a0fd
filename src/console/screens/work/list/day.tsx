import { useSyncExternalStore } from 'react';
import { dateOf, Moment, useTimeZone } from '../../../ui/time';
import { language, t } from '../../../texts/texts';

const dayMs = 86_400_000;
const tickMs = 30_000;

// One timer for all rows: thousands of them would be a long task every half minute.
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, tickMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time to half a minute, for many rows at once. */
export function useCoarseNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'short' });

/** A time in the width of a narrow column: `3 hr. ago`, `4 Dec` or `4 Dec 2027`. All of it on hover. */
export function Day({ at }: { readonly at: string }) {
  const timeZone = useTimeZone();
  const time = Date.parse(at);
  const text = useSyncExternalStore(subscribe, () => textOf(time, now, timeZone));
  return <Moment at={at}>{text}</Moment>;
}

function textOf(time: number, at: number, timeZone: string): string {
  const length = Math.abs(time - at);
  if (length < 60_000) return t('now');
  if (length >= dayMs) return dateOf('day', time, at, timeZone);
  const hours = Math.trunc((time - at) / 3_600_000);
  return hours === 0
    ? relative.format(Math.trunc((time - at) / 60_000), 'minute')
    : relative.format(hours, 'hour');
}
