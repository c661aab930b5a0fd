/**
 * Printer: all output of the command line, except the log. Names, titles and URLs come from
 * tenants, so no text reaches the terminal with characters that control it.
 */
import { once } from 'node:events';
import { asLine, escapedJson } from '../platform/control-characters';

/** Prints lines on standard output. A line break within a line becomes a space. */
export function print(...lines: readonly string[]): void {
  process.stdout.write(textOf(lines));
}

/** Prints a value as JSON on standard output, on one line or indented. */
export function printJson(value: unknown, { indented = true } = {}): void {
  process.stdout.write(`${escapedJson(JSON.stringify(value, null, indented ? 2 : 0))}\n`);
}

/** Prints lines on standard error, such as what has failed. */
export function tell(...lines: readonly string[]): void {
  process.stderr.write(textOf(lines));
}

/** Whether `tellProgress` replaces the last line. */
export function isTerminal(): boolean {
  return process.stderr.isTTY;
}

/** Prints a line of progress on standard error. On a terminal, it replaces the last one. */
export function tellProgress(line: string): void {
  process.stderr.write(isTerminal() ? `\r\u001b[K${asLine(line)}` : `${asLine(line)}\n`);
}

/** Removes the line of progress from a terminal. */
export function clearProgress(): void {
  if (isTerminal()) process.stderr.write('\r\u001b[K');
}

/** Prints lines of CSV on standard output. Of the controls, only line breaks and tabs stay. */
export async function printCsv(lines: string): Promise<void> {
  const safe = lines.replace(/[^\r\n\t]/gu, (character) => asLine(character));
  if (!process.stdout.write(safe)) await once(process.stdout, 'drain');
}

/** Where questions to the person at the terminal go. */
export function promptOutput(): NodeJS.WriteStream {
  return process.stderr;
}

/** Where the lines of an export go, which are JSON with escapes. */
export function exportOutput(): NodeJS.WriteStream {
  return process.stdout;
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${asLine(line)}\n`).join('');
}
