import { createHash } from 'node:crypto';
import { CommandError, UsageError } from '../failure';
import { type Columns, parseTime, type Row, statusOf, type Unmapped } from './fields';
import type { CsvRow } from './csv-rows';

/** The options that formats read. */
export interface FormatOptions {
  /** The beginning of import keys. */
  readonly source: string;
  /** The address of the site that the records are on, for their links. */
  readonly site: string | undefined;
  /** The headers of fields, by the field. */
  readonly map: ReadonlyMap<string, string>;
}

/** A format of CSV files. */
export interface CsvFormat {
  readonly columns: Columns;
  /** The reader of rows by the header. Throws a CommandError for a header without a title. */
  readonly begin: (header: CsvRow, options: FormatOptions, unmapped: Unmapped) => RowReader;
}

type RowReader = (row: CsvRow) => Row;

/** The cells of a row by the names of their columns; a name may be repeated. */
interface Cells {
  /** The first cell of the columns that is not empty. Others are counted as not mapped. */
  readonly one: (...names: readonly string[]) => string;
  /** All cells that are not empty. */
  readonly all: (...names: readonly string[]) => string[];
}

/**
 * Reads cells by names without case. Columns that no call has named are counted as not mapped, where
 * a row has a value.
 */
function cellReader(header: CsvRow, unmapped: Unmapped) {
  const names = header.cells.map((name) => name.trim().toLowerCase());
  const used = new Set<string>();
  const read = (row: CsvRow): Cells => {
    const found = (wanted: readonly string[]) => {
      const keys = new Set(wanted.map((name) => name.toLowerCase()));
      return [...keys].flatMap((key) => {
        used.add(key);
        return names.flatMap((name, at) => {
          const cell = row.cells[at] ?? '';
          return name === key && cell.trim() !== '' ? { column: header.cells[at] ?? '', cell } : [];
        });
      });
    };
    const one = (...wanted: readonly string[]): string => {
      const [first, ...others] = found(wanted);
      for (const { column, cell } of others) {
        if (cell !== first?.cell) unmapped.add(column, 'of a second column');
      }
      return first?.cell ?? '';
    };
    return { one, all: (...wanted) => found(wanted).map(({ cell }) => cell) };
  };
  const countOthers = (row: CsvRow): void => {
    const others = new Set(
      header.cells.filter(
        (name, at) => !used.has(name.trim().toLowerCase()) && (row.cells[at] ?? '').trim() !== '',
      ),
    );
    for (const name of others) unmapped.add(name.trim() === '' ? '(no name)' : name);
  };
  const demand = (...wanted: readonly string[]): void => {
    if (wanted.some((name) => names.includes(name.toLowerCase()))) return;
    throw new CommandError(
      `Row 1 of the file has no column ${wanted.join(' or ')}. Is it a file of this format?`,
    );
  };
  return { read, countOthers, demand };
}

function titleOf(row: CsvRow, title: string): string {
  if (title.trim() !== '') return title;
  throw new CommandError(`Row ${row.number} of the file has no title.`);
}

/** A key of at most 200 characters. */
export function keyOf(source: string, id: string): string {
  const key = `${source}:${id.trim()}`;
  if (key.length <= 200) return key;
  return `${source}:sha256:${createHash('sha256').update(id).digest('hex')}`;
}

function stateOf(text: string, column: string, unmapped: Unmapped): Row['status'] {
  const { status, known } = statusOf(text);
  if (!known) unmapped.add(column, text);
  return status;
}

