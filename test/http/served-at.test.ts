import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import { operationFacts } from '../../generated/handlers';
import document from '../../generated/openapi.json';
import { ConfigError, loadConfig, ownSegments } from '../../src/platform/config';
import { exposedHeaders } from '../../src/platform/http/express-app';
import { escapeLineSeparators } from '../../src/platform/json';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { credentialHeaders } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { overTheWire, type RawResponse } from '../../scripts/requests/exchange';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

const password = 'correct horse battery staple';

/** Fails the run when a response has violated the contract, which the server only logs. */
function requireNoFaults({ logs }: TestApp): void {
  const faults = logs.filter((line) => line.includes('violates the contract'));
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

describeOnEachDatabase('A service below a path', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    const publicUrl = 'https://theatre.example/calls';
    app = await startApp(database(), { publicUrl }, { checkResponses: true });
    // The client of the tests sends the cookie of a service without a path.
    const plain = await startApp(database());
    given = await aWorkspace(plain, database());
    await plain.close();
  });
  afterAll(async () => {
    await app.close();
    requireNoFaults(app);
  });

  const send = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<RawResponse> => overTheWire(app, method, path, { headers, body, agent: false });
  const bearer = () => ({ authorization: `Bearer ${given.token}` });
  const json = { 'content-type': 'application/json' };
  const asPage = { origin: 'https://theatre.example' };

  test.each([
    '/healthz',
    '/openapi.json',
    '/docs',
    '/docs/try',
    '/docs/agents',
    '/llms.txt',
    '/app',
    '/app/inbox',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
  ])('%s is served with and without the path', async (path) => {
    const [stripped, whole] = [await send('GET', path), await send('GET', `/calls${path}`)];
    expect([stripped.status, whole.status]).toEqual([200, 200]);
    expect(whole.text).toBe(stripped.text);
  });

  test.each([
    ['/.well-known/oauth-authorization-server/calls', '/.well-known/oauth-authorization-server'],
    [
      '/.well-known/oauth-protected-resource/calls/mcp',
      '/.well-known/oauth-protected-resource/mcp',
    ],
  ])('the metadata is at %s', async (inserted, plain) => {
    const [found, same] = [await send('GET', inserted), await send('GET', plain)];
    expect([found.status, found.text]).toEqual([200, same.text]);
  });

  test('the metadata names addresses below the path', async () => {
    const server = await send('GET', '/calls/.well-known/oauth-authorization-server');
    expect(JSON.parse(server.text)).toMatchObject({
      issuer: 'https://theatre.example/calls',
      authorization_endpoint: 'https://theatre.example/calls/oauth/authorize',
      token_endpoint: 'https://theatre.example/calls/oauth/token',
    });
    const resource = await send('GET', '/calls/.well-known/oauth-protected-resource/mcp');
    expect(JSON.parse(resource.text)).toMatchObject({
      resource: 'https://theatre.example/calls/mcp',
      authorization_servers: ['https://theatre.example/calls'],
    });
    const refused = await send('POST', '/calls/mcp', { ...json, host: 'theatre.example' }, '{}');
    expect(refused.headers['www-authenticate']).toContain(
      'resource_metadata="https://theatre.example/calls/.well-known/oauth-protected-resource/mcp"',
    );
  });

  test.each(['/callsheet', '/callsx/healthz', '/calls/calls/healthz', '/CALLS/healthz'])(
    '%s is unknown',
    async (path) => {
      expect((await send('GET', path)).status).toBe(404);
    },
  );

  test.each(['/calls', '/calls/', '/calls?x', '/'])('%s is the first page', async (path) => {
    const { status, headers } = await send('GET', path, { accept: 'text/html' });
    expect([status, headers['location']]).toEqual(
      path.includes('?') ? [400, undefined] : [302, '/calls/app'],
    );
  });

  test.each(['', '/calls'])('redirects and locations are below it, asked at "%s"', async (at) => {
    const slash = await send('GET', `${at}/v1/actions/?limit=1`);
    expect([slash.status, slash.headers['location']]).toEqual([308, '/calls/v1/actions?limit=1']);
    for (const path of ['//evil.example/', '/%2Fevil.example/', '/\\evil.example/']) {
      const { status, headers } = await send('GET', `${at}${path}`);
      expect([status, headers['location']]).toEqual([404, undefined]);
    }
    const title = '{"title":"Fold the programmes"}';
    const created = await send('POST', `${at}/v1/actions`, { ...bearer(), ...json }, title);
    const location = created.headers['location'] ?? '';
    expect(location).toMatch(/^\/calls\/v1\/actions\/act_/);
    expect((await send('GET', location, bearer())).status).toBe(200);
  });

  test('signing in sets cookies for the path, and they work', async () => {
    const body = JSON.stringify({ email: given.owner.email, password });
    const signedIn = await send('POST', '/calls/v1/session', { ...json, ...asPage }, body);
    expect([signedIn.status, signedIn.headers['location']]).toEqual([201, '/calls/v1/session']);
    const cookies = (signedIn.headers['set-cookie'] ?? []).map((cookie) =>
      cookie
        .replace(/=[^;]*/, '')
        .replace(/; Max-Age.*?; /, '; ')
        .replace(/Expires=.*?; /, ''),
    );
    expect(cookies.toSorted()).toEqual([
      '__Secure-callboard_session; Path=/calls; HttpOnly; Secure; SameSite=Lax',
      'callboard_device; Path=/calls/v1/session; HttpOnly; Secure; SameSite=Strict',
    ]);
    const cookie = (signedIn.headers['set-cookie'] ?? [])
      .map((each) => each.split(';', 1)[0] ?? '')
      .join('; ');
    expect((await send('GET', '/calls/v1/session', { cookie })).status).toBe(200);
    const out = await send('DELETE', '/calls/v1/session', { cookie, ...asPage });
    expect(out.status).toBe(204);
    expect(out.headers['set-cookie']?.[0]).toMatch(/^__Secure-callboard_session=;.* Path=\/calls;/);
  });

  test('every address of the page of the console is below it', async () => {
    const { text } = await send('GET', '/calls/app');
    expect(text).toContain('data-base="/calls"');
    const addresses = [...text.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path = '']) => path);
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.filter((path) => !path.startsWith('/calls/'))).toEqual([]);
    for (const path of addresses.filter((each) => each.includes('/assets/'))) {
      expect((await send('GET', path)).status).toBe(200);
    }
  });

  test('the stream and the tools are below it', async () => {
    const stream = await send('GET', '/calls/v1/events/stream', bearer());
    expect([stream.status, stream.headers['content-type']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    const headers = { ...bearer(), ...json, host: 'theatre.example' };
    const accept = 'application/json, text/event-stream';
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    expect((await send('POST', '/calls/mcp', { ...headers, accept }, list)).status).toBe(200);
  });
});

