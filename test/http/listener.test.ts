import { once } from 'node:events';
import { connect as connectTo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { setTimeout as delay } from 'node:timers/promises';
import { createHttpServer } from '../../src/platform/http/connections/http-server';
import type { OperationId } from '../../src/platform/operation';
import { responseFault } from '../../scripts/requests/response-check';
import { startApp, type TestApp, makeWorkspace, type Person } from '../../scripts/servers/app';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { problemOf, type RawResponse, exchange } from '../../scripts/requests/exchange';
import { sessionCookieNames } from '../../src/platform/http/cookies';
import { operationFacts } from '../../generated/handlers';
import { credentialHeaders } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

const get = (headers: string, target = '/healthz'): string =>
  `GET ${target} HTTP/1.1\r\nConnection: close\r\n${headers}\r\n`;

const post = (headers: string, version = '1.1'): string =>
  [
    `POST /v1/session HTTP/${version}`,
    'Host: x',
    'Content-Type: application/json',
    `${headers}\r\n2\r\n{}\r\n0\r\n\r\n`,
  ].join('\r\n');

describe('Malformed and unusual HTTP messages', () => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    app = await startApp(database);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  /** Sends raw bytes, ends its side if `isAll`, and reads until the server closes the connection. */
  async function raw(bytes: string, isAll = false): Promise<string> {
    const [hostname, port] = app.host.split(':');
    const socket = connectTo({ host: hostname ?? '', port: Number(port), allowHalfOpen: isAll });
    await once(socket, 'connect');
    if (isAll) socket.end(bytes);
    else socket.write(bytes);
    return text(socket);
  }

  const responsesIn = (received: string): RawResponse[] =>
    received
      .split(/(?=HTTP\/1\.1 \d{3} )/)
      .filter((response) => response !== '')
      .map((response) => {
        const [head = '', ...rest] = response.split('\r\n\r\n');
        const [line = '', ...lines] = head.split('\r\n');
        const headers = lines.map((each): [string, string] => {
          const colon = each.indexOf(':');
          return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()];
        });
        return {
          status: Number(line.split(' ')[1]),
          headers: Object.fromEntries(headers),
          text: rest.join('\r\n\r\n'),
        };
      });

  const only = (received: string, operation?: OperationId): RawResponse => {
    const [response, ...others] = responsesIn(received);
    if (response === undefined || others.length > 0) throw new Error(`Received: ${received}`);
    const named = operation ?? (response.status < 400 ? 'getHealth' : undefined);
    const fault = responseFault(named, response);
    expect(fault).toBeUndefined();
    return response;
  };

  test.each([
    ['data that is not HTTP', 'HELO callboard\r\n\r\n'],
    ['a version that does not exist', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET /healthz HTTP/1.1\r\nHost x\r\n\r\n'],
    [
      'two lengths',
      'POST /v1/session HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    ],
    [
      'headers of 100 KB',
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
    ],
    ['no Host', get('')],
    ['two Hosts', get('Host: x\r\nHost: y\r\n')],
    ['a duplicate Host', get('Host: x\r\nhost: x\r\n')],
    ['a list of Hosts', get('Host: x, y\r\n')],
    ['a Host with a user', get('Host: u@x\r\n')],
    ['a Host with a path', get('Host: x/y\r\n')],
    ['a Host with an invalid port', get('Host: x:y\r\n')],
    ['an absolute target with two Hosts', get('Host: x\r\nHost: x\r\n', 'http://x/healthz')],
    ['an absolute target without a Host', get('', 'http://x/healthz')],
    ['an absolute target with an invalid Host', get('Host: u@x\r\n', 'http://x/healthz')],
    ['an absolute target of another scheme', get('Host: x\r\n', 'ftp://x/healthz')],
    ['the target * with GET', get('Host: x\r\n', '*')],
    ['an absolute target without a host', get('Host: x\r\n', 'http:///healthz')],
    ['an absolute target with a user', get('Host: x\r\n', 'http://u@x/healthz')],
    ['the version HTTP/2.0', 'GET /healthz HTTP/2.0\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['a folded header', get('Host: x\r\nX-A: a\r\n b\r\n')],
    ['line feeds without carriage returns', get('Host: x\r\n').replaceAll('\r', '')],
    ['a space before the colon', post('Transfer-Encoding : chunked\r\n')],
    ['a length and chunks', post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n')],
    ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 2\r\n')],
    ['chunks over HTTP/1.0', post('Transfer-Encoding: chunked\r\n', '1.0')],
    [
      'chunks over a keep-alive connection of HTTP/1.0',
      post('Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n', '1.0'),
    ],
    ...['gzip', 'gzip, chunked', 'identity', 'xchunked', '"chunked"', 'chunked;a=b', ''].map(
      (coding) => [`the transfer coding "${coding}"`, post(`Transfer-Encoding: ${coding}\r\n`)],
    ),
    ['two transfer codings', post('Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n')],
  ])('%s is refused with the error envelope', async (_what, bytes) => {
    const { issues } = problemOf(only(await raw(bytes)), 'VALIDATION_FAILED');
    expect(issues).toHaveLength(1);
  });

  test('the prototypes of requests and responses never change', async () => {
    const unchanged: boolean[] = [];
    app.server.prependOnceListener('request', (...messages) => {
      const prototypes: unknown[] = messages.map((message) => Object.getPrototypeOf(message));
      messages[1].once('close', () => {
        for (const [index, message] of messages.entries()) {
          unchanged.push(Object.getPrototypeOf(message) === prototypes[index]);
        }
      });
    });
    await raw('GET /healthz HTTP/1.0\r\n\r\n');
    expect(unchanged).toEqual([true, true]);
  });

  test.each([
    ['its length', 'Content-Length: 100\r\n\r\n{"email":'],
    ['its last chunk', 'Transfer-Encoding: chunked\r\n\r\n9\r\n{"email":'],
  ])('a body whose client ends before %s is refused', async (_what, rest) => {
    const head = 'POST /v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const response = only(await raw(`${head}${rest}`, true));
    const { issues } = problemOf(response, 'VALIDATION_FAILED');
    expect([response.status, issues[0]?.path]).toEqual([400, 'body']);
    expect(response.headers).toMatchObject({ connection: 'close' });
  });

  test('HTTP/1.0 needs no Host', async () => {
    expect(only(await raw('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  test.each([
    ['a name', 'calls.example.com'],
    ['a name and a port', 'calls.example.com:8080'],
    ['an IPv4 address', '127.0.0.1:3000'],
    ['an IPv6 address', '[::1]:3000'],
    ['nothing', ''],
  ])('the Host may be %s', async (_what, host) => {
    expect(only(await raw(get(`Host: ${host}\r\n`))).status).toBe(200);
  });

  test.each([
    'http://calls.example.com/healthz',
    'HTTPS://x:1/healthz',
    'http://[::1]:3000/healthz',
  ])('the absolute target %s is replaced with its path', async (target) => {
    expect(only(await raw(get('Host: other\r\n', target))).status).toBe(200);
  });

  const connectTo443 = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n';

  test.each([
    ['to another host', connectTo443],
    ['to a path', 'CONNECT /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['with data for the other host', `${connectTo443}${'x'.repeat(1000)}`],
  ])('CONNECT %s is 405, and the connection closes', async (_what, bytes) => {
    const response = only(await raw(bytes));
    problemOf(response, 'METHOD_NOT_ALLOWED');
    expect(response.headers).toMatchObject({ allow: '', connection: 'close' });
  });

  test('CONNECT gets its response after those of earlier requests', async () => {
    const before = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2);
    const responses = responsesIn(await raw(`${before}${connectTo443}`));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 405]);
  });

  test('an error of a connection after CONNECT ends that connection only', async () => {
    app.server.prependOnceListener('connect', (_request, socket) => {
      socket.destroy(new Error('The client has reset the connection.'));
    });
    expect(await raw(connectTo443)).toBe('');
    expect(only(await raw(get('Host: x\r\n'))).status).toBe(200);
  });

  test('OPTIONS * lists the methods of all paths', async () => {
    const bytes = 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const response = only(await raw(bytes));
    problemOf(response, 'METHOD_NOT_ALLOWED');
    expect(response.headers['allow']).toBe('DELETE, GET, HEAD, PATCH, POST, PUT');
  });

  test('an absolute target without a path is the root path with its query', async () => {
    const response = only(await raw(get('Host: x\r\n', 'http://x?y')), 'getStart');
    const { issues } = problemOf(response, 'UNKNOWN_PARAMETER');
    expect(issues).toMatchObject([{ path: 'query/y' }]);
  });

  test('an Upgrade header is ignored', async () => {
    const headers = 'Host: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n';
    const request = `GET /healthz HTTP/1.1\r\n${headers}\r\n`;
    expect(only(await raw(request)).status).toBe(200);
  });

  test('data after a request with Connection: close is not processed', async () => {
    const [first, ...more] = responsesIn(await raw(get('Host: x\r\n').repeat(2)));
    expect(first?.status).toBe(200);
    expect(more).toEqual([]);
  });

  test('data after an ambiguous transfer coding is not processed', async () => {
    const headers = 'Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n';
    const next = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const before = app.logs.length;
    problemOf(only(await raw(post(headers, '1.0') + next)), 'VALIDATION_FAILED');
    const operations = app.logs.slice(before).map((line): unknown => JSON.parse(line));
    expect(operations).not.toContainEqual(expect.objectContaining({ operation: 'getHealth' }));
  });

  test('an unknown expectation is ignored', async () => {
    const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n';
    expect(only(await raw(request)).status).toBe(200);
  });

  test('after a valid request on the same connection, only the malformed one is refused', async () => {
    const received = await raw('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n');
    const [first, second] = responsesIn(received);
    expect(first?.status ?? 'closed').toBe(second === undefined ? 'closed' : 200);
  });
});

test('A server whose connections were closed closes new ones without a response', async () => {
  const { server, connections } = createHttpServer(express());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const respond = async (): Promise<string> => {
    const socket = connectTo(address.port, '127.0.0.1');
    socket.on('error', () => socket.destroy());
    socket.write(get('Host: x\r\n'));
    return text(socket).catch(() => '');
  };
  try {
    expect(await respond()).toMatch(/^HTTP\/1\.1 404 /);
    expect(connections.closeNow()).toBe(0);
    expect(await respond()).toBe('');
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

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

const reads = Object.values(operationFacts).filter(({ method }) => method === 'get');

const isStream = ({ produces }: { readonly produces: readonly string[] }): boolean =>
  produces.includes('text/event-stream');

describeOnEachDatabase('HTTP as others speak it', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const bearer = () => ({ authorization: `Bearer ${given.token}` });
  const send = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string | Buffer,
  ): Promise<RawResponse> =>
    exchange(app, method, path, { headers: { ...bearer(), ...headers }, body });

  describe('media types', () => {
    test.each([
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'application/json;profile="a,b;q=0"',
      'text/html;level=1, application/json;v=2;q=0.5',
      'application/*;v=1',
      '*/*;v=1',
    ])('Accept: %s is JSON', async (accept) => {
      expect((await send('GET', '/v1/me', { accept })).status).toBe(200);
      const created = await send(
        'POST',
        '/v1/actions',
        { accept, 'content-type': 'application/json' },
        '{"title":"Fold the programmes"}',
      );
      expect(created.status).toBe(201);
    });

    test.each(['text/html', 'application/json;v=1;q=0', 'application/json;q=0;v=1'])(
      'Accept: %s is not',
      async (accept) => {
        problemOf(await send('GET', '/v1/me', { accept }), 'NOT_ACCEPTABLE');
      },
    );

    test('the weight of a type with parameters counts', async () => {
      const accept = 'application/json;v=1;q=0.5, application/yaml;v="1,2";q=0.9';
      const { headers } = await send('GET', '/openapi.json', { accept });
      expect(headers['content-type']).toBe('application/yaml');
    });

    test.each(['application/json; profile="x; charset=latin1"', 'APPLICATION/JSON ; x=y'])(
      'Content-Type: %s is JSON',
      async (type) => {
        const headers = { 'content-type': type };
        const { status } = await send('POST', '/v1/actions', headers, '{"title":"Fold"}');
        expect(status).toBe(201);
      },
    );
  });

  describe('HEAD', () => {
    const varying = ['x-request-id', 'date', 'ratelimit', 'ratelimit-policy'];
    const steady = ({ headers }: RawResponse) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !varying.includes(name)));

    test.each(reads.filter((facts) => !isStream(facts)).map(({ path }) => path))(
      'of %s has the headers of its GET, and no body',
      async (path) => {
        const at = path.replaceAll(/\{\w+\}/g, 'act_01JZ0000000000000000000099');
        const got = await send('GET', at);
        const head = await send('HEAD', at);
        expect(head.text).toBe('');
        expect({ status: head.status, headers: steady(head) }).toEqual({
          status: got.status,
          headers: steady(got),
        });
      },
    );

    test('of a stream is 405', async () => {
      const head = await send('HEAD', '/v1/events/stream');
      expect({ status: head.status, allow: head.headers['allow'] }).toEqual({
        status: 405,
        allow: 'GET',
      });
    });

    test('with the tag of the record is 304', async () => {
      const action = await given.worker.ok('createAction', {
        body: { title: 'Fold the programmes' },
      });
      const { headers } = await send('HEAD', `/v1/actions/${action.id}`);
      const tag = headers['etag'] ?? '';
      const again = await send('HEAD', `/v1/actions/${action.id}`, { 'if-none-match': tag });
      expect({ status: again.status, etag: again.headers['etag'] }).toEqual({
        status: 304,
        etag: tag,
      });
    });

    test('is among the methods of Allow where GET is', async () => {
      expect((await send('PUT', '/v1/actions')).headers['allow']).toBe('GET, HEAD, POST');
      expect((await send('PUT', '/mcp')).headers['allow']).toBe('POST');
    });
  });

  describe('a slash at the end of the path', () => {
    test.each(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'])(
      '%s is redirected to the path without it, with its query',
      async (method) => {
        const path = '/v1/actions/act_1/?a=%2F&b=//x';
        const { status, headers, text } = await send(method, path);
        expect({ status, location: headers['location'], text }).toEqual({
          status: 308,
          location: '/v1/actions/act_1?a=%2F&b=//x',
          text: '',
        });
      },
    );

    test.each([...new Set(Object.values(operationFacts).map(({ path }) => path))])(
      '%s/ is redirected',
      async (template) => {
        if (template === '/') return;
        const path = template.replaceAll(/\{\w+\}/g, 'x');
        const { status, headers } = await send('GET', `${path}/`);
        expect({ status, location: headers['location'] }).toEqual({ status: 308, location: path });
      },
    );

    test.each([
      '//evil.example/',
      '//evil.example/v1/actions/',
      '//evil.example//',
      '///evil.example/',
      '/%2Fevil.example/',
      '/%2fevil.example/v1/me/',
      '/%5Cevil.example/',
      '/\\evil.example/',
      '/\\/evil.example/',
      '/.//evil.example/',
      '/v1/actions//',
      '/v1//evil.example/',
      '/nowhere/',
      'http://evil.example//evil.example/',
    ])('%s leads nowhere', async (path) => {
      const { status, headers } = await exchange(app, 'GET', path);
      expect({ status, location: headers['location'] }).toEqual({
        status: 404,
        location: undefined,
      });
    });

    test('a body is sent to the path without it', async () => {
      const response = await fetch(`${app.url}/v1/actions/`, {
        method: 'POST',
        headers: { ...bearer(), 'content-type': 'application/json' },
        body: '{"title":"Sweep the stage"}',
      });
      expect(response.status).toBe(201);
    });
  });

  describe('Idempotency-Key', () => {
    const json = { 'content-type': 'application/json' };
    const body = (more: object = {}) => JSON.stringify({ title: 'Hang the lights', ...more });
    const idOf = ({ text }: RawResponse): unknown => JSON.parse(text).id;

    test('stands for client_request_id, also when a retry sends that', async () => {
      const key = { ...json, 'idempotency-key': 'lights-1' };
      const first = await send('POST', '/v1/actions', key, body());
      expect(first.status).toBe(201);
      for (const again of [
        await send('POST', '/v1/actions', key, body()),
        await send('POST', '/v1/actions', { ...json, 'idempotency-key': '"lights-1"' }, body()),
        await send('POST', '/v1/actions', json, body({ client_request_id: 'lights-1' })),
        await send('POST', '/v1/actions', key, body({ client_request_id: 'lights-1' })),
      ]) {
        expect([again.status, again.headers['idempotent-replayed'], idOf(again)]).toEqual([
          201,
          'true',
          idOf(first),
        ]);
      }
      problemOf(
        await send('POST', '/v1/actions', key, body({ details: 'x' })),
        'IDEMPOTENCY_KEY_REUSED',
      );
    });

    test('that differs from client_request_id is 400', async () => {
      const key = { ...json, 'idempotency-key': 'lights-2' };
      const sent = body({ client_request_id: 'lights-3' });
      const { issues } = problemOf(
        await send('POST', '/v1/actions', key, sent),
        'VALIDATION_FAILED',
      );
      expect(issues.map(({ path }) => path)).toEqual(['header/Idempotency-Key']);
    });

    test.each([
      ['too long', 'x'.repeat(201)],
      ['empty', ''],
    ])('that is %s is 400', async (_what, value) => {
      const key = { ...json, 'idempotency-key': value };
      const response = await send('POST', '/v1/actions', key, body());
      const { issues } = problemOf(response, 'VALIDATION_FAILED');
      expect(issues).toMatchObject([{ path: 'header/Idempotency-Key' }]);
    });

    test('of 200 characters, and in UTF-8, is taken', async () => {
      const value = Buffer.from('é'.repeat(200)).toString('latin1');
      // As a string, Node would encode the headers together with the body.
      const bytes = Buffer.from(body());
      const sent = await send('POST', '/v1/actions', { ...json, 'idempotency-key': value }, bytes);
      expect(sent.status).toBe(201);
      const same = body({ client_request_id: 'é'.repeat(200) });
      expect(idOf(await send('POST', '/v1/actions', json, same))).toBe(idOf(sent));
    });

    test('makes a request without a body safe to repeat', async () => {
      const action = await given.person.ok('createAction', {
        body: { title: 'Sweep', status: 'ready', assigned_actor_id: null },
      });
      const path = `/v1/actions/${action.id}/claim`;
      const key = { 'idempotency-key': 'sweep-1' };
      const first = await send('POST', path, key);
      expect(first.status).toBe(200);
      const again = await send('POST', path, key);
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    });

    test('is ignored where there is no client_request_id', async () => {
      const key = { 'idempotency-key': 'x'.repeat(300) };
      expect((await send('GET', '/v1/me', key)).status).toBe(200);
    });
  });

  test('a PATCH may be application/merge-patch+json', async () => {
    const action = await given.worker.ok('createAction', { body: { title: 'Sweep' } });
    const headers = { 'content-type': 'application/merge-patch+json' };
    const path = `/v1/actions/${action.id}`;
    const { status, text } = await send('PATCH', path, headers, '{"title":"Sweep the stage"}');
    expect([status, JSON.parse(text).title]).toEqual([200, 'Sweep the stage']);
    problemOf(
      await send('POST', '/v1/actions', headers, '{"title":"Sweep"}'),
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });

  test('every PATCH of the contract takes it', () => {
    const patches = Object.values(operationFacts).filter(({ method }) => method === 'patch');
    for (const { consumes } of patches) {
      expect(consumes).toEqual(['application/json', 'application/merge-patch+json']);
    }
  });

  test('a person reads by HEAD with a cookie', async () => {
    const headers = credentialHeaders({ cookie: given.owner.cookie });
    expect((await exchange(app, 'HEAD', '/v1/session', { headers })).status).toBe(200);
  });
});
