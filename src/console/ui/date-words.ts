const dayMs = 86_400_000;
const minuteMs = 60_000;

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Times of a day in words. */
const times: Readonly<Record<string, string>> = {
  morning: '09:00',
  noon: '12:00',
  midday: '12:00',
  afternoon: '14:00',
  evening: '18:00',
  tonight: '20:00',
  eod: '17:00',
};

/** A day as the time of its beginning, and the minute of the day, each if it is known. */
interface Found {
  readonly day?: number | undefined;
  readonly time?: string | undefined;
}

/**
 * The time that a text means, such as `fri 5pm`, `in 3 days`, `tomorrow` or `24 Dec`, as a
 * `datetime-local` field has it. Undefined when it means none. `now` has this form too; all is in
 * one time zone. A day without a time is at `usual`. `own` has the words of another language: in each
 * group, the English word and then those that mean the same.
 */
export function timeOfWords(
  text: string,
  now: string,
  usual: string,
  own = '',
): string | undefined {
  const time = readTime(text, now, usual, own);
  // A year of five digits is none of the field's.
  return time === undefined || time.startsWith('+') ? undefined : time;
}

function readTime(text: string, now: string, usual: string, own: string): string | undefined {
  const groups = own.split(';').map((group) => group.split(' '));
  const words = text
    .toLowerCase()
    .replaceAll(/[,]/g, ' ')
    .split(/\s+/)
    .map((word) => {
      const plain = word.replace(/^(\D+)\.$/, '$1');
      return groups.find((group) => group.includes(plain, 1))?.[0] ?? word;
    })
    .filter((word) => !['', 'at', 'on', 'the', 'of'].includes(word));
  if (words.length === 0) return undefined;
  const exact = exactTime(words, now);
  if (exact !== undefined) return exact;
  const found = read(words, now);
  if (found === undefined) return undefined;
  const time = found.time ?? usual;
  if (found.day !== undefined) return `${dateOf(found.day)}T${time}`;
  // A time that has passed today is that of tomorrow.
  const today = startOf(now);
  return time > now.slice(11) ? `${dateOf(today)}T${time}` : `${dateOf(today + dayMs)}T${time}`;
}

/** `in 3 hours`, `in 30 min` and `2h`. */
function exactTime(words: readonly string[], now: string): string | undefined {
  const [count, unit] = amountOf(words);
  if (count === undefined || unit === undefined) return undefined;
  const minutes = { m: 1, h: 60 }[unit];
  if (minutes === undefined) return undefined;
  const time = Date.parse(`${now}Z`) + count * minutes * minuteMs;
  return new Date(time).toISOString().slice(0, 16);
}

const units: Readonly<Record<string, string>> = {
  m: 'm',
  min: 'm',
  mins: 'm',
  minute: 'm',
  minutes: 'm',
  h: 'h',
  hour: 'h',
  hours: 'h',
  d: 'd',
  day: 'd',
  days: 'd',
  w: 'w',
  week: 'w',
  weeks: 'w',
  month: 'mo',
  months: 'mo',
  y: 'y',
  year: 'y',
  years: 'y',
};

/** A count and its unit: `in 3 days`, `in a week`, `3d`. */
function amountOf(words: readonly string[]): readonly [count?: number, unit?: string | undefined] {
  const given = words[0] === 'in' ? words.slice(1) : words;
  const [, joined, letter] =
    /^(\d{1,4})([a-z]+)$/.exec(given.length === 1 ? (given[0] ?? '') : '') ?? [];
  if (joined !== undefined) return [Number(joined), units[letter ?? '']];
  if (given.length !== 2) return [];
  const [count = '', unit = ''] = given;
  const isOne = count === 'a' || count === 'an' || count === 'one';
  return isOne || /^\d{1,4}$/.test(count) ? [isOne ? 1 : Number(count), units[unit]] : [];
}

/** Reads all words, or nothing. */
function read(words: readonly string[], now: string): Found | undefined {
  let found: Found = {};
  let rest = words;
  while (rest.length > 0) {
    const next = dayIn(rest, now) ?? clockIn(rest);
    if (next === undefined) return undefined;
    const [{ day, time }, length] = next;
    // Friday, 4 December: the date says all of it.
    if (time !== undefined && found.time !== undefined) return undefined;
    found = { day: day ?? found.day, time: time ?? found.time };
    rest = rest.slice(length);
  }
  return found;
}

type Read = readonly [found: Found, length: number] | undefined;

function clockIn(words: readonly string[]): Read {
  const [word = '', next = ''] = words;
  const named = times[word];
  if (named !== undefined) return [{ time: named }, 1];
  const isSpaced = ['am', 'pm', 'clock'].includes(next);
  const match = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm|h|clock)?$/.exec(isSpaced ? word + next : word);
  if (match === null) return undefined;
  const [, hour = '', minute, half] = match;
  if (minute === undefined && half === undefined) return undefined;
  const isTwelve = half === 'am' || half === 'pm';
  const number = Number(hour);
  if (isTwelve ? number < 1 || number > 12 : number > 23) return undefined;
  if (Number(minute ?? 0) > 59) return undefined;
  const hours = isTwelve ? (number % 12) + (half === 'pm' ? 12 : 0) : number;
  return [{ time: `${two(hours)}:${minute ?? '00'}` }, isSpaced ? 2 : 1];
}