// Exports write an apostrophe before what a spreadsheet would run.
function withoutApostrophe(text: string): string {
  return text.replace(/^'(?=[=+\-@＝＋－＠])/, '');
}

function siteLink(site: string | undefined, path: string, title: string) {
  return site === undefined ? [] : [{ url: `${site.replace(/\/$/, '')}/${path}`, title }];
}

/** The export of issues of Linear (https://linear.app/docs/exporting-data). */
export const linear: CsvFormat = {
  columns: {
    title: 'Title',
    details: 'Description',
    priority: 'Priority',
    labels: 'Labels',
    due: 'Due Date',
    created: 'Created',
    completed: 'Completed',
    notes: 'Canceled',
    links: '',
  },
  begin(header, { source, site }, unmapped) {
    const { read, countOthers, demand } = cellReader(header, unmapped);
    demand('ID');
    demand('Title');
    return (row) => {
      const { one } = read(row);
      const id = one('ID');
      if (id === '') throw new CommandError(`Row ${row.number} of the file has no ID.`);
      const named = stateOf(one('Status'), 'Status', unmapped);
      const completed = one('Completed');
      const canceled = one('Canceled');
      const ended = canceled === '' ? (completed === '' ? named : 'done') : 'dropped';
      const mapped: Row = {
        key: keyOf(source, id),
        title: titleOf(row, withoutApostrophe(one('Title'))),
        details: withoutApostrophe(one('Description')),
        priority: one('Priority'),
        labels: one('Labels').split(','),
        due: one('Due Date'),
        created: one('Created'),
        completed,
        // Dropped work has no time of its end.
        notes: canceled === '' ? [] : [{ author: '', at: canceled, text: 'Canceled in Linear.' }],
        links: siteLink(site, `issue/${id}`, `Linear ${id}`),
        ...(ended !== undefined && { status: ended }),
      };
      countOthers(row);
      return mapped;
    };
  },
};

/** The CSV export of a search of Jira, which repeats columns of several values. */
export const jira: CsvFormat = {
  columns: {
    title: 'Summary',
    details: 'Description',
    priority: 'Priority',
    labels: 'Labels',
    due: 'Due date',
    created: 'Created',
    completed: 'Resolved',
    notes: 'Comment',
    links: 'Attachment',
  },
  begin(header, { source, site }, unmapped) {
    const { read, countOthers, demand } = cellReader(header, unmapped);
    demand('Issue key');
    demand('Summary');
    return (row) => {
      const { one, all } = read(row);
      const id = one('Issue key');
      if (id === '') throw new CommandError(`Row ${row.number} of the file has no issue key.`);
      const status = jiraStatus(one, unmapped);
      const mapped: Row = {
        key: keyOf(source, id),
        title: titleOf(row, one('Summary')),
        details: one('Description'),
        priority: one('Priority'),
        labels: all('Labels').flatMap((cell) => cell.split(' ')),
        due: one('Due date', 'Due Date'),
        created: one('Created'),
        completed: one('Resolved'),
        notes: all('Comment', 'Comments').map(jiraComment),
        links: [
          ...siteLink(site, `browse/${id}`, `Jira ${id}`),
          ...all('Attachment').map(jiraAttachment),
        ],
        ...(status !== undefined && { status }),
      };
      countOthers(row);
      return mapped;
    };
  },
};

function jiraStatus(one: Cells['one'], unmapped: Unmapped): Row['status'] {
  const resolution = statusOf(one('Resolution')).status;
  const isDone = one('Status Category').trim().toLowerCase() === 'done';
  const name = one('Status');
  const named = statusOf(name);
  if (resolution === 'dropped') return 'dropped';
  if (isDone || resolution === 'done') return named.status ?? 'done';
  if (!named.known) unmapped.add('Status', name);
  return named.status;
}

/** A comment of Jira: `date;author;text`. */
function jiraComment(cell: string): { author: string; at: string; text: string } {
  const [at = '', author = '', ...text] = cell.split(';');
  if (text.length === 0 || parseTime(at) === undefined) return { author: '', at: '', text: cell };
  return { at, author, text: text.join(';') };
}

/** An attachment of Jira: `date;author;name;URL`. */
function jiraAttachment(cell: string): { url: string; title: string } {
  const parts = cell.split(';');
  return { url: parts.at(-1) ?? '', title: parts.at(-2) ?? '' };
}

/** The headers of each field of other CSV files. */
const headersOf: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'key'],
  title: ['title', 'summary', 'name', 'subject'],
  details: ['details', 'description', 'body'],
  status: ['status', 'state'],
  priority: ['priority'],
  labels: ['labels', 'label', 'tags'],
  due: ['due', 'due date', 'due_at'],
  created: ['created', 'created at', 'created_at'],
  completed: ['completed', 'completed at', 'completed_at', 'closed_at'],
  comments: ['comments', 'comment', 'notes'],
  links: ['links', 'link', 'url'],
};

/** Checks that `--map` names fields, and returns the map of its values `field=Header`. */
export function fieldMap(values: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    values.map((value) => {
      const at = value.indexOf('=');
      const field = value.slice(0, Math.max(at, 0)).trim();
      if (!Object.hasOwn(headersOf, field) || value.slice(at + 1).trim() === '') {
        const fields = Object.keys(headersOf).join(', ');
        throw new UsageError(`--map must be FIELD=HEADER, where FIELD is one of ${fields}.`);
      }
      return [field, value.slice(at + 1).trim()];
    }),
  );
}

/** Any other CSV file: columns by the names of their headers, or by `--map`. */
export const csv: CsvFormat = {
  columns: {
    title: 'title',
    details: 'details',
    priority: 'priority',
    labels: 'labels',
    due: 'due',
    created: 'created',
    completed: 'completed',
    notes: 'comments',
    links: 'links',
  },
  begin(header, { source, site, map }, unmapped) {
    const { read, countOthers, demand } = cellReader(header, unmapped);
    const named = (field: string): readonly string[] => {
      const mapped = map.get(field);
      return mapped === undefined ? (headersOf[field] ?? []) : [mapped];
    };
    for (const name of map.values()) demand(name);
    demand(...named('title'));
    const same = new Map<string, number>();
    return (row) => {
      const { one, all } = read(row);
      const status = stateOf(one(...named('status')), 'status', unmapped);
      const id = one(...named('id'));
      const links = all(...named('links')).flatMap((cell) => cell.split(/\s/));
      const mapped: Row = {
        key: id === '' ? hashKey(source, row, same) : keyOf(source, id),
        title: titleOf(row, withoutApostrophe(one(...named('title')))),
        details: withoutApostrophe(one(...named('details'))),
        priority: one(...named('priority')),
        labels: all(...named('labels')).flatMap((cell) => cell.split(/[,;]/)),
        due: one(...named('due')),
        created: one(...named('created')),
        completed: one(...named('completed')),
        notes: all(...named('comments')).map((text) => ({ author: '', at: '', text })),
        links: [
          ...(id === '' ? [] : siteLink(site, id, id)),
          ...links.filter((url) => url !== '').map((url) => ({ url })),
        ],
        ...(status !== undefined && { status }),
      };
      countOthers(row);
      return mapped;
    };
  },
};

// The same file has the same keys, also for rows that are equal.
function hashKey(source: string, { cells }: CsvRow, same: Map<string, number>): string {
  const hash = createHash('sha256').update(JSON.stringify(cells)).digest('hex');
  const before = same.get(hash) ?? 0;
  same.set(hash, before + 1);
  return `${source}:sha256:${hash}${before === 0 ? '' : `:${before + 1}`}`;
}
