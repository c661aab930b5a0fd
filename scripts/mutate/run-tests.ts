import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A line of the reporter: a test that ended, or a file, which has its time. */
export interface Result {
  readonly file: string;
  readonly test?: string;
  readonly ms?: number;
  readonly failed: boolean;
}

/** What to run, and when to end it early. */
export interface Run {
  readonly root: string;
  /** Base names, in the order in which they begin. */
  readonly files: readonly string[];
  readonly workers: number;
  /** For the files that a run leaves: its log and its results. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** End at the first failure. */
  readonly bail: boolean;
  /** Called with each result when it is known. */
  readonly onResult?: (result: Result) => void;
  /** End when nothing was heard for so long. */
  readonly silentMs: number;
}

/** How a run ended. */
export interface Outcome {
  readonly results: readonly Result[];
  readonly end: 'passed' | 'failed' | 'hung';
}

const tickMs = 200;

/**
 * Runs test files in one Jest, in a process group of its own, which is ended with everything in it.
 */
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
  let hung = false;
  const ended = (): boolean => jest.exitCode !== null || jest.signalCode !== null;
  const listen = (): void => {
    const now = readResults(results);
    if (now.length > lines.length) silentMs = 0;
    for (const result of now.slice(lines.length)) run.onResult?.(result);
    lines = now;
  };
  while (!ended() && !hung) {
    await Promise.race([exited, pause(tickMs)]);
    // By ticks, because a machine may have slept.
    silentMs += tickMs;
    listen();
    if (run.bail && lines.some(({ failed }) => failed)) break;
    hung = silentMs > run.silentMs;
  }
  if (!ended()) {
    end();
    await exited;
  }
  process.off('exit', end);
  listen();
  // A set-up that throws leaves no results.
  const failed = lines.some((line) => line.failed) || (!hung && jest.exitCode !== 0);
  rmSync(join(run.root, '.cache'), { recursive: true, force: true });
  return { results: lines, end: failed ? 'failed' : hung ? 'hung' : 'passed' };
}

function argumentsOf({ files, workers }: Run): string[] {
  return [
    'node_modules/jest/bin/jest.js',
    '--config=scripts/mutate/jest.config.cjs',
    `--maxWorkers=${workers}`,
    '--runTestsByPath',
    ...files.map((file) => `test/${file}`),
  ];
}

// The Postgres of the tests ends by itself when the process that started it is gone.
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function readResults(file: string): Result[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // The last one may be half written.
  return lines.slice(0, -1).map((line): Result => JSON.parse(line));
}
