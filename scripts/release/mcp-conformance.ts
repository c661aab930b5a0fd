import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../src/platform/package-root';
import { bundleProgram } from '../build/bundle';
import { freePort } from '../servers/free-port';
import { startAuthorizedProxy } from './mcp-conformance/authorized-proxy';
import { inspect } from './mcp-conformance/inspect';
import { installPrograms, type Programs } from './mcp-conformance/packages';
import { runScenarios } from './mcp-conformance/scenarios';
import { describeProcess } from './restarts/processes';

const usage = `npm run mcp:conformance -- [--verbose]

Runs the scenarios of the MCP conformance suite that need no fixture tools, for both revisions of the
protocol, and the loop of an agent by the command line of the MCP inspector, against a built server
with the sample workspace. Needs Linux on x64. The exit code is 1 when a scenario or a call fails.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'callboard-mcp-')));
  // The program finds its own packages from here.
  const built = join(packageRoot(), '.cache', `mcp-conformance-${process.pid}`);
  try {
    await bundleProgram(built);
    const programs = installPrograms(join(folder, 'programs'));
    const passed = await tryServer({ folder, programs, program: join(built, 'main.js') }, values);
    if (!passed) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(built, { recursive: true, force: true });
  }
}

interface Setup {
  readonly folder: string;
  readonly programs: Programs;
  readonly program: string;
}

async function tryServer(
  { folder, programs, program }: Setup,
  options: { readonly verbose: boolean },
): Promise<boolean> {
  const port = await freePort();
  const env = {
    DATABASE_URL: `sqlite:${join(folder, 'callboard.db')}`,
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: '0',
  };
  const command = (...args: string[]) =>
    execFileSync(process.execPath, [program, ...args], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    }).trim();
  command('demo');
  const token = command('token', 'create', '--agent', 'Scribe');
  const server = describeProcess({
    command: process.execPath,
    args: [program, 'serve'],
    env,
    probe: `http://127.0.0.1:${port}/readyz`,
    log: join(folder, 'server.log'),
  });
  await server.start();
  const proxy = await startAuthorizedProxy(port, token);
  try {
    const url = `http://127.0.0.1:${proxy.port}/mcp`;
    const scenarios = await runScenarios(programs, { url, folder, ...options });
    const inspected = inspect(programs, { url: `http://127.0.0.1:${port}/mcp`, token, ...options });
    return scenarios && inspected;
  } finally {
    proxy.close();
    await server.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
