import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../src/platform/package-root';
import { freePort } from '../servers/free-port';

/** The resources that a process has used since its start. */
export interface Usage {
  /** Microseconds of CPU time. */
  readonly cpu: number;
  /** Bytes of resident memory. */
  readonly rss: number;
}

/** A server to measure, in a process of its own. */
export interface Server {
  readonly url: string;
  /** Milliseconds from the start of the process to its first response. */
  readonly startMs: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** How to start a server. */
export interface Launch {
  /** The program and its arguments. */
  readonly program: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Command line options for Node. */
  readonly node?: readonly string[];
  /** The file for its output. */
  readonly log: string;
}

const usage = pathToFileURL(join(packageRoot(), 'scripts', 'bench', 'usage.mjs')).href;
const startTimeoutMs = 60_000;

/**
 * Starts a server on a free port and waits for its first response. Throws an Error with its log.
 */
export async function startServer({ program, env, node = [], log }: Launch): Promise<Server> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const output = openSync(log, 'a');
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', usage, ...node, ...program], {
    env: { PATH, HOME, ...env, PORT: String(port) },
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const url = `http://127.0.0.1:${port}`;
  while (!(await isUp(`${url}/healthz`))) {
    if (child.exitCode === null && performance.now() - began < startTimeoutMs) continue;
    child.kill('SIGKILL');
    throw new Error(`A server did not start. ${readFileSync(log, 'utf8').slice(-2000)}`);
  }
  const startMs = performance.now() - began;
  return { url, startMs, usage: () => requestUsage(child), stop: () => stop(child) };
}

async function isUp(url: string): Promise<boolean> {
  const status = await new Promise<number | undefined>((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once('error', () => resolve(undefined));
  });
  if (status === 200) return true;
  await new Promise((resolve) => setTimeout(resolve, 5));
  return false;
}

async function requestUsage(child: ChildProcess): Promise<Usage> {
  const received = once(child, 'message');
  child.send('usage');
  const [response]: unknown[] = await received;
  if (typeof response === 'object' && response !== null && 'cpu' in response && 'rss' in response) {
    return { cpu: Number(response.cpu), rss: Number(response.rss) };
  }
  throw new Error('A server did not report its usage.');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
