import type { components } from '../../../generated/types';
import { asLine } from '../../platform/control-characters';
import { isInvisible, nameKey } from '../../platform/name-key';
import { countCharacters } from '../../platform/text-length';

/** An action to import. */
export type Item = components['schemas']['ActionImportItem'];

type Note = NonNullable<Item['notes']>[number];
type Link = NonNullable<Item['links']>[number];

const maxLabels = 20;
const maxLabelLength = 50;
const maxNotes = 100;
const maxLinks = 20;
const maxLinkTitle = 200;
const maxTitle = 500;
const maxText = 65_536;
const maxListed = 1000;

/** The columns and values that became nothing, with the number of rows. */
export class Unmapped {
  private readonly counts = new Map<string, { column: string; value: string; count: number }>();

  /** Counts a value of a column; without a value, the whole column. */
  add(column: string, value = ''): void {
    const key = JSON.stringify([column, value]);
    const known = this.counts.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.counts.size < maxListed) this.counts.set(key, { column, value, count: 1 });
    else if (value !== '') this.add(column);
  }

  /** The lines of a table, the most frequent first. */
  lines(): string[] {
    const rows = [...this.counts.values()].toSorted((one, other) => other.count - one.count);
    if (rows.length === 0) return [];
    const cells = rows.map(({ column, value, count }) => [
      short(column),
      value === '' ? 'the whole column' : short(value),
      String(count),
    ]);
    const table = [['Column', 'Value', 'Rows'], ...cells];
    const widths = [0, 1].map((at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
    return table.map(
      (row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`,
    );
  }
}

function short(text: string): string {
  const [start, rest] = cut(asLine(text), 39);
  return rest === '' ? start : `${start}…`;
}

/** What a row of a source has, as its format names it. */
export interface Row {
  readonly key: string;
  readonly title: string;
  readonly details?: string;
  readonly status?: Item['status'];
  readonly priority?: string;
  readonly labels?: readonly string[];
  readonly due?: string;
  readonly created?: string;
  readonly completed?: string;
  readonly notes?: readonly {
    readonly author: string;
    readonly at: string;
    readonly text: string;
  }[];
  readonly links?: readonly { readonly url: string; readonly title?: string | undefined }[];
}

/** The names of the columns that a row's parts come from, for the table of what was not mapped. */
export type Columns = Readonly<
  Record<'title' | 'details' | 'priority' | 'labels' | 'due' | 'notes' | 'links', string>
> & { readonly created: string; readonly completed: string };

/**
 * The item of a row. What does not fit the limits of the service is counted as not mapped; a title
 * that is too long goes on in the details.
 */
export function itemOf(row: Row, columns: Columns, unmapped: Unmapped): Item {
  const now = new Date().toISOString();
  const [title, rest] = cut(clean(asLine(row.title)).trim(), maxTitle);
  const whole = [rest === '' ? '' : `…${rest}`, clean(row.details ?? '')];
  const [details, lost] = cut(whole.filter((part) => part !== '').join('\n\n'), maxText);
  if (lost !== '') unmapped.add(columns.details, 'the end of a long text');
  const due = timeOf(row.due, columns.due, unmapped, { endOfDay: true });
  const { created, completed } = spanOf(row, columns, { unmapped, now });
  const labels = labelsOf(row.labels ?? [], columns.labels, unmapped);
  const notes = notesOf(row.notes ?? [], columns.notes, { unmapped, now });
  const links = linksOf(row.links ?? [], columns.links, unmapped);
  const priority = priorityOf(row.priority ?? '', columns.priority, unmapped);
  const { status } = row;
  return {
    import_key: row.key,
    title,
    ...(!isInvisible(details.trim()) && { details }),
    ...(status !== undefined && { status }),
    ...(priority !== undefined && { priority }),
    ...(labels.length > 0 && { labels }),
    ...(due !== undefined && { due_at: due }),
    ...(created !== undefined && { created_at: created }),
    ...(completed !== undefined && { completed_at: completed }),
    ...(notes.length > 0 && { notes }),
    ...(links.length > 0 && { links }),
  };
}

/** The times of creation and completion. No work ends before its creation. */
function spanOf(
  row: Row,
  columns: Columns,
  { unmapped, now }: { readonly unmapped: Unmapped; readonly now: string },
): { created?: string | undefined; completed?: string | undefined } {
  const created = timeOf(row.created, columns.created, unmapped, { last: now });
  const completed = timeOf(row.completed, columns.completed, unmapped, { last: now });
  if (row.status !== 'done') {
    const state = row.status ?? 'open';
    if (completed !== undefined) unmapped.add(columns.completed, `a time on ${state} work`);
    return { created };
  }
  if (completed === undefined) {
    unmapped.add(columns.completed, 'no valid time: the import time is used');
    return { created };
  }
  // The service would use the time of the import, which is after the completion.
  if (created === undefined) return { created: completed, completed };
  if (created <= completed) return { created, completed };
  // A day without a time begins before work that was created and completed on it.
  const endOfDay = parseTime(row.completed ?? '', true) ?? '';
  if (created <= endOfDay) return { created, completed: created };
  unmapped.add(columns.created, 'later than the completion');
  return { created: completed, completed };
}

// No database stores NUL, and no JSON half a surrogate pair.
function clean(text: string): string {
  return Buffer.from(text.replaceAll('\0', '')).toString();
}

function cut(text: string, length: number): [string, string] {
  if (text.length <= length) return [text, ''];
  // As the service counts characters.
  const characters = Array.from(text);
  return [characters.slice(0, length).join(''), characters.slice(length).join('')];
}

function labelsOf(names: readonly string[], column: string, unmapped: Unmapped): string[] {
  const labels = new Map<string, string>();
  for (const name of names.map((each) => clean(asLine(each)).trim())) {
    if (isInvisible(name) || labels.has(nameKey(name))) continue;
    const fits = countCharacters(name) <= maxLabelLength && labels.size < maxLabels;
    if (fits) labels.set(nameKey(name), name);
    else unmapped.add(column, name);
  }
  return [...labels.values()];
}

function notesOf(
  notes: NonNullable<Row['notes']>,
  column: string,
  { unmapped, now }: { readonly unmapped: Unmapped; readonly now: string },
): Note[] {
  const shown = notes.filter(({ text }) => !isInvisible(text.trim()));
  if (shown.length > maxNotes) unmapped.add(column, `after the first ${maxNotes}`);
  return shown.slice(0, maxNotes).map(({ author, at, text }) => {
    const created = timeOf(at, column, unmapped, { last: now });
    const by = author === '' ? '' : `**${clean(asLine(author))}** wrote:\n\n`;
    const [body, lost] = cut(`${by}${clean(text)}`, maxText);
    if (lost !== '') unmapped.add(column, 'the end of a long comment');
    return { body, ...(created !== undefined && { created_at: created }) };
  });
}

function linksOf(links: NonNullable<Row['links']>, column: string, unmapped: Unmapped): Link[] {
  return links.flatMap(({ url, title }, index) => {
    if (!/^https?:\/\/[^\s/?#]\S*$/.test(url) || url.length > 2000 || index >= maxLinks) {
      unmapped.add(column, url);
      return [];
    }
    const [name, lost] = cut(clean(asLine(title ?? '')).trim(), maxLinkTitle);
    if (lost !== '') unmapped.add(column, 'the end of a long title of a link');
    return { url, ...(!isInvisible(name) && { title: name }) };
  });
}

const priorities: readonly (readonly [number, string])[] = [
  [0, 'none|no priority|0'],
  [1, 'low|lowest|minor|trivial|1'],
  [2, 'medium|normal|2'],
  [3, 'high|major|3'],
  [4, 'urgent|highest|critical|blocker|4'],
];

function priorityOf(text: string, column: string, unmapped: Unmapped): number | undefined {
  const name = text.trim().toLowerCase();
  if (name === '') return undefined;
  const found = priorities.find(([, names]) => names.split('|').includes(name));
  if (found === undefined) unmapped.add(column, text);
  return found?.[0];
}

const doneNames = 'done|completed|complete|closed|resolved|fixed';
const droppedNames =
  "dropped|canceled|cancelled|duplicate|won't do|wont do|won't fix|wontfix|not planned|declined|rejected|abandoned|cannot reproduce|invalid";
const openNames = 'open|inbox|todo|to do|backlog|new|triage|ready';

/** The state of work by its name in the source: undefined for open work. */
export function statusOf(text: string): { status: 'done' | 'dropped' | undefined; known: boolean } {
  const name = text.trim().toLowerCase().replaceAll('_', ' ').replaceAll('’', "'");
  if (doneNames.split('|').includes(name)) return { status: 'done', known: true };
  if (droppedNames.split('|').includes(name)) return { status: 'dropped', known: true };
  return { status: undefined, known: name === '' || openNames.split('|').includes(name) };
}

function timeOf(
  text: string | undefined,
  column: string,
  unmapped: Unmapped,
  { endOfDay = false, last = '3000' } = {},
): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const at = parseTime(text, endOfDay);
  if (at !== undefined && at <= last) return at;
  unmapped.add(column, text);
  return undefined;
}

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'.split('|');

/**
 * A time as the services write it: ISO 8601, `Fri Mar 15 2024 10:00:00 GMT+0000`, or Jira's
 * `15/Mar/24 3:04 PM`. Without a zone, it is in UTC. With `endOfDay`, a day without a time is its
 * end, as is midnight without a zone: Jira exports due dates with midnight. Undefined for other
 * texts.
 */
export function parseTime(text: string, endOfDay = false): string | undefined {
  const given = text.trim();
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    given,
  );
  if (iso !== null) {
    const [, day = '', clock = '00:00', seconds = ':00', , zone] = iso;
    if (!isDay(day)) return undefined;
    if (zone === undefined && `${clock}${seconds}` === '00:00:00') {
      return instant(dayTime(day, endOfDay));
    }
    const offset = zone?.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : (zone ?? 'Z');
    return instant(`${day}T${clock}${seconds}${offset}`);
  }
  const jira =
    /^(\d{1,2})\/([A-Za-z]{3})\/(\d{2}|\d{4})(?: (\d{1,2}):(\d\d)(?: ?([AaPp])[Mm])?)?$/.exec(
      given,
    );
  if (jira !== null) {
    const [, date = '', name = '', year = '', hour = '0', minute = '00', half] = jira;
    const month = months.indexOf(name.toLowerCase()) + 1;
    const day = `${year.padStart(4, '20')}-${two(month)}-${two(Number(date))}`;
    if (!isDay(day)) return undefined;
    const pm = half?.toLowerCase() === 'p' ? 12 : 0;
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + pm;
    if (hours === 0 && minute === '00') return instant(dayTime(day, endOfDay));
    return instant(`${day}T${two(hours)}:${minute}:00Z`);
  }
  // As JavaScript writes a Date, without the zone's name.
  const [written = ''] = given.split(' (');
  const parts = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d\d) (\d{4}) [\d:]{8} GMT[+-]\d{4}$/.exec(
    written,
  );
  if (parts === null) return undefined;
  const [, name = '', date = '', year = ''] = parts;
  const month = months.indexOf(name.toLowerCase()) + 1;
  return isDay(`${year}-${two(month)}-${date}`) ? instant(written) : undefined;
}

// JavaScript takes February 30 for March 2.
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function dayTime(day: string, endOfDay: boolean): string {
  return `${day}T${endOfDay ? '23:59:59' : '00:00:00'}Z`;
}

function instant(text: string): string | undefined {
  const time = Date.parse(text);
  const at = Number.isNaN(time) ? undefined : new Date(time).toISOString();
  return at !== undefined && at >= '1000' && at < '3000' ? at : undefined;
}