describe('PUBLIC_URL', () => {
  test.each([
    'https://x//evil.example',
    'https://x/a//b',
    'https://x/../a',
    'https://x/a b',
    'https://x/a;b',
    'https://x/%2F',
    'https://x/app',
    'https://x/v1/callboard',
  ])('%s is refused', (value) => {
    expect(() => loadConfig({ PUBLIC_URL: value })).toThrow(ConfigError);
  });

  test.each(['https://x', 'https://x/', 'https://x/a/b_c-d.e~f/'])('%s is taken', (value) => {
    expect(loadConfig({ PUBLIC_URL: value }).publicUrl).toBe(value.replace(/\/$/, ''));
  });

  test('begins with no path of the service', () => {
    const paths = ['/app', ...Object.values(operationFacts).map(({ path }) => path)];
    const segments = new Set(paths.flatMap((path) => path.split('/')[1] || []));
    expect([...ownSegments]).toEqual([...segments].toSorted());
  });
});

describeOnEachDatabase('Pages of other origins', (database) => {
  const ours = 'https://board.example';
  let app: TestApp;
  let closed: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    const publicUrl = 'https://calls.example';
    const corsOrigins = [ours, 'https://calls.example'];
    app = await startApp(database(), { publicUrl, corsOrigins }, { checkResponses: true });
    closed = await startApp(database(), { publicUrl });
    given = await aWorkspace(app, database());
  });
  afterAll(async () => {
    await app.close();
    await closed.close();
    requireNoFaults(app);
  });

  const send = (
    method: string,
    path: string,
    headers: Record<string, string>,
    to: TestApp = app,
    body?: string,
  ) => overTheWire(to, method, path, { headers, body, agent: false });
  const bearer = () => ({ authorization: `Bearer ${given.token}` });
  const corsOf = ({ headers }: RawResponse): string[] =>
    Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  const preflight = (path: string, origin: string, method: string, to?: TestApp) =>
    send('OPTIONS', path, { origin, 'access-control-request-method': method }, to);

  test('read nothing unless their origin is listed', async () => {
    for (const [origin, to] of [
      ['https://evil.example', app],
      ['null', app],
      ['https://board.example.evil.example', app],
      ['http://board.example', app],
      [ours, closed],
    ] as const) {
      expect(corsOf(await send('GET', '/v1/me', { ...bearer(), origin }, to))).toEqual([]);
      const asked = await preflight('/v1/me', origin, 'GET', to);
      expect([asked.status, corsOf(asked)]).toEqual([405, []]);
    }
  });

  test('of a listed origin read responses and errors, never with credentials', async () => {
    for (const [path, status] of [
      ['/v1/me', 200],
      ['/v1/actions/act_01JZ0000000000000000000099', 404],
      ['/nowhere', 404],
      ['/v1/me/', 308],
    ] as const) {
      const response = await send('GET', path, { ...bearer(), origin: ours });
      expect(response.status).toBe(status);
      expect(response.headers['access-control-allow-origin']).toBe(ours);
      expect(response.headers['access-control-allow-credentials']).toBeUndefined();
      expect(response.headers['vary']).toContain('Origin');
      expect(response.headers['access-control-expose-headers']).toBe(exposedHeaders.join(', '));
    }
    const refused = await send('GET', '/v1/me', { origin: ours });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, ours]);
  });

  test('may read every header that the contract describes for clients', () => {
    const described = Object.keys(document.components.headers).length;
    expect(described).toBeGreaterThan(10);
    const inline = JSON.stringify(document.paths).matchAll(/"headers":\{(.*?)\}\}/g);
    const names = [...inline].flatMap(([, text = '']) =>
      [...text.matchAll(/"([A-Z][\w-]+)":\{"(?:\$ref|description)"/g)].map(([, name = '']) => name),
    );
    const forBrowsers = ['Content-Security-Policy', 'Referrer-Policy', 'Set-Cookie', 'Vary'];
    const others = [...forBrowsers, 'X-Frame-Options', 'X-Accel-Buffering'];
    const unread = [...new Set(names)].filter(
      (name) => !exposedHeaders.includes(name) && !others.includes(name),
    );
    expect(unread).toEqual([]);
  });

  test('act by bearer tokens only: their cookies do not count', async () => {
    const cookie = credentialHeaders({ cookie: given.owner.cookie });
    expect((await send('GET', '/v1/session', { ...cookie })).status).toBe(200);
    const foreign = await send('GET', '/v1/session', { ...cookie, origin: ours });
    expect(foreign.status).toBe(401);
    const own = { ...cookie, origin: 'https://calls.example', 'sec-fetch-site': 'same-origin' };
    expect((await send('GET', '/v1/session', own)).status).toBe(200);
    const signIn = { origin: ours, 'content-type': 'application/json' };
    const body = JSON.stringify({ email: given.owner.email, password });
    expect((await send('POST', '/v1/session', signIn, app, body)).status).toBe(403);
  });

  test('send a preflight before a request with a token', async () => {
    const asked = await preflight('/v1/actions/act_1', ours, 'PATCH');
    expect([asked.status, asked.text]).toEqual([204, '']);
    expect(asked.headers['access-control-allow-origin']).toBe(ours);
    expect(asked.headers['access-control-allow-methods']).toBe('GET, HEAD, PATCH');
    expect(asked.headers['access-control-allow-credentials']).toBeUndefined();
    const allowed = String(asked.headers['access-control-allow-headers']).split(', ');
    const wanted = ['Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key', 'Prefer'];
    expect(allowed).toEqual(expect.arrayContaining(wanted));
    const changed = await send('OPTIONS', '/v1/actions/act_1', { origin: ours });
    expect(changed.status).toBe(405);
  });

  test('may call the tools', async () => {
    const headers = {
      ...bearer(),
      host: 'calls.example',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    const foreign = (origin: string) =>
      send('POST', '/mcp', { ...headers, origin }, app, list).then(({ status }) => status);
    expect([await foreign(ours), await foreign('https://evil.example')]).toEqual([200, 403]);
  });

  test.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
  ])('%s is open to all', async (path) => {
    const read = await send('GET', path, { origin: 'https://evil.example' }, closed);
    expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, '*']);
    const asked = await preflight(path, 'https://evil.example', 'GET', closed);
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, '*']);
  });
});

