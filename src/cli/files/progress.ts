/** A line on standard error about work that takes long. */
export interface Progress {
  /** Says how far it is, unless it was said a moment ago. `text` gets the seconds since the beginning. */
  report(text: (seconds: number) => string): void;
  /** Takes the line away. Answers the seconds since the beginning as text, such as `0.4 s`. */
  end(): string;
}

/** Begins to measure. A terminal gets one line, after a second, that changes; elsewhere there is a new one every ten seconds. */
export function startProgress(): Progress {
  const { stderr } = process;
  const pause = stderr.isTTY ? 200 : 10_000;
  const begin = performance.now();
  let next = begin + (stderr.isTTY ? 1000 : pause);
  let shown = false;
  return {
    report(text) {
      const now = performance.now();
      if (now < next) return;
      next = now + pause;
      shown = true;
      const line = text((now - begin) / 1000);
      stderr.write(stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end() {
      if (shown && stderr.isTTY) stderr.write('\r\u001b[K');
      return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
    },
  };
}

/** A number of bytes for people, such as `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
