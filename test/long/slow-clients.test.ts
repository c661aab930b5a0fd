import { once } from 'node:events';
import { connect as connectTo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { maxWaiting } from '../../src/platform/http/connections/open-connections';
import { backlogLimits, type BacklogLimits } from '../../src/platform/http/express-app';
import { makeWorkspace, startApp, type Person, type TestApp } from '../../scripts/servers/app';
import { client, credentialHeaders } from '../../scripts/requests/client';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';

const megabyte = 1_000_000;

describe('Clients that pipeline requests or read slowly', () => {
  let database: TestDatabase;
  let person: Person;
  let largeId: string;
  const apps: TestApp[] = [];
  const sockets: Socket[] = [];

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    person = await makeWorkspace(database, 'Stage');
    largeId = await addLarge(person);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const app of apps.splice(0)) await app.close();
  });
  afterAll(() => database.close());

  const start = async (limits: Partial<BacklogLimits> = {}): Promise<TestApp> => {
    const app = await startApp(database, {}, { backlogLimits: { ...backlogLimits, ...limits } });
    apps.push(app);
    return app;
  };

  const addLarge = async (owner: Person): Promise<string> => {
    const app = await start();
    const content = { text: 'x'.repeat(megabyte) };
    const { id } = await client(app, owner).ok('createDocument', {
      body: { title: 'Large', content },
    });
    return id;
  };

  /** A connection that can still send after the server has ended its side. */
  const connect = async (app: TestApp): Promise<Socket> => {
    const [host = '', port] = app.host.split(':');
    const socket = connectTo({ host, port: Number(port), allowHalfOpen: true });
    sockets.push(socket);
    // The server may close it.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };

  const headOf = (line: string, headers: Readonly<Record<string, string>> = {}): string =>
    [
      `${line} HTTP/1.1`,
      'Host: x',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n');

  const readsOfLarge = (count: number, owner = person, id = largeId): string =>
    headOf(`GET /v1/documents/${id}`, credentialHeaders({ cookie: owner.cookie })).repeat(count);

  const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await isTrue())) await delay(20);
  };

  /** The statuses of completed requests, in the order of completion. */
  const ended = (app: TestApp): readonly unknown[] =>
    app.logs
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ msg }) => msg === 'request')
      .map(({ status }) => status);

  const openConnections = async (app: TestApp): Promise<number> =>
    new Promise((resolve, reject) => {
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });

  /** Resolves when the responses fill the operating system's buffers. */
  const untilStuck = async (app: TestApp): Promise<void> => {
    let before = -1;
    await until(async () => {
      await delay(300);
      const now = ended(app).length;
      const isStuck = now > 0 && now === before;
      before = now;
      return isStuck;
    });
  };

  describe('pipelining', () => {
    test(`${maxWaiting + 1} requests get their responses in order`, async () => {
      const app = await start();
      const socket = await connect(app);
      const ids = Array.from({ length: maxWaiting + 1 }, (_, n) => `request-${n}`);
      socket.write(
        ids
          .map((id, n) => {
            const last = n === maxWaiting ? { Connection: 'close' } : {};
            const path = n % 3 === 0 ? '/readyz' : n % 3 === 1 ? '/healthz' : '/v1/me';
            return headOf(`GET ${path}`, { 'X-Request-Id': id, ...last });
          })
          .join(''),
      );
      const received = await text(socket);
      const served = [...received.matchAll(/^X-Request-Id: (.*)\r$/gm)].map(([, id]) => id);
      expect(served).toEqual(ids);
    });

    test('the bodies of waiting requests arrive complete', async () => {
      const app = await start();
      const socket = await connect(app);
      const headers = {
        ...credentialHeaders({ cookie: person.cookie }),
        'Content-Type': 'application/json',
      };
      const titles = ['first', 'second', 'third'].map((word) => `The ${word}`);
      const requests = titles.map((title) => {
        const body = JSON.stringify({ title, content: { text: 'y'.repeat(100_000) } });
        return (
          headOf('POST /v1/documents', { ...headers, 'Content-Length': `${body.length}` }) + body
        );
      });
      socket.write(requests.join('') + headOf('GET /healthz', { Connection: 'close' }));
      const received = await text(socket);
      expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual([
        ...titles.map(() => 'HTTP/1.1 201'),
        'HTTP/1.1 200',
      ]);
      const { items } = await client(app, person).ok('listDocuments', { query: { q: 'the' } });
      expect(items.map(({ title }) => title)).toEqual(expect.arrayContaining(titles));
    });

    test('the connection of a client that pipelines more is closed', async () => {
      const app = await start();
      const socket = await connect(app);
      socket.write(headOf('GET /readyz').repeat(5 * maxWaiting));
      const received = await text(socket).catch(() => '');
      expect(received.split('HTTP/1.1 200').length).toBeLessThanOrEqual(maxWaiting + 1);
      expect(ended(app).length).toBeLessThanOrEqual(maxWaiting + 1);
    });

    test('a request runs only when the previous response is sent', async () => {
      const app = await start();
      const socket = await connect(app);
      socket.write(readsOfLarge(60));
      await untilStuck(app);
      const { length } = ended(app);
      // The operating system's buffers on both sides.
      expect(length).toBeLessThan(30);

      let read = 0;
      socket.on('data', (bytes: Buffer) => {
        read += bytes.length;
      });
      await until(() => read >= 60 * megabyte);
      await until(() => ended(app).length === 60);
      expect(new Set(ended(app))).toEqual(new Set([200]));
    });

    test('waiting requests are not run when their client disconnects', async () => {
      const app = await start();
      const socket = await connect(app);
      socket.write(readsOfLarge(60));
      await untilStuck(app);
      const { length } = ended(app);
      socket.destroy();
      await until(async () => (await openConnections(app)) === 0);
      expect(ended(app).length).toBeLessThanOrEqual(length + 1);
    });
  });

  test('a response that is not read in time is aborted', async () => {
    const app = await start({ grace: 500, rate: 4 * megabyte });
    const socket = await connect(app);
    socket.write(readsOfLarge(60));
    // The log line of the response may follow the end of its connection.
    await until(() => ended(app).includes('aborted'));
    expect(await openConnections(app)).toBe(0);
    expect(ended(app).length).toBeGreaterThan(1);
    expect(ended(app).at(-1)).toBe('aborted');
    expect(app.logs.filter((line) => line.includes('connection closed'))).toHaveLength(1);
  });

  test('above the limit, the oldest response of the largest workspace is aborted', async () => {
    const app = await start({ bytes: 5.5 * megabyte });
    const other = await makeWorkspace(database, 'House');
    const otherId = await addLarge(other);

    // Starts before the others, so its response is the oldest.
    const patient = await connect(app);
    patient.write(readsOfLarge(40, other, otherId));
    await untilStuck(app);
    for (let n = 0; n < 12; n += 1) (await connect(app)).write(readsOfLarge(40));
    // One of these responses and four of the others fit.
    await until(() => ended(app).filter((status) => status === 'aborted').length >= 8);
    // A client that reads meanwhile gets complete responses.
    await client(app, other).ok('getDocument', { path: { id: otherId } });

    let read = 0;
    patient.on('data', (bytes: Buffer) => {
      read += bytes.length;
    });
    await until(() => read >= 40 * megabyte || patient.destroyed);
    expect(read).toBeGreaterThanOrEqual(40 * megabyte);
  });
});
