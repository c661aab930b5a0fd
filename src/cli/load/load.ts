import { access, constants, stat } from 'node:fs/promises';
import { isCallboardError, unwrap, type CallboardClient } from '../../client';
import { isInvisible } from '../../platform/name-key';
import { tellIfInterrupted } from '../interrupted';
import { CommandError } from '../failure';
import { startProgress, isTerminal, print } from '../printer';
import { type Credentials, messageOf, withClient } from './connection';
import { csv, type CsvFormat, fieldMap, jira, linear } from './csv-formats';
import { readCsv } from './csv-rows';
import { type Item, itemOf, type Row, Unmapped } from './fields';
import { githubColumns, issueRow, readIssues } from './github-format';

const csvFormats: Readonly<Record<string, CsvFormat>> = { csv, linear, jira };

/** The values of `--from`. */
export const formats = ['csv', 'github', 'linear', 'jira'] as const;

/** The options of `callboard load`. */
export interface LoadOptions extends Credentials {
  readonly from: (typeof formats)[number];
  /** The id of a project; undefined for the inbox. */
  readonly project: string | undefined;
  readonly dryRun: boolean;
  /** The status of open work. */
  readonly status: 'inbox' | 'ready';
  /** The beginning of import keys; undefined for the name of the format. */
  readonly source: string | undefined;
  readonly site: string | undefined;
  readonly map: readonly string[];
}

/** An item with its place in the file, such as `Row 2`. */
interface Placed {
  readonly place: string;
  readonly item: Item;
}

/**
 * `callboard load`: creates the issues of a file as actions. Reads the file twice, so that a fault
 * at its end stores nothing. Throws a CommandError for a fault of the file and for a refusal, after
 * which the same command goes on where it ended.
 */
export async function loadCommand(file: string, options: LoadOptions): Promise<void> {
  await checkFile(file);
  const unmapped = new Unmapped();
  const total = await checkItems(readItems(file, options, unmapped));
  if (total === 0) throw new CommandError('The file has no issues.');
  const counts = await withClient(options, (client) =>
    tellIfInterrupted('Repeat the command: it creates nothing twice.', () =>
      send(client, readItems(file, options, new Unmapped()), { ...options, total }),
    ),
  );
  const known = counts.known === 0 ? '' : ` Imported before, not updated: ${number(counts.known)}.`;
  const verb = options.dryRun ? 'Would create' : 'Created';
  print(`${verb} ${actions(counts.created)}.${known}`);
  const lines = unmapped.lines();
  if (lines.length > 0) print('', 'Not mapped:', '', ...lines);
}

async function checkFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new CommandError(`There is no file ${file}.`);
  if (!found.isFile()) throw new CommandError(`${file} is no file. It is read twice.`);
  await access(file, constants.R_OK).catch(() => {
    throw new CommandError(`The file ${file} cannot be read.`);
  });
}

async function* readItems(
  file: string,
  options: LoadOptions,
  unmapped: Unmapped,
): AsyncGenerator<Placed> {
  for await (const { place, item } of readRows(file, options, unmapped)) {
    if (isInvisible(item.title)) {
      throw new CommandError(`${place} of the file has a title without a visible character.`);
    }
    yield {
      place,
      item: item.status === undefined ? { ...item, status: options.status } : item,
    };
  }
}

async function* readRows(
  file: string,
  { from, source = from, site, map }: LoadOptions,
  unmapped: Unmapped,
): AsyncGenerator<Placed> {
  const format = csvFormats[from];
  if (format === undefined) {
    for (const issue of await readIssues(file)) {
      const row = issueRow(issue, source, unmapped);
      if (row === undefined) continue;
      const item = fitted(itemOf(row, githubColumns, unmapped), githubColumns.notes, unmapped);
      yield { place: `Issue ${issue.number}`, item };
    }
    return;
  }
  const options = { source, site, map: fieldMap(map) };
  let read: ((row: { number: number; cells: readonly string[] }) => Row) | undefined;
  for await (const row of readCsv(file)) {
    if (read === undefined) {
      read = format.begin(row, options, unmapped);
    } else {
      const item = itemOf(read(row), format.columns, unmapped);
      yield { place: `Row ${row.number}`, item: fitted(item, format.columns.notes, unmapped) };
    }
  }
}

