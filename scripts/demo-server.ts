import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';
import { bundleProgram } from './build/bundle';
import { freePort } from './servers/free-port';
import { describeProcess } from './release/restarts/processes';

/** A server of the built program, in a process of its own, on a temporary SQLite file. */
export interface BuiltServer {
  readonly url: string;
  /** Runs a command of the program on the same database, with an input. Returns its output. */
  readonly run: (args: readonly string[], input?: string) => string;
}

/** What tells a server from others. */
interface ServerOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Fills the database before the server starts. */
  readonly prepare: (server: BuiltServer) => void;
}

/**
 * Builds the program, and calls `use` with the address of a server with the sample workspace, in
 * development.
 */
export function withDemoServer(use: (url: string) => Promise<void>): Promise<void> {
  const env = { CALLBOARD_ENV: 'development' };
  const prepare = ({ run }: BuiltServer): void => void run(['demo']);
  return withBuiltServer({ env, prepare }, ({ url }) => use(url));
}

/** Builds the program, and serves with it until `use` has ended. */
export async function withBuiltServer(
  { env: more, prepare }: ServerOptions,
  use: (server: BuiltServer) => Promise<void>,
): Promise<void> {
  // The program finds its packages from there.
  const files = join(packageRoot(), '.cache', `demo-server-${process.pid}`);
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'callboard-demo-'));
  try {
    await bundleProgram(files);
    const program = join(files, 'main.js');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      DATABASE_URL: `sqlite:${join(folder, 'demo.db')}`,
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '0',
      ...more,
    };
    const built: BuiltServer = { url, run: (args, input) => runProgram(program, env, args, input) };
    prepare(built);
    const server = describeProcess({
      command: process.execPath,
      args: [program, 'serve'],
      env,
      probe: `${url}/readyz`,
      log: join(folder, 'server.log'),
    });
    await server.start();
    try {
      await use(built);
    } finally {
      await server.stop();
    }
  } finally {
    for (const made of [folder, files]) rmSync(made, { recursive: true, force: true });
  }
}

function runProgram(
  program: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input = '',
): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    input,
  });
  if (status !== 0) throw new Error(`callboard ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}
