import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { administer } from '../../servers/postgres';
import { freePort } from '../../servers/free-port';

/** Two servers of Postgres with synchronous replication from the first to the second. */
export interface PostgresPair {
  /** The URL of the maintenance database of the server that accepts writes. */
  url(): string;
  /** Kills the process of one connection, after which Postgres ends all others and recovers. */
  crash(): Promise<void>;
  /** Kills the first server and promotes the second, which then serves without a standby. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** The folder of the programs of the newest installed Postgres; undefined without any. */
export function findPostgres(): string | undefined {
  const installed = '/usr/lib/postgresql';
  if (!existsSync(installed)) return undefined;
  const [newest] = readdirSync(installed).toSorted((one, other) => Number(other) - Number(one));
  return newest === undefined ? undefined : join(installed, newest, 'bin');
}

/** Starts the pair, with its data in the folder and durable commits. */
export async function startPostgresPair(bin: string, folder: string): Promise<PostgresPair> {
  const owner = unprivileged();
  chmodSync(folder, 0o711);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  for (const data of [first, second]) {
    mkdirSync(data, { mode: 0o700 });
    if (owner !== undefined) chownSync(data, owner.uid, owner.gid);
  }
  const run = (program: string, ...args: readonly string[]): void => {
    execFileSync(join(bin, program), args, { ...owner, cwd: folder, stdio: 'ignore' });
  };
  const start = async (data: string, port: number): Promise<ChildProcess> => {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      wal_level: 'replica',
      hot_standby: 'on',
      wal_receiver_status_interval: '1s',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...owner,
      cwd: data,
      stdio: 'ignore',
    });
    await untilUp(urlOf(port));
    return server;
  };

  run('initdb', '--auth=trust', '--username=callboard', '--encoding=UTF8', `--pgdata=${first}`);
  const ports = [await freePort(), await freePort()] as const;
  let url = urlOf(ports[0]);
  let primary = await start(first, ports[0]);
  run(
    'pg_basebackup',
    `--dbname=${url}`,
    `--pgdata=${second}`,
    '--write-recovery-conf',
    '--checkpoint=fast',
  );
  appendFileSync(join(second, 'postgresql.auto.conf'), `cluster_name = 'second'\n`);
  const standby = await start(second, ports[1]);
  await administer(
    url,
    `alter system set synchronous_standby_names = 'second'`,
    'select pg_reload_conf()',
  );
  await until(async () => {
    const states = await rowsOf(url, 'select sync_state from pg_stat_replication');
    return states.some(({ sync_state: state }) => state === 'sync');
  });
  return {
    url: () => url,
    async crash() {
      const [row] = await rowsOf(
        url,
        `select pid from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
      );
      if (row === undefined) return;
      process.kill(Number(row['pid']), 'SIGKILL');
      await pause(200);
      await untilUp(url);
    },
    async failOver() {
      const ended = once(primary, 'exit');
      // Its children would go on for a moment and could still answer.
      const processes = childrenOf(primary.pid);
      for (const pid of [primary.pid, ...processes]) killIfAlive(pid);
      await ended;
      url = urlOf(ports[1]);
      primary = standby;
      await administer(url, 'select pg_promote()');
    },
    async stop() {
      for (const server of [primary, standby]) {
        if (server.exitCode !== null || server.signalCode !== null) continue;
        const ended = once(server, 'exit');
        server.kill('SIGQUIT');
        await ended;
      }
    },
  };
}

/** The processes that a process has started. */
export function childrenOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

/** Sends SIGKILL to a process that may have ended. */
export function killIfAlive(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** The rows of a statement, on a connection of its own. */
export async function rowsOf(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function urlOf(port: number): string {
  return `postgres://callboard:trusted@127.0.0.1:${port}/postgres`;
}

function untilUp(url: string): Promise<void> {
  return until(async () => {
    await rowsOf(url, 'select 1');
    return true;
  });
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      if (await condition()) return;
    } catch (error) {
      if (attempts > 300) throw error;
    }
    if (attempts > 600) throw new Error('Postgres did not come up.');
    await pause(100);
  }
}

/** Postgres refuses to run as root. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
