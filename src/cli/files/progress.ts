import { clearProgress, isTerminal, tellProgress } from '../printer';

/** A progress line on standard error for long work. */
export interface Progress {
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