function dayIn(words: readonly string[], now: string): Read {
  const today = startOf(now);
  const [word = '', next = '', third = ''] = words;
  if (word === 'today') return [{ day: today }, 1];
  if (word === 'yesterday') return [{ day: today - dayMs }, 1];
  if (word === 'tonight') return [{ day: today, time: times['tonight'] }, 1];
  if (['tomorrow', 'tmr', 'tom'].includes(word)) return [{ day: today + dayMs }, 1];
  const weekday = new Date(today).getUTCDay();
  const nextMonday = today + ((8 - weekday) % 7 || 7) * dayMs;
  if (word === 'this' && next === 'week') return [{ day: nextMonday - 7 * dayMs }, 2];
  if (word === 'last' && next === 'week') return [{ day: nextMonday - 14 * dayMs }, 2];
  if (word === 'this' && next === 'month') return [{ day: monthsAfter(today, 0, 1) }, 2];
  if (word === 'last' && next === 'month') return [{ day: monthsAfter(today, -1, 1) }, 2];
  if (word === 'next' && next === 'week') return [{ day: nextMonday }, 2];
  if (word === 'next' && next === 'month') return [{ day: monthsAfter(today, 1, 1) }, 2];
  if (word === 'eom' || (word === 'end' && next === 'month')) {
    return [{ day: monthsAfter(today, 1, 1) - dayMs }, word === 'eom' ? 1 : 2];
  }
  const isNext = word === 'next';
  const named = placeOf(days, isNext || word === 'this' ? next : word);
  if (named !== undefined) {
    const day = isNext
      ? nextMonday + ((named + 6) % 7) * dayMs
      : today + ((named - weekday + 7) % 7 || 7) * dayMs;
    return [{ day }, isNext || word === 'this' ? 2 : 1];
  }
  return amountIn(words, today) ?? dateIn([word, next, third], today);
}

function amountIn(words: readonly string[], today: number): Read {
  for (const length of [3, 2, 1]) {
    const part = words.slice(0, length);
    const [count, unit] = part.length === length ? amountOf(part) : [];
    if (count !== undefined) {
      const isAgo = words[length] === 'ago' && words[0] !== 'in';
      if (isAgo && unit === 'd') return [{ day: today - count * dayMs }, length + 1];
      if (isAgo && unit === 'w') return [{ day: today - count * 7 * dayMs }, length + 1];
      if (unit === 'd') return [{ day: today + count * dayMs }, length];
      if (unit === 'w') return [{ day: today + count * 7 * dayMs }, length];
      if (unit === 'mo') return [{ day: monthsAfter(today, count) }, length];
      if (unit === 'y') return [{ day: monthsAfter(today, count * 12) }, length];
    }
  }
  return undefined;
}

/** `2026-12-24`, `24.12.`, `24/12/2026`, `24 Dec`, `Dec 24` and `24th December 2026`. */
function dateIn([first = '', second = '', third = '']: readonly string[], today: number): Read {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:t(\d{2}:\d{2}))?$/.exec(first);
  if (iso !== null) {
    const day = dayOf(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
    return day === undefined ? undefined : [{ day, time: iso[4] }, 1];
  }
  // The day comes first, as in the dates that the console shows.
  const dotted =
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(first) ??
    /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(first);
  if (dotted !== null) {
    const day = comingDay(dotted[3] ?? '', Number(dotted[2]) - 1, Number(dotted[1]), today);
    return day === undefined ? undefined : [{ day }, 1];
  }
  const isDayFirst = /^\d/.test(first);
  const number = /^(\d{1,2})(?:st|nd|rd|th|\.)?$/.exec(isDayFirst ? first : second)?.[1];
  const month = placeOf(months, isDayFirst ? second : first);
  if (number === undefined || month === undefined) return undefined;
  const year = /^\d{4}$/.test(third) ? third : '';
  const day = comingDay(year, month, Number(number), today);
  return day === undefined ? undefined : [{ day }, year === '' ? 2 : 3];
}

/** The day of this year, or of the next one when no year is given and it has passed. */
function comingDay(year: string, month: number, day: number, today: number): number | undefined {
  if (year !== '') return dayOf(Number(year), month, day);
  const thisYear = new Date(today).getUTCFullYear();
  const own = dayOf(thisYear, month, day);
  return own !== undefined && own < today ? dayOf(thisYear + 1, month, day) : own;
}

/** A day that the month has; undefined for others. */
function dayOf(year: number, month: number, day: number): number | undefined {
  const time = Date.UTC(year, month, day);
  return new Date(time).getUTCMonth() === month && day > 0 ? time : undefined;
}

/** The same day some months later, or the last one of a shorter month. */
function monthsAfter(today: number, count: number, day?: number): number {
  const from = new Date(today);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + count];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day ?? from.getUTCDate(), last));
}

/** The place of a name of which at least three letters are given. */
function placeOf(names: readonly string[], word: string): number | undefined {
  const letters = word.replace(/\.$/, '');
  const place = names.findIndex((name) => letters.length >= 3 && name.startsWith(letters));
  return place === -1 ? undefined : place;
}

function startOf(local: string): number {
  return Date.parse(`${local.slice(0, 10)}T00:00Z`);
}

function dateOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
