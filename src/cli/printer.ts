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
function tellProgress(line: string): void {
  process.stderr.write(isTerminal() ? `\r\u001b[K${asLine(line)}` : `${asLine(line)}\n`);
}

/** Removes the line of progress from a terminal. */
function clearProgress(): void {
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

/** A progress line on standard error for long work. */
interface Progress {
  /** Prints the progress, at a limited rate. `text` receives the seconds since the start. */
  report(text: (seconds: number) => string): void;
  /** Removes the line. Returns the seconds since the start as text, such as `0.4 s`. */
  end(): string;
}

/**
 * Starts the clock. On a terminal, one line is updated after the first second; otherwise a new line
 * is printed every ten seconds.
 */
export function startProgress(): Progress {
  const intervalMs = isTerminal() ? 200 : 10_000;
  const start = performance.now();
  let next = start + (isTerminal() ? 1000 : intervalMs);
  let shown = false;
  return {
    report(text) {
      const now = performance.now();
      if (now < next) return;
      next = now + intervalMs;
      shown = true;
      tellProgress(text((now - start) / 1000));
    },
    end() {
      if (shown) clearProgress();
      return `${((performance.now() - start) / 1000).toFixed(1)} s`;
    },
  };
}

/** Formats a number of bytes, such as `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
