import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const timeoutMs = 60_000;

/** A process of a server or proxy, on the same port across restarts. */
export interface Process {
  start(): Promise<void>;
  /** Sends SIGTERM, or another signal, and waits for the exit. Resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** The id of the process; undefined before it starts. */
  pid(): number | undefined;
}

/** The command of a process. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The URL that responds with 200 when it is ready. */
  readonly probe: string;
  /** The file that receives its output. */
  readonly log: string;
}

/** Describes a process without starting it. */
export function describeProcess({ command, args, env = {}, probe, log }: Launch): Process {
  let child: ChildProcess | undefined;
  return {
    async start() {
      const output = openSync(log, 'a');
      const started = spawn(command, args, {
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
        stdio: ['ignore', output, output],
      });
      closeSync(output);
      child = started;
      const began = performance.now();
      while (!(await isUp(probe))) {
        if (started.exitCode !== null || performance.now() - began > timeoutMs) {
          started.kill('SIGKILL');
          throw new Error(`${command} did not start. ${readFileSync(log, 'utf8').slice(-2000)}`);
        }
        await pause(20);
      }
    },
    async stop(signal = 'SIGTERM') {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
    pid: () => child?.pid,
  };
}

/** Whether the system has the program, tried with a flag that only prints. */
export function hasProgram(command: string): boolean {
  return spawnSync(command, ['-v'], { stdio: 'ignore' }).status === 0;
}

async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200;
  } catch {
    return false;
  }
}
