import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectTo, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { isRecord } from '../../src/platform/json';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { ask } from '../support/ask';
import { serve, type Serving } from '../support/program';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase('sqlite');
});
afterAll(() => database.close());

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
// The response waits for the body.
const post = [
  'POST /v1/session HTTP/1.1',
  'Host: x',
  'Content-Type: application/json',
  'Content-Length: 2\r\n\r\n',
].join('\r\n');

/** A raw connection, with all data that it receives. */
async function open({ url }: Serving): Promise<{ socket: Socket; received: Promise<string> }> {
  const { hostname, port } = new URL(url);
  const socket = connectTo(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, received: text(socket) };
}

/** Status and Connection header of each response. */
function responsesIn(received: string): string[] {
  return received
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((response) => response !== '')
    .map((response) => {
      const connection = /^connection: (.*)$/im.exec(response)?.[1] ?? 'none';
      return `${response.slice(9, 12)} ${connection}`;
    });
}

/** Warnings and errors in the log. */
function problems(server: Serving): string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => {
      const entry: unknown = line === '' ? undefined : JSON.parse(line);
      return isRecord(entry) && Number(entry['level']) >= 40;
    });
}

/**
 * Waits until that many processes end connections: each worker receives the announcement at its
 * own time. The log has no requests to `/readyz`, so these requests are to another path.
 */
async function untilAnnounced(server: Serving, processes: number): Promise<void> {
  const stopping = new Set<unknown>();
  while (stopping.size < processes) {
    const { headers } = await ask(server).get('/v1/me');
    if (headers['connection'] === 'close') {
      stopping.add(await processOf(server, String(headers['x-request-id'])));
    }
    await pause(10);
  }
}

async function readiness(server: Serving): Promise<unknown> {
  const { status, headers, text: body } = await ask(server).get('/readyz');
  return { status, connection: headers['connection'], body: JSON.parse(body) };
}

/** The number of the worker that logged the request; undefined for a single process. */
async function processOf(server: Serving, requestId: string): Promise<unknown> {
  for (;;) {
    const line = server
      .output()
      .split('\n')
      .slice(0, -1)
      .find((one) => one.includes(requestId));
    const entry: unknown = line === undefined ? undefined : JSON.parse(line);
    if (isRecord(entry)) return entry['worker'];
    await pause(10);
  }
}

describe.each([
  ['one process', ['serve'], 1],
  ['workers', ['serve', '--workers', '2'], 2],
])('A server of %s that receives SIGTERM', (_, args, processes) => {
  test('responds for a while with Connection: close, and then ends each connection', async () => {
    const env = {
      DATABASE_URL: database.url,
      SHUTDOWN_DELAY_SECONDS: '2',
      SHUTDOWN_SECONDS: '1',
    };
    const server = await serve(env, args);
    const openAll = () => Promise.all([open(server), open(server), open(server)]);
    const [[used, idle, unused], [running, piped, never]] = [await openAll(), await openAll()];
    used.socket.write(get('/healthz'));
    idle.socket.write(get('/healthz'));
    await Promise.all([once(used.socket, 'readable'), once(idle.socket, 'readable')]);
    // The server waits for the bodies of these requests.
    for (const { socket } of [running, piped, never]) socket.write(post);

    const code = server.stop('SIGTERM');
    await untilAnnounced(server, processes);
    expect(await readiness(server)).toMatchObject({
      status: 503,
      connection: 'close',
      body: { code: 'UNAVAILABLE', details: { server: 'stopping' } },
    });
    // A proxy may still use an open connection, or open a new one.
    used.socket.write(get('/healthz'));
    unused.socket.write(get('/healthz'));
    running.socket.write('{}');
    piped.socket.write(`{}${get('/healthz')}${get('/healthz')}`);
    expect(responsesIn(await used.received)).toEqual(['200 keep-alive', '200 close']);
    expect(responsesIn(await unused.received)).toEqual(['200 close']);
    expect(responsesIn(await running.received)).toEqual(['400 close']);
    expect(responsesIn(await piped.received)).toEqual([
      '400 keep-alive',
      '200 keep-alive',
      '200 close',
    ]);
    const late = await ask(server).get('/healthz');
    expect([late.status, late.headers['connection']]).toEqual([200, 'close']);
    expect(idle.socket.readableEnded).toBe(false);

    expect(responsesIn(await idle.received)).toEqual(['200 keep-alive']);
    await expect(open(server)).rejects.toThrow(/ECONNREFUSED/);
    expect(await never.received).toBe('');
    expect(await code).toBe(0);
    expect(problems(server)).toEqual([]);
    expect(server.output()).toContain('Requests that outlast SHUTDOWN_SECONDS are cut');
  });

  test('logs no error for a request that it cuts off', async () => {
    const server = await serve({ DATABASE_URL: database.url, SHUTDOWN_SECONDS: '0' }, args);
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'takes a while to hash' });
    const head = post.replace('Content-Length: 2', `Content-Length: ${body.length}`);
    const slow = await Promise.all(Array.from({ length: 9 }, () => open(server)));
    for (const { socket } of slow) socket.write(head + body);
    await ask(server).get('/healthz');
    expect(await server.stop('SIGTERM')).toBe(0);
    await Promise.allSettled(slow.map(({ received }) => received));
    expect(problems(server)).toEqual([]);
  });
});

test('a signal to npm start stops the server', async () => {
  const { PATH, HOME } = process.env;
  const npm = spawn('npm', ['start'], {
    cwd: join(__dirname, '..', '..'),
    env: { PATH, HOME, PORT: '0', DATABASE_URL: 'sqlite::memory:' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part;
    // The greeting comes last.
    if (part.includes('/app in a browser')) npm.kill('SIGTERM');
  });
  try {
    // The server has the other end of the pipe too.
    await once(npm.stdout, 'end', { signal: AbortSignal.timeout(60_000) });
    expect(output).toContain('Callboard has stopped');
  } finally {
    killGroup(npm.pid);
  }
}, 90_000);

/** Kills the processes that a detached one has left, if there are any. */
function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // They have ended.
  }
}