/** Counts the items. Throws a CommandError for a key that two of them have. */
async function checkItems(items: AsyncIterable<Placed>): Promise<number> {
  const places = new Map<string, string>();
  for await (const { place, item } of items) {
    const first = places.get(item.import_key);
    if (first !== undefined) {
      throw new CommandError(`${place} of the file has the same id as ${first.toLowerCase()}.`);
    }
    places.set(item.import_key, place);
  }
  return places.size;
}

interface Sending {
  readonly project: string | undefined;
  readonly dryRun: boolean;
  readonly total: number;
}

const batchSize = 100;
// A request may have 2 MiB.
const batchBytes = 1_000_000;

async function send(
  client: CallboardClient,
  items: AsyncIterable<Placed>,
  { project, dryRun, total }: Sending,
): Promise<{ created: number; known: number }> {
  const progress = startProgress();
  let created = 0;
  let known = 0;
  let batch: Placed[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const [first] = batch;
    if (first === undefined) return;
    const body = {
      items: batch.map(({ item }) => item),
      ...(project !== undefined && { project_id: project }),
      ...(dryRun && { dry_run: true }),
    };
    try {
      const result = await unwrap(client.POST('/v1/actions/import-batch', { body }));
      created += result.items.filter(({ is_new: isNew }) => isNew).length;
    } catch (error) {
      const kept = keptText(error, dryRun ? 0 : created);
      throw new CommandError(`${placeOf(error, batch)}${messageOf(error)} ${kept}`.trim());
    }
    known = known + batch.length;
    batch = [];
    bytes = 0;
    progress.report(() => bar(known, total));
  };
  try {
    for await (const placed of items) {
      const size = Buffer.byteLength(JSON.stringify(placed.item));
      if (batch.length === batchSize || bytes + size > batchBytes) await flush();
      batch.push(placed);
      bytes += size;
    }
    await flush();
  } finally {
    progress.end();
  }
  return { created, known: known - created };
}

/** The row that a failure is about, or the rows of a request that is too large or met a fault. */
function placeOf(error: unknown, batch: readonly Placed[]): string {
  if (!isCallboardError(error)) return '';
  const [, index] = /^body\/items\/(\d+)(?:\/|$)/.exec(error.issues[0]?.path ?? '') ?? [];
  if (index !== undefined) return `${batch[Number(index)]?.place ?? 'A row'}: `;
  if (error.status < 500 && error.status !== 413) return '';
  return `${batch[0]?.place} to ${batch.at(-1)?.place.toLowerCase()}: `;
}

// A refusal of the data comes again, unlike one of too many requests.
function keptText(error: unknown, created: number): string {
  // Without an answer, the service may have created the rows of the request.
  if (created === 0) return isCallboardError(error) ? 'Nothing was created.' : '';
  const before = `Created ${actions(created)} before`;
  const isRefused = isCallboardError(error) && error.status < 500 && error.status !== 429;
  return isRefused ? `${before}.` : `${before}; the same command goes on from there.`;
}

// Only very long comments do not fit into a request.
function fitted(item: Item, column: string, unmapped: Unmapped): Item {
  const { notes, ...rest } = item;
  if (notes === undefined || Buffer.byteLength(JSON.stringify(item)) <= batchBytes) return item;
  let left = batchBytes - Buffer.byteLength(JSON.stringify(rest));
  const kept = notes.filter((note) => {
    left -= Buffer.byteLength(JSON.stringify(note));
    if (left <= 0) unmapped.add(column, 'after the first 1,000,000 bytes');
    return left > 0;
  });
  return { ...rest, notes: kept };
}

const barWidth = 30;

function bar(done: number, total: number): string {
  const text = `${number(done)} of ${number(total)}`;
  if (!isTerminal()) return text;
  const share = Math.min(1, done / total);
  const filled = '#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.');
  return `[${filled}] ${Math.round(share * 100)}% ${text}`;
}

function actions(count: number): string {
  return `${number(count)} ${count === 1 ? 'action' : 'actions'}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
