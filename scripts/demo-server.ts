import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';
import { bundleProgram } from './build/bundle';
import { freePort } from './servers/free-port';
import { describeProcess } from './release/restarts/processes';

/**
 * Builds the program, and calls `use` with the address of a server with the sample workspace. The
 * server runs in a process of its own, in development, on a temporary SQLite file, until `use` has
 * ended.
 */
export async function withDemoServer(use: (url: string) => Promise<void>): Promise<void> {
  // The program finds its packages from there.
  const built = join(packageRoot(), '.cache', `demo-server-${process.pid}`);
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'callboard-demo-'));
  try {
    await bundleProgram(built);
    const program = join(built, 'main.js');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      CALLBOARD_ENV: 'development',
      DATABASE_URL: `sqlite:${join(folder, 'demo.db')}`,
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '0',
    };
    createSample(program, env);
    const server = describeProcess({
      command: process.execPath,
      args: [program, 'serve'],
      env,
      probe: `${url}/readyz`,
      log: join(folder, 'server.log'),
    });
    await server.start();
    try {
      await use(url);
    } finally {
      await server.stop();
    }
  } finally {
    for (const made of [folder, built]) rmSync(made, { recursive: true, force: true });
  }
}

function createSample(program: string, env: Readonly<Record<string, string>>): void {
  const { status, stderr } = spawnSync(process.execPath, [program, 'demo'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The sample could not be created: ${stderr}`);
}
