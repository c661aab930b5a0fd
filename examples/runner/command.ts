import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** A program and its arguments, which are the same for each action. */
export type Command = readonly [program: string, ...args: string[]];

/** How a command ended. */
export interface Ended {
  /** The exit code, or null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it ended after it was stopped. */
  readonly wasStopped: boolean;
  /** The end of what it printed. */
  readonly stdout: string;
  readonly stderr: string;
}

const keptBytes = 8 * 1024;
/** How long a stopped command may take to end, before it is killed. */
const graceMs = 5_000;
/** How long to read on after the end, when a program that the command has started still prints. */
const drainMs = 1_000;

/**
 * Runs a command to its end, without a shell, with `input` on its standard input. When `stop`
 * aborts, the command and the programs that it has started get SIGTERM, and SIGKILL if that does
 * not end them. Rejects when the program cannot be started.
 */
export async function runCommand(
  [program, ...args]: Command,
  { input, env, stop }: { input: string; env: NodeJS.ProcessEnv; stop: AbortSignal },
): Promise<Ended> {
  // A process group of its own, so that what the command starts ends with it.
  const hasGroup = process.platform !== 'win32';
  const child = spawn(program, args, { shell: false, detached: hasGroup, env });
  const [stdout, stderr] = [new End(), new End()];
  child.stdout.on('data', (chunk: Buffer) => stdout.add(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.add(chunk));
  // A command may end without reading its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const kill = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(hasGroup ? -child.pid : child.pid, signal);
    } catch {
      // It has ended.
    }
  };
  let timer: NodeJS.Timeout | undefined;
  let wasStopped = false;
  const onStop = (): void => {
    wasStopped = true;
    kill('SIGTERM');
    timer = setTimeout(kill, graceMs, 'SIGKILL');
  };
  try {
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(
      (resolve, reject) => {
        child.once('error', reject);
        child.once('close', (...end) => resolve(end));
        child.once('exit', (...end) => {
          stop.removeEventListener('abort', onStop);
          if (wasStopped) kill('SIGKILL');
          setTimeout(resolve, drainMs, end).unref();
        });
        stop.addEventListener('abort', onStop, { once: true });
        if (stop.aborted) onStop();
      },
    );
    return { code, signal, wasStopped, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stop.removeEventListener('abort', onStop);
    clearTimeout(timer);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** Keeps the end of an output, however long it is. */
class End {
  #bytes = Buffer.alloc(0);
  #cut = false;

  add(chunk: Buffer): void {
    const all = Buffer.concat([this.#bytes, chunk]);
    this.#cut ||= all.length > keptBytes;
    this.#bytes = all.subarray(-keptBytes);
  }

  /** The text without control characters, which may be commands to a terminal. */
  text(): string {
    // The first character may have been cut.
    const begin = this.#cut ? this.#bytes.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0;
    const text = stripVTControlCharacters(this.#bytes.subarray(begin).toString('utf8'));
    const printable = text.replaceAll(/[^\P{Cc}\n\t]/gu, '').trim();
    return this.#cut ? `…${printable}` : printable;
  }
}