describe('CORS_ORIGINS', () => {
  test.each(['*', 'null', 'https://x/', 'https://x/a', 'x.example', 'HTTPS://X', 'ftp://x'])(
    '%s is refused',
    (value) => {
      expect(() => loadConfig({ CORS_ORIGINS: value })).toThrow(ConfigError);
    },
  );

  test('is a list, and empty unless it is set', () => {
    expect(loadConfig({}).corsOrigins).toEqual([]);
    const value = 'https://a.example, http://localhost:5173';
    expect(loadConfig({ CORS_ORIGINS: value }).corsOrigins).toEqual([
      'https://a.example',
      'http://localhost:5173',
    ]);
  });
});

describe('Documents', () => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    app = await startApp(database, {}, { checkResponses: true });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    requireNoFaults(app);
  });

  async function get(path: string, headers: Record<string, string>) {
    const sending = request(new URL(path, app.url), { headers }).end();
    const [response] = await once(sending, 'response');
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: await buffer(response),
    };
  }

  const documents = [
    '/openapi.json',
    '/openapi.yaml',
    '/docs',
    '/docs/try',
    '/docs/swagger-ui.css',
    '/docs/swagger-ui.js',
  ];
  const decode = { br: brotliDecompressSync, gzip: gunzipSync };

  test.each(documents)('%s has a strong tag of its own in each coding', async (path) => {
    const plain = await get(path, {});
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toMatch(/\bAccept-Encoding$/);
    const tags = new Set([plain.headers['etag']]);
    for (const coding of ['br', 'gzip'] as const) {
      const coded = await get(path, { 'accept-encoding': coding });
      expect(coded.headers['content-encoding']).toBe(coding);
      expect(coded.headers['vary']).toBe(plain.headers['vary']);
      expect(coded.headers['content-length']).toBe(String(coded.bytes.length));
      expect(decode[coding](coded.bytes).equals(plain.bytes)).toBe(true);
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length * 0.6);
      expect(coded.headers['etag']).toMatch(/^"[\w-]+"$/);
      tags.add(coded.headers['etag']);
      const tag = coded.headers['etag'] ?? '';
      const again = await get(path, { 'accept-encoding': coding, 'if-none-match': tag });
      expect([again.status, again.headers['etag'], again.bytes.length]).toEqual([304, tag, 0]);
      expect(again.headers['content-encoding']).toBeUndefined();
      const other = await get(path, { 'if-none-match': tag });
      expect(other.status).toBe(200);
    }
    expect(tags.size).toBe(3);
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['gzip;q=0.5, identity;q=1', undefined],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['gzip;q=0, br;q=0', undefined],
    ['zstd', undefined],
    ['', undefined],
  ])('Accept-Encoding: %s is sent %s', async (accepted, coding) => {
    for (const path of ['/openapi.yaml', '/app/assets']) {
      if (path !== '/openapi.yaml') continue;
      const { status, headers } = await get(path, { 'accept-encoding': accepted });
      expect([status, headers['content-encoding']]).toEqual([200, coding]);
    }
  });

  test.each(['identity;q=0', '*;q=0', 'identity;q=0, zstd', 'br;q=0, gzip;q=0, identity;q=0'])(
    'Accept-Encoding: %s is 406',
    async (accepted) => {
      const { status, bytes } = await get('/openapi.json', { 'accept-encoding': accepted });
      expect([status, JSON.parse(bytes.toString()).code]).toEqual([406, 'NOT_ACCEPTABLE']);
    },
  );

  test('the guide and /llms.txt are Markdown for those who ask for it', async () => {
    for (const [path, accept, type] of [
      ['/docs/agents', 'text/markdown', 'text/markdown; charset=utf-8'],
      ['/docs/agents', 'text/markdown;q=0.9, text/html;q=0.8', 'text/markdown; charset=utf-8'],
      ['/docs/agents', '*/*', 'text/html; charset=utf-8'],
      ['/docs/agents', 'text/html, text/markdown;q=0.5', 'text/html; charset=utf-8'],
      ['/llms.txt', '*/*', 'text/plain; charset=utf-8'],
      ['/llms.txt', 'text/markdown', 'text/markdown; charset=utf-8'],
    ] as const) {
      const { status, headers, bytes } = await get(path, { accept });
      expect([status, headers['content-type'], headers['vary']]).toEqual([200, type, 'Accept']);
      if (!type.startsWith('text/html')) {
        expect(bytes.toString()).toMatch(/^# Callboard/);
        expect(bytes.toString()).not.toMatch(/<\/?\w+>/);
      }
    }
  });

  test('the guide has the same requests in both forms', async () => {
    const html = (await get('/docs/agents', { accept: 'text/html' })).bytes.toString();
    const markdown = (await get('/docs/agents', { accept: 'text/markdown' })).bytes.toString();
    const shown = [...html.matchAll(/<pre><code>([^]*?)<\/code><\/pre>/g)].map(([, code = '']) =>
      code
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&'),
    );
    const written = [...markdown.matchAll(/```sh\n([^]*?)\n```/g)].map(([, code]) => code);
    expect(shown).toHaveLength(7);
    expect(written).toEqual(shown);
  });

  test('every link of /llms.txt leads to a page', async () => {
    const { bytes } = await get('/llms.txt', {});
    const links = [...bytes.toString().matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links).toHaveLength(5);
    for (const link of links) {
      const { pathname } = new URL(link, `${app.url}/llms.txt`);
      expect([pathname, (await get(pathname, {})).status]).toEqual([
        pathname,
        pathname === '/mcp' ? 401 : 200,
      ]);
    }
  });
});

