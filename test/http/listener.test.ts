import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { createHttpServer } from '../../src/platform/http/connections/http-server';
import type { OperationId } from '../../src/platform/operation';
import { responseFault } from '../../scripts/requests/response-check';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { problemOf, type RawResponse } from '../../scripts/requests/exchange';

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

  /** Sends raw bytes and reads until the server closes the connection. */
  async function raw(bytes: string): Promise<string> {
    const [hostname, port] = app.host.split(':');
    const socket = connectTo({ host: hostname ?? '', port: Number(port) });
    await once(socket, 'connect');
    socket.write(bytes);
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
