import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { packageRoot } from '../../src/platform/package-root';
import { administer, startPostgres, withDatabase } from '../servers/postgres';
import { bundleProgram } from '../build/bundle';
import { startLoad, type Seen } from './restarts/load';
import { freePort } from '../servers/free-port';
import { describeProcess, type Process } from './restarts/processes';
import { describeProxy, findProgram, proxyNames, type ProxyName } from './restarts/proxies';

const { values: options } = parseArgs({
  options: {
    proxy: { type: 'string', multiple: true, default: [...proxyNames] },
    workers: { type: 'string', multiple: true, default: ['1', '2'] },
    /** SHUTDOWN_DELAY_SECONDS: twice the interval of the health checks. */
    delay: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '8' },
  },
});

/** The configuration of a round. */
interface Setup {
  readonly folder: string;
  readonly program: string;
  readonly database: string;
  readonly token: string;
  readonly proxy: ProxyName;
  readonly workers: string;
}

/**
 * Restarts two servers behind a proxy in turn, several times, while clients read and write, and
 * prints the result. A failed request, or an action that was created without a successful response,
 * exits with code 1.
 */
async function main(folder: string): Promise<void> {
  const proxies = proxyNames.filter((name) => options.proxy.includes(name));
  const missing = proxies.filter((name) => findProgram(name) === undefined);
  if (proxies.length === 0 || missing.length > 0) {
    throw new Error(`Install ${(missing.length > 0 ? missing : proxyNames).join(' and ')} first.`);
  }
  await bundleProgram(built);
  const program = join(built, 'main.js');
  // A separate folder, because Postgres may run as another user.
  const data = mkdtempSync(`${folder}-postgres-`);
  const postgres = await startPostgres(data);
  try {
    const database = withDatabase(postgres.url, 'callboard');
    await administer(postgres.url, 'create database callboard template template0');
    const env = { DATABASE_URL: database };
    command(program, ['migrate'], env);
    command(program, ['demo'], env);
    const token = command(program, ['token', 'create', '--agent', 'Scribe'], env).trim();
    for (const proxy of proxies) {
      for (const workers of options.workers) {
        const succeeded = await runRound({ folder, program, database, token, proxy, workers });
        if (!succeeded) process.exitCode = 1;
      }
    }
  } finally {
    await postgres.stop();
  }
}

async function runRound(setup: Setup): Promise<boolean> {
  const { folder, proxy: name, workers } = setup;
  const ports = [await freePort(), await freePort()] as const;
  const servers = ports.map((port, index) => server(setup, port, `server-${index + 1}.log`));
  const proxy = await describeProxy(name, { folder, ports });
  const prefix = `Restart ${name} ${workers} ${options.delay}`;
  try {
    for (const each of servers) await each.start();
    await proxy.start();
    const clients = Number(options.clients);
    const load = startLoad({ url: proxy.url, token: setup.token, clients, prefix });
    const codes: (number | null)[] = [];
    for (let round = 0; round < Number(options.rounds); round += 1) {
      for (const each of servers) {
        await pause(1_500);
        codes.push(await each.stop());
        await each.start();
        // The proxy has to notice the restarted server before the other one stops.
        await pause(1_500);
      }
    }
    const seen = await load.stop();
    const committed = await titles(setup.database, prefix);
    return report(
      `${name}, ${workers} worker(s), delay ${options.delay} s`,
      seen,
      committed,
      codes,
    );
  } finally {
    await proxy.stop();
    for (const each of servers) await each.stop();
  }
}

function server(setup: Setup, port: number, log: string): Process {
  return describeProcess({
    command: process.execPath,
    args: [setup.program, 'serve', '--workers', setup.workers],
    env: {
      DATABASE_URL: setup.database,
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '0',
      SHUTDOWN_DELAY_SECONDS: options.delay,
      TRUST_PROXY: '1',
    },
    probe: `http://127.0.0.1:${port}/readyz`,
    log: join(setup.folder, log),
  });
}

function report(
  label: string,
  seen: Seen,
  committed: ReadonlySet<string>,
  codes: readonly (number | null)[],
): boolean {
  const { requests, posts, acknowledged, failures } = seen;
  const lost = [...acknowledged].filter((title) => !committed.has(title)).length;
  const unacknowledged = [...committed].filter((title) => !acknowledged.has(title)).length;
  const failed = [...failures].map(([kind, count]) => `${count} × ${kind}`).join(', ');
  const wrongCodes = codes.filter((code) => code !== 0).length;
  console.log(
    [
      `${label}: ${codes.length} restarts, ${requests} requests`,
      `failed ${failed === '' ? '0' : failed}`,
      `${posts} POSTs, ${acknowledged.size} acknowledged, ${committed.size} committed`,
      `${unacknowledged} committed and not acknowledged, ${lost} acknowledged and lost`,
      ...(wrongCodes > 0 ? [`${wrongCodes} stops with another exit code than 0`] : []),
    ].join('; '),
  );
  return failures.size + lost + unacknowledged + wrongCodes === 0;
}

async function titles(database: string, prefix: string): Promise<Set<string>> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    const { rows } = await client.query<{ title: string }>(
      'select title from actions where starts_with(title, $1)',
      [`${prefix} `],
    );
    return new Set(rows.map(({ title }) => title));
  } finally {
    await client.end();
  }
}

function command(program: string, args: readonly string[], env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`callboard ${args.join(' ')} failed: ${stdout}${stderr}`);
  return stdout;
}

// The program finds its packages from there.
const built = join(packageRoot(), '.cache', `restarts-${process.pid}`);
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'callboard-restarts-'));
main(folder)
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  })
  .finally(() => {
    for (const made of [folder, built]) rmSync(made, { recursive: true, force: true });
  });
