import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { PassThrough, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CommandError } from '../failure';

/** The rows of a CSV file that one command takes. */
const maxRows = 50_000;

/** The characters of one row, so that an unclosed quote does not read the whole file. */
const maxRowSize = 4 * 1024 * 1024;

/** A row of a CSV file. Rows count from 1 like those of a spreadsheet, with the header. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/**
 * Yields the rows of a CSV file, the header first, with bounded memory. Finds out whether commas,
 * semicolons or tabs separate its cells. Throws a CommandError with the row for a file that is not
 * UTF-8, ends within a quote or has too many rows.
 */
export async function* readCsv(file: string): AsyncGenerator<CsvRow> {
  const lines = decodedLines(file);
  const first = await lines.next();
  const { head, delimiter } = headOf(first.done === true ? '' : first.value);
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    max_record_size: maxRowSize,
    relax_column_count_less: true,
    skip_empty_lines: true,
  });
  const text = Readable.from(withFirst(head, lines));
  // The error arrives by the parser's iterator too.
  const piped = pipeline(text, new PassThrough({ objectMode: true }), parser).catch(
    () => undefined,
  );
  let number = 0;
  try {
    for await (const { record } of parser as AsyncIterable<{ record: readonly string[] }>) {
      number += 1;
      if (number > maxRows + 1) {
        throw new CommandError(
          `The file has more than ${maxRows.toLocaleString('en-US')} rows. Split it and load each part.`,
        );
      }
      yield { number, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CommandError(faultOf(error));
  } finally {
    text.destroy();
    await piped;
  }
}

const faults: Readonly<Partial<Record<CsvError['code'], string>>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed: the file ends within it.',
  CSV_MAX_RECORD_SIZE: 'is longer than 4 MiB: a quote in it may not be closed.',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'has more cells than the header.',
  CSV_INVALID_CLOSING_QUOTE: 'has a quote within a cell. Write it twice, and quote the cell.',
  INVALID_OPENING_QUOTE: 'has a quote within a cell. Write it twice, and quote the cell.',
};

function faultOf(error: CsvError): string {
  // The iterator drops the rows before the fault that nobody has read yet.
  const { code, message, records } = error;
  return `Row ${Number(records) + 1} of the file ${faults[code] ?? `is no CSV: ${message}.`}`;
}

async function* withFirst(head: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* others;
}

// Whole lines, because no character of UTF-8 goes beyond a line feed.
async function* decodedLines(file: string): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of createReadStream(file)) {
    const bytes = Buffer.concat([rest, chunk]);
    checkNotUtf16(bytes, line);
    const end = bytes.lastIndexOf(0x0a) + 1;
    rest = bytes.subarray(end);
    if (rest.length > 4 * maxRowSize) {
      throw new CommandError(`Line ${line} of the file is longer than 16 MiB.`);
    }
    if (end === 0) continue;
    yield decode(bytes.subarray(0, end), line);
    line += linesIn(bytes.subarray(0, end));
  }
  if (rest.length > 0) yield decode(rest, line);
}

function checkNotUtf16(bytes: Buffer, line: number): void {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (line === 1 && (mark === 'fffe' || mark === 'feff')) {
    throw new CommandError('Line 1 of the file is UTF-16. Save the file as UTF-8.');
  }
}

function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}

/** The text of whole lines. Throws a CommandError with the line that is not UTF-8. */
export function decode(bytes: Buffer, firstLine: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandError(
      `Line ${firstLine + lineOfFault(bytes)} of the file is not UTF-8. Save the file as UTF-8.`,
    );
  }
}

function lineOfFault(bytes: Buffer): number {
  const lenient = bytes.toString('utf8').split('\n');
  let start = 0;
  for (const [index, text] of lenient.entries()) {
    const next = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, next === -1 ? undefined : next);
    if (!line.equals(Buffer.from(text))) return index;
    start = next + 1;
  }
  return 0;
}

// Excel names the separator in a line before the header, which its rows do not count.
function headOf(text: string): { readonly head: string; readonly delimiter: string } {
  const [line = '', separator] = /^\ufeff?sep=([^\r\n"])\r?\n/i.exec(text) ?? [];
  const head = text.slice(line.length);
  return { head, delimiter: separator ?? delimiterOf(head) };
}

// The separator that the header has most often outside quotes.
function delimiterOf(head: string): string {
  const counts = new Map([',', ';', '\t'].map((each) => [each, 0]));
  let isQuoted = false;
  for (const character of head) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\n' && !isQuoted) break;
    else if (!isQuoted && counts.has(character)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  const [[best] = [',']] = [...counts].toSorted(([, one], [, other]) => other - one);
  return best;
}
