import { once } from 'node:events';
import { connect as connectTo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sessionCookieNames } from '../../src/platform/http/cookies';
import { makeWorkspace, startApp, type Person, type TestApp } from '../../scripts/servers/app';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';

const twoMebibytes = 2 * 1024 * 1024;

describe('A response before the request body has arrived', () => {
  let database: TestDatabase;
  let app: TestApp;
  let person: Person;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    app = await startApp(database);
    person = await makeWorkspace(database, 'Stage');
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  /**
   * Sends a head with these lines, then the parts of a body one at a time while the connection is
   * open.
   */
  const send = async (
    lines: readonly string[],
    pieces: () => Iterable<string>,
  ): Promise<() => Promise<string>> => {
    const [host = '', port] = app.host.split(':');
    // The server ends its side first and continues to read for a while.
    const socket = connectTo({ host, port: Number(port), allowHalfOpen: true });
    sockets.push(socket);
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    await once(socket, 'connect');
    // The data received until the server ends its side or closes the connection.
    const ended = new Promise<string>((resolve) => {
      socket.once('end', () => resolve(received));
      socket.once('error', () => resolve(received));
    });
    socket.write(['POST /v1/actions HTTP/1.1', 'Host: x', ...lines, '\r\n'].join('\r\n'));
    void sendAll(socket, pieces());
    return () => ended;
  };

  const sendAll = async (socket: Socket, pieces: Iterable<string>): Promise<void> => {
    for (const piece of pieces) {
      if (socket.destroyed) return;
      socket.write(piece);
      await delay(50);
    }
  };

  const untilClosed = async (): Promise<void> => {
    const count = (): Promise<number> =>
      new Promise((resolve, reject) => {
        app.server.getConnections((error, open) => (error ? reject(error) : resolve(open)));
      });
    while ((await count()) > 0) await delay(20);
  };

  function* forEver(piece: string): Iterable<string> {
    while (true) yield piece;
  }

  const json = 'Content-Type: application/json';
  const chunked = 'Transfer-Encoding: chunked';
  const foreign = 'Sec-Fetch-Site: cross-site';
  const own = 'Sec-Fetch-Site: same-origin';
  const cookie = () => `Cookie: ${sessionCookieNames.secure}=${person.cookie}`;
  const chunkOf = (size: number): string => `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`;

  test('stops reading the rest after a while', async () => {
    const bodies: readonly [number, readonly string[], () => Iterable<string>][] = [
      [401, [json, 'Content-Length: 1000000000'], () => forEver(' ')],
      [401, [json, 'Content-Length: 1000'], () => forEver(' ')],
      [401, [json, 'Content-Length: 65536'], () => []],
      [401, [json, 'Content-Length: 65537'], () => []],
      [403, [json, chunked, cookie(), foreign], () => forEver(chunkOf(1))],
      [413, [json, cookie(), own, `Content-Length: ${twoMebibytes + 1}`], () => []],
      [413, [json, chunked, cookie(), own], () => forEver(chunkOf(1_000_000))],
      [415, [chunked, cookie(), own], () => forEver(chunkOf(1))],
    ];
    const sent = bodies.map(([, lines, pieces]) => send(lines, pieces));
    const received = await Promise.all(sent.map(async (each) => (await each)()));
    await untilClosed();
    for (const [index, [status]] of bodies.entries()) {
      expect(received[index]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      // The response is complete.
      expect(received[index]).toMatch(/\r\n\r\n\{.*\}$/s);
    }
    // A body of at most 64 KiB may arrive later, so its connection stays open for a while.
    const open = bodies.filter((_, index) => !/^Connection: close\r$/m.test(received[index] ?? ''));
    expect(open.map(([, [, length]]) => length)).toEqual([
      'Content-Length: 1000',
      'Content-Length: 65536',
    ]);
  });

  test('adds no listeners to a connection that stays open', async () => {
    const [host = '', port] = app.host.split(':');
    const accepted = once(app.server, 'connection');
    const client = connectTo({ host, port: Number(port) }).setEncoding('utf8');
    sockets.push(client);
    const [server]: Socket[] = await accepted;
    const counts: number[] = [];
    for (let sent = 0; sent < 20; sent += 1) {
      client.write('POST /v1/actions HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n');
      expect(String(await once(client, 'data'))).toMatch(/^HTTP\/1.1 401 /);
      client.write(' ');
      counts.push(server?.listenerCount('close') ?? 0);
    }
    expect(Math.max(...counts.slice(1))).toBe(counts[1]);
  });

  test('a request after that body is not run', async () => {
    const received = await send([json, 'Content-Length: 100000'], () => [
      ' '.repeat(99_999),
      ' GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n',
    ]);
    expect((await received()).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
    await untilClosed();
    expect(app.logs.filter((line) => line.includes('/readyz'))).toEqual([]);
  });

  test.each([
    ['in one piece', ['Content-Length: 2', '', '{}'], []],
    ['later', ['Content-Length: 2'], ['{', '}']],
  ])('a small body that arrives %s keeps the connection open', async (_when, lines, pieces) => {
    const next = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const received = await send([json, ...lines], () => [...pieces, `\r\n${next}`]);
    expect((await received()).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });
});
