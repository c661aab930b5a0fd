import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabasePooler } from '../../src/platform/db/postgres-url';
import { freePort } from './free-port';

/** A running pooler; `url` is the URL of the server's maintenance database through it. */
export interface Pooler {
  readonly url: string;
  /** The DATABASE_POOLER for it: from 1.21 on, it keeps prepared statements. */
  readonly mode: DatabasePooler;
  /** Leads to another server from now on, whose URL has the same user and password. */
  pointTo(server: string): void;
  /** Kills the process and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const missing =
  'pgbouncer is not installed. Install it, for example by apt-get install pgbouncer (Debian), dnf install pgbouncer (Fedora) or brew install pgbouncer (macOS).';

/**
 * Starts PgBouncer in transaction mode, in front of all databases of a server, with its files in
 * the folder. Throws an Error that says how to install it where it is missing.
 */
export async function startPgbouncer(server: string, folder: string): Promise<Pooler> {
  const { error, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  if (error !== undefined) throw new Error(missing);
  const [, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout)?.slice(1) ?? []).map(Number);
  const mode = minor >= 21 ? 'transaction-prepared' : 'transaction';
  const home = join(folder, 'pgbouncer');
  const own = await freePort();
  mkdirSync(home);
  chmodSync(home, 0o777);
  const file = join(home, 'pgbouncer.ini');
  const configure = (to: string): void => {
    const lines = settings(to, own);
    if (mode === 'transaction-prepared') lines.push('max_prepared_statements = 200');
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  };
  // It refuses to run as root.
  const owner = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const start = async (): Promise<ChildProcess> => {
    const started = spawn('pgbouncer', [...owner, '--quiet', file], { stdio: 'ignore' });
    await listening(own);
    return started;
  };
  configure(server);
  let running = await start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  };
  const url = new URL(server);
  url.port = String(own);
  return {
    url: url.href,
    mode,
    pointTo(other) {
      configure(other);
      running.kill('SIGHUP');
    },
    async crash() {
      await end('SIGKILL');
      running = await start();
    },
    stop: () => end('SIGTERM'),
  };
}

function settings(server: string, ownPort: number): string[] {
  const { hostname, port, username, password } = new URL(server);
  return [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 8',
    'max_client_conn = 1000',
    // Another connection of the server as often as possible, so that a lost session shows.
    'server_round_robin = 1',
    'server_idle_timeout = 5',
    // After a refused login it refuses all clients for 15 s by default, also a server that starts.
    'server_login_retry = 1',
  ];
}

async function listening(port: number): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const socket = createConnection(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await pause(50);
  }
  throw new Error('pgbouncer does not listen.');
}
