const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const minuteMs = 60_000;

const days = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const months =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

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
  // The server takes the years from 1000 to 2999.
  return time !== undefined && /^[12]/.test(time) ? time : undefined;
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

/** The letters of a unit; undefined for other words. */
function unitOf(word: string): string | undefined {
  const unit = /^(?:(m)(?:in(?:ute)?)?|(h)(?:our)?|(d)(?:ay)?|(w)(?:eek)?|(mo)nth|(y)(?:ear)?)s?$/;
  return unit.exec(word)?.slice(1).find(Boolean);
}

/** A count and its unit: `in 3 days`, `in a week`, `3d`. */
function amountOf(words: readonly string[]): readonly [count?: number, unit?: string | undefined] {
  const given = words[0] === 'in' ? words.slice(1) : words;
  const [, joined, letter] =
    /^(\d{1,4})([a-z]+)$/.exec(given.length === 1 ? (given[0] ?? '') : '') ?? [];
  if (joined !== undefined) return [Number(joined), unitOf(letter ?? '')];
  if (given.length !== 2) return [];
  const [count = '', unit = ''] = given;
  const isOne = count === 'a' || count === 'an' || count === 'one';
  return isOne || /^\d{1,4}$/.test(count) ? [isOne ? 1 : Number(count), unitOf(unit)] : [];
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
  const step = { last: -1, this: 0, next: 1 }[word];
  if (step !== undefined && next === 'week') return [{ day: nextMonday + (step - 1) * weekMs }, 2];
  if (step !== undefined && next === 'month') return [{ day: monthsAfter(today, step, 1) }, 2];
  if (word === 'eom' || (word === 'end' && next === 'month')) {
    return [{ day: monthsAfter(today, 1, 1) - dayMs }, word === 'eom' ? 1 : 2];
  }
  const isNamed = step !== undefined && step >= 0;
  const named = placeOf(days, isNamed ? next : word);
  if (named !== undefined) {
    const day =
      step === 1
        ? nextMonday + ((named + 6) % 7) * dayMs
        : today + ((named - weekday + 7) % 7 || 7) * dayMs;
    return [{ day }, isNamed ? 2 : 1];
  }
  return amountIn(words, today) ?? dateIn([word, next, third], today);
}

function amountIn(words: readonly string[], today: number): Read {
  for (const length of [3, 2, 1]) {
    const part = words.slice(0, length);
    const [count, unit] = part.length === length ? amountOf(part) : [];
    if (count !== undefined) {
      const days = { d: count, w: count * 7 }[unit ?? ''];
      if (days !== undefined) {
        const isAgo = words[length] === 'ago' && words[0] !== 'in';
        return [{ day: today + (isAgo ? -days : days) * dayMs }, isAgo ? length + 1 : length];
      }
      const months = { mo: count, y: count * 12 }[unit ?? ''];
      if (months !== undefined) return [{ day: monthsAfter(today, months) }, length];
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
