import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerFault } from './support/answer-check';
import { startApp, type TestApp } from './support/app';
import { openTestDatabase, type TestDatabase } from './support/dialects';
import { problemOf, type Answered } from './support/exchange';

describe('what no HTTP client would send', () => {
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

  /** Sends the bytes as they are and reads until the server closes the connection. */
  async function raw(bytes: string): Promise<string> {
    const [hostname, port] = app.host.split(':');
    const socket = connectTo({ host: hostname ?? '', port: Number(port) });
    await once(socket, 'connect');
    socket.write(bytes);
    return text(socket);
  }

  const answersIn = (received: string): Answered[] =>
    received
      .split(/(?=HTTP\/1\.1 \d{3} )/)
      .filter((answer) => answer !== '')
      .map((answer) => {
        const [head = '', ...rest] = answer.split('\r\n\r\n');
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

  const only = (received: string): Answered => {
    const [answer, ...others] = answersIn(received);
    if (answer === undefined || others.length > 0) throw new Error(`Received: ${received}`);
    const fault =
      answer.status < 400 ? answerFault('getHealth', answer) : answerFault(undefined, answer);
    expect(fault).toBeUndefined();
    return answer;
  };

  test.each([
    ['no HTTP', 'HELO callboard\r\n\r\n'],
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
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('%s is refused in the envelope', async (_what, bytes) => {
    const { issues } = problemOf(only(await raw(bytes)), 'VALIDATION_FAILED');
    expect(issues).toHaveLength(1);
  });

  test('requests and answers keep the prototypes that they were made with', async () => {
    const kept: boolean[] = [];
    app.server.prependOnceListener('request', (...messages) => {
      const born: unknown[] = messages.map((message) => Object.getPrototypeOf(message));
      messages[1].once('close', () => {
        for (const [index, message] of messages.entries()) {
          kept.push(Object.getPrototypeOf(message) === born[index]);
        }
      });
    });
    await raw('GET /healthz HTTP/1.0\r\n\r\n');
    expect(kept).toEqual([true, true]);
  });

  test('HTTP/1.0 needs no Host', async () => {
    expect(only(await raw('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  test('an unknown expectation is ignored', async () => {
    const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n';
    expect(only(await raw(request)).status).toBe(200);
  });

  test('after a good request on the same connection, only the bad one is refused', async () => {
    const received = await raw('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n');
    const [first, second] = answersIn(received);
    expect(first?.status ?? 'closed').toBe(second === undefined ? 'closed' : 200);
  });
});
