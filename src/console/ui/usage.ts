import type { components } from 'callboard-client';
import { language, t } from '../texts/texts';

type Usage = components['schemas']['Usage'];

const dollars = new Intl.NumberFormat(language, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});
const whole = new Intl.NumberFormat(language);
const unit = (name: 'day' | 'hour' | 'minute' | 'second') =>
  new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' });
const [days, hours, minutes, seconds] = [unit('day'), unit('hour'), unit('minute'), unit('second')];

/** The amounts of a usage in words; empty if nothing was reported. */
export function wordsOfUsage({
  model,
  input_tokens: read,
  output_tokens: written,
  cost_usd_micros: cost,
  seconds: time,
}: Usage): string {
  return [
    cost === undefined ? undefined : dollars.format(cost / 1_000_000),
    time === undefined ? undefined : wordsOfSeconds(time),
    read === undefined ? undefined : t('{tokens} tokens read', { tokens: whole.format(read) }),
    written === undefined
      ? undefined
      : t('{tokens} tokens written', { tokens: whole.format(written) }),
    model,
  ]
    .filter((words) => words !== undefined)
    .join(' · ');
}

/** A length of time in hours and minutes, or in days if it is long. */
export function wordsOfSeconds(time: number): string {
  if (time < 60) return seconds.format(time);
  if (time >= 172_800) return days.format(Math.round(time / 86_400));
  const total = Math.round(time / 60);
  const [hour, minute] = [Math.floor(total / 60), total % 60];
  if (hour === 0) return minutes.format(minute);
  return minute === 0 ? hours.format(hour) : `${hours.format(hour)} ${minutes.format(minute)}`;
}