test('line separators are escaped, and nothing else changes', () => {
  const text = JSON.stringify({ a: 'x\u2028y\u2029z\u0085\u00e9\ud834\udd1e' });
  const escaped = escapeLineSeparators(text);
  expect(escaped).toBe('{"a":"x\\u2028y\\u2029z\\u0085\u00e9\ud834\udd1e"}');
  expect(JSON.parse(escaped)).toEqual(JSON.parse(text));
});

describeOnEachDatabase('The tools and the stream', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const title = 'Fold\u2028the\u2029programmes\u0085now';

  test('have no line separator in a line', async () => {
    const before = await given.person.ok('readEvents', { query: { after: 'now' } });
    const action = await given.worker.ok('createAction', { body: { title } });
    const headers = { authorization: `Bearer ${given.token}` };
    const cursor = encodeURIComponent(before.page.next ?? '');
    // On a slow machine the server ends the stream before the first event.
    const read = () =>
      overTheWire(app, 'GET', `/v1/events/stream?after=${cursor}`, { headers, agent: false });
    let stream = await read();
    while (!stream.text.includes('programmes')) stream = await read();
    expect(stream.text).toContain('Fold\\u2028the\\u2029programmes\\u0085now');
    const call = (id: string) =>
      overTheWire(app, 'POST', '/mcp', {
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id,
          method: 'tools/call',
          params: { name: 'get_record', arguments: { id: action.id } },
        }),
        agent: false,
      });
    const called = await call('a\u2028');
    expect(called.text).toContain('Fold\\u2028the\\u2029programmes\\u0085now');
    for (const { text } of [stream, called]) expect(text).not.toMatch(/[\u2028\u2029\u0085]/);
  });
});
