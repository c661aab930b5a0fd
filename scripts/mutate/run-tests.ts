import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A line of the reporter: a finished test, or a finished file with its duration. */
export interface Result {
  readonly file: string;
  readonly test?: string;
  readonly ms?: number;
  readonly failed: boolean;
}

/** The files to run, and when to stop early. */
export interface Run {
  readonly root: string;
  /** Base names in the order in which they start. */
  readonly files: readonly string[];
  readonly workers: number;
  /** For the log and the results of the run. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Stop at the first failure. */
  readonly bail: boolean;
  /** Called with each result. */
  readonly onResult?: (result: Result) => void;
  /** Stop after that many milliseconds without output. */
  readonly silentMs: number;
  /** Stop after that many milliseconds in all. */
  readonly endMs: number;
}

/** The outcome of a run. */
export interface Outcome {
  readonly results: readonly Result[];
  readonly end: 'passed' | 'failed' | 'hung' | 'stopped';
}

const tickMs = 200;

/** Runs test files in one Jest, in its own process group, which is killed as a whole. */
export async function runTests(run: Run): Promise<Outcome> {
  const results = join(run.folder, 'results.jsonl');
  rmSync(results, { force: true });
  const log = openSync(join(run.folder, 'jest.log'), 'w');
  const jest = spawn(process.execPath, argumentsOf(run), {
    cwd: run.root,
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      MUTATE_ORDER: JSON.stringify(run.files),
      MUTATE_RESULTS: results,
      ...run.env,
    },
  });
  const exited = once(jest, 'exit');
  const end = (): void => endGroup(jest.pid);
  process.once('exit', end);
  let lines: Result[] = [];
  let silentMs = 0;
  let elapsedMs = 0;
  let hung = false;
  let stopped = false;
  const ended = (): boolean => jest.exitCode !== null || jest.signalCode !== null;
  const listen = (): void => {
    const now = readResults(results);
    if (now.length > lines.length) silentMs = 0;
    for (const result of now.slice(lines.length)) run.onResult?.(result);
    lines = now;
  };
  while (!ended() && !hung && !stopped) {
    await Promise.race([exited, pause(tickMs)]);
    // Counts ticks, because a machine may have been suspended.
    silentMs += tickMs;
    elapsedMs += tickMs;
    listen();
    if (run.bail && lines.some(({ failed }) => failed)) break;
    hung = silentMs > run.silentMs;
    stopped = elapsedMs > run.endMs;
  }
  if (!ended()) {
    end();
    await exited;
  }
  process.off('exit', end);
  listen();
  // A set-up that throws writes no results.
  const failed = lines.some((line) => line.failed) || (!hung && !stopped && jest.exitCode !== 0);
  rmSync(join(run.root, '.cache'), { recursive: true, force: true });
  return {
    results: lines,
    end: failed ? 'failed' : hung ? 'hung' : stopped ? 'stopped' : 'passed',
  };
}

function argumentsOf({ files, workers }: Run): string[] {
  return [
    'node_modules/jest/bin/jest.js',
    '--config=scripts/mutate/jest.config.cjs',
    `--maxWorkers=${workers}`,
    ...files.map((file) => `/${file.replaceAll('.', '\\.')}$`),
  ];
}

// The tests' Postgres stops by itself when its parent process ends.
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has exited meanwhile.
  }
}

function readResults(file: string): Result[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // The last line may be incomplete.
  return lines.slice(0, -1).map((line): Result => JSON.parse(line));
}
