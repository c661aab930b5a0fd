import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { runCommandLine } from '../../src/cli/program';
import { throughPooler } from '../../scripts/databases/test-database';
import { builtProgram } from './built-program';

/** Options with which Node.js runs TypeScript. */
export const typescript = ['--import', pathToFileURL(require.resolve('tsx')).href];

/** Starts the built program, or another build, as a process with only this environment. */
export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  build: string | Promise<string> = builtProgram(),
): Promise<ChildProcessByStdio<Writable, Readable, Readable>> {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [await build, ...args], {
    env: { PATH, HOME, LOG_LEVEL: 'info', ...(await throughPooler(env)) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** The outcome of a command. */
interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command to its end. */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
  build?: string,
): Promise<Outcome> {
  const child = await startProgram(args, env, build);
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, out, err };
}

/**
 * Runs a command in this process, which takes a tenth of the time: for tests of what a command does
 * rather than of the program. One at a time, because it replaces the streams of the process. On a
 * terminal, the input is what a person types.
 */
export async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
  { isTerminal = false } = {},
): Promise<Outcome> {
  const printed = { out: '', err: '' };
  const own = { env: process.env, stdin: Object.getOwnPropertyDescriptor(process, 'stdin') };
  const stdin = Object.assign(new PassThrough(), { isTTY: isTerminal });
  stdin.end(input);
  const written = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name === 'stdout' ? 'out' : 'err'] += String(text);
      return true;
    }),
  );
  process.env = { LOG_LEVEL: 'info', ...env };
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  try {
    const code = await runCommandLine(['node', 'callboard', ...args], 'the version of the tests');
    return { code, ...printed };
  } finally {
    process.env = own.env;
    if (own.stdin !== undefined) Object.defineProperty(process, 'stdin', own.stdin);
    for (const spy of written) spy.mockRestore();
  }
}

/** A process that runs the server. */
export interface Serving {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** `127.0.0.1:PORT` */
  readonly host: string;
  /** Its standard output so far. */
  readonly output: () => string;
  /** Stops it. Returns its exit code, or null when the signal killed it. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a server on a free port; resolves when it listens. Throws an Error with its output when it
 * exits instead.
 */
export async function serve(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = ['serve'],
  build?: string,
): Promise<Serving> {
  const child = await startProgram(args, { PORT: '0', ...env }, build);
  let out = '';
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const match = /"url":"([^"]+)"/.exec(out);
      if (match?.[1] !== undefined) resolve(match[1]);
    });
    void exited.then(() => reject(new Error(`The server ended: ${out}${err}`)));
  });
  return {
    url,
    host: new URL(url).host,
    output: () => out,
    async stop(signal) {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
