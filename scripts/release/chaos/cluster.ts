import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../servers/free-port';
import { startPgbouncer, type Pooler } from '../../servers/pgbouncer';
import { administer, withDatabase } from '../../servers/postgres';
import { describeProcess, type Process } from '../restarts/processes';
import { findProgram } from '../restarts/proxies';
import { findPostgres, startPostgresPair, type PostgresPair } from './postgres-pair';

/** Three servers of two workers behind HAProxy, through PgBouncer on a Postgres with a standby. */
export interface Cluster {
  /** The URL of the proxy. */
  readonly url: string;
  readonly postgres: PostgresPair;
  readonly pooler: Pooler;
  readonly servers: readonly Process[];
  /** The URL of the database past the pooler. */
  database(): string;
  /** Runs a command of a program with its input, and returns its output. */
  run(file: string, args: readonly string[], input?: string): string;
  /** The program of the next starts. */
  setProgram(file: string): void;
  /** Starts the servers and the proxy. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Describes the cluster and starts its databases. `program` is the file of a built program.
 * Receivers of webhooks on this machine are allowed. Throws when a program is not installed.
 */
export async function startCluster(program: string, folder: string): Promise<Cluster> {
  const [bin, haproxy] = [findPostgres(), findProgram('haproxy')];
  if (bin === undefined || haproxy === undefined) {
    throw new Error('Install postgresql, pgbouncer and haproxy first.');
  }
  const postgres = await startPostgresPair(bin, folder);
  await administer(postgres.url(), 'create database callboard template template0');
  const pooler = await startPgbouncer(postgres.url(), folder);
  const started = { file: program };
  const ports = [await freePort(), await freePort(), await freePort()];
  const servers = ports.map((port, index) =>
    describeProcess({
      command: process.execPath,
      // Read at each start, because an upgrade replaces the program.
      get args() {
        return [started.file, 'serve', '--workers', '2'];
      },
      env: {
        DATABASE_URL: withDatabase(pooler.url, 'callboard'),
        DATABASE_POOLER: pooler.mode,
        DATABASE_POOL_SIZE: '4',
        CALLBOARD_CONSOLE: 'off',
        PORT: String(port),
        RATE_LIMIT_PER_MINUTE: '0',
        SHUTDOWN_DELAY_SECONDS: '2',
        TRUST_PROXY: '1',
        WEBHOOK_ALLOW: '127.0.0.1',
      },
      probe: `http://127.0.0.1:${port}/readyz`,
      log: join(folder, `server-${index + 1}.log`),
    }),
  );
  const proxyPort = await freePort();
  const url = `http://127.0.0.1:${proxyPort}`;
  const configuration = join(folder, 'haproxy.cfg');
  writeFileSync(configuration, proxyLines(proxyPort, ports).join('\n'));
  const proxy = describeProcess({
    command: haproxy,
    args: ['-db', '-f', configuration],
    probe: `${url}/readyz`,
    log: join(folder, 'haproxy.log'),
  });
  const database = (): string => withDatabase(postgres.url(), 'callboard');
  return {
    url,
    postgres,
    pooler,
    servers,
    database,
    run: (file, args, input = '') =>
      execFileSync(process.execPath, [file, ...args], {
        env: { ...process.env, DATABASE_URL: database() },
        input,
        encoding: 'utf8',
      }).trim(),
    setProgram: (file) => void (started.file = file),
    async start() {
      for (const each of [...servers, proxy]) await each.start();
    },
    async stop() {
      for (const each of [proxy, ...servers]) await each.stop();
      await pooler.stop();
      await postgres.stop();
    },
  };
}

/**
 * Ends a server by a signal and starts it again. After a kill, its workers may still have the port
 * for a moment.
 */
export async function restart(server: Process, signal: NodeJS.Signals): Promise<void> {
  await server.stop(signal);
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await server.start();
    } catch (error) {
      if (attempts > 10) throw error;
      await pause(300);
    }
  }
}

function proxyLines(port: number, servers: readonly number[]): string[] {
  return [
    'defaults',
    '    mode http',
    '    timeout connect 2s',
    '    timeout client 75s',
    '    timeout server 75s',
    'frontend public',
    `    bind 127.0.0.1:${port}`,
    '    default_backend callboard',
    'backend callboard',
    '    balance roundrobin',
    '    option forwardfor',
    '    option httpchk GET /readyz',
    '    default-server check inter 1s fall 1 rise 1',
    '    retry-on conn-failure',
    '    option redispatch 1',
    ...servers.map((server, index) => `    server s${index} 127.0.0.1:${server}`),
    '',
  ];
}
