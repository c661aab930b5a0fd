import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Client } from 'pg';

/**
 * A running server: `url` is the URL of its maintenance database, `socketUrl` the same through a
 * Unix socket.
 */
export interface PostgresServer {
  readonly url: string;
  readonly socketUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts a Postgres server for the tests in the folder, which is deleted with it. Throws an Error
 * with the reason when it cannot: no test may pass because it lacks a database. `settings` are
 * additional server settings as `NAME=VALUE`.
 */
export async function startPostgres(
  folder: string,
  ...settings: readonly string[]
): Promise<PostgresServer> {
  const script = join(__dirname, 'postgres-server.mjs');
  // A process group of its own, so that Ctrl-C does not reach it before the tests have
  // disconnected.
  const server = spawn(process.execPath, [script, folder, ...settings], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const gone = once(server, 'exit');
  const url = await firstLine(server);
  return {
    url,
    socketUrl: throughSocket(url, join(folder, 'postgres')),
    async stop() {
      server.stdin.end();
      await gone;
    },
  };
}

function firstLine(server: ChildProcessByStdio<Writable, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    server.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()));
    server.once('error', reject);
    server.once('close', () => reject(new Error(said.trim() || 'Postgres did not start.')));
  });
}

// Only where the system has Unix sockets and the path is short enough for one.
function throughSocket(url: string, folder: string): string {
  const other = new URL(url);
  const path = join(folder, `.s.PGSQL.${other.port}`);
  if (process.platform === 'win32' || Buffer.byteLength(path) > 100) return url;
  other.hostname = encodeURIComponent(folder);
  return other.href;
}

/** The same server's URL for another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** Runs statements on a server, outside any transaction, on a separate connection. */
export async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
