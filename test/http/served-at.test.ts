import { brotliDecompressSync, gunzipSync, brotliCompressSync, constants } from 'node:zlib';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { operationFacts } from '../../generated/handlers';
import document from '../../generated/openapi.json';
import { ConfigError, loadConfig, ownSegments, type Config } from '../../src/platform/config';
import { exposedHeaders } from '../../src/platform/http/express-app';
import { escapeLineSeparators, asList, asObject, type JsonRecord } from '../../src/platform/json';
import { startApp, type TestApp, makeWorkspace, type Person } from '../../scripts/servers/app';
import { credentialHeaders, client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { overTheWire, type RawResponse } from '../../scripts/requests/exchange';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { ask } from '../support/ask';
import { curlLine } from '../../src/features/service/pages/reference/operation-part';
import { ContractDocument } from '../../src/features/service/pages/reference/markup';
import { htmlText } from '../../src/features/service/pages/html-page';
import { referencePage } from '../../src/features/service/pages/reference/reference-page';
import { demoHints, greeting } from '../../src/cli/serve/greeting';

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
        .replace(/(?:_\w{26})?=[^;]*/, '')
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
    expect(out.headers['set-cookie']?.[0]).toMatch(
      /^__Secure-callboard_session_\w{26}=;.* Path=\/calls;/,
    );
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
    'https://x,https://y',
    'https://x https://y',
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
    const others = [...forBrowsers, 'Content-Disposition', 'X-Frame-Options', 'X-Accel-Buffering'];
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

describe('The pages of the documentation', () => {
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

  const asBrowser = async (path: string, accept: string) =>
    ask(app).get(path).set({ Accept: accept });

  test('the page that tries operations out, and all of its resources, come from this server', async () => {
    const page = await asBrowser('/docs/try', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/https?:/);
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"|url: '([^']+)'/g)]
      .map(([, attribute, url]) => attribute ?? url ?? '')
      .filter((url) => url !== 'data:,');
    expect(loaded).toEqual([
      'swagger-ui.css',
      '../docs',
      'agents',
      'swagger-ui.js',
      '../openapi.json',
    ]);
    for (const url of loaded) {
      const { pathname } = new URL(url, `${app.url}/docs/try`);
      const response = await asBrowser(pathname, '*/*');
      expect(response.status).toBe(200);
      expect(response.text.length).toBeGreaterThan(1000);
    }
  });

  test.each(['/docs', '/docs/try', '/docs/agents'])(
    '%s admits only its own script',
    async (path) => {
      const page = await asBrowser(path, 'text/html');
      const policy = String(page.headers['content-security-policy']);
      const [, script = ''] = /<script>([^]*)<\/script>/.exec(page.text) ?? [];
      const digest = createHash('sha256').update(script).digest('base64');
      expect(policy).toContain(`script-src 'self' 'sha256-${digest}'`);
      expect(policy).toContain("connect-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    },
  );

  test('the root leads programs to the guide for agents, and browsers to the console', async () => {
    const root = await asBrowser('/', '*/*');
    expect([root.status, root.headers['vary'], root.text]).toEqual([
      302,
      'Accept',
      '/docs/agents\n',
    ]);
    const guide = await asBrowser(root.headers['location'] ?? '', 'text/html');
    expect(guide.text).toContain('<title>Callboard for agents</title>');
    const page = await asBrowser('/', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([page.status, page.headers['location']]).toEqual([302, '/app']);
  });

  test.each([
    ['getAgentGuide', 'text/html; charset=utf-8'],
    ['getDocs', 'text/html; charset=utf-8'],
    ['tryDocs', 'text/html; charset=utf-8'],
    ['getDocsStyle', 'text/css; charset=utf-8'],
    ['getDocsScript', 'text/javascript; charset=utf-8'],
  ] as const)('%s has its media type, and is 304 for its entity tag', async (id, type) => {
    const { status, headers } = await client(app).call(id);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
    const again = await client(app).call(id, {
      header: { 'If-None-Match': headers['etag'] ?? '' },
    });
    expect(again.status).toBe(304);
  });
});

const published: JsonRecord = JSON.parse(
  readFileSync(join(__dirname, '..', '..', 'generated', 'openapi.json'), 'utf8'),
);

const contract = new ContractDocument(published);

const html = htmlText(referencePage(published, true));

/** The HTML of the part with an id, up to the next one of its kind. */
function partOf(id: string): string {
  const [, rest = ''] = html.split(`id="${id}"`);
  return rest.split('<article ')[0] ?? '';
}

/** The text of HTML, without marks and entities. */
function textOf(part: string): string {
  return part
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

const plain = (text: string): string => text.replaceAll(/`|\*\*/g, '').replaceAll(/\s+/g, ' ');

describe('The reference', () => {
  test('has each operation with its parameters, body, responses and errors', () => {
    expect(contract.operations.length).toBeGreaterThan(160);
    const errors = Object.values(asObject(published['x-errors'])).map(asObject);
    for (const { id, method, path, value } of contract.operations) {
      const part = partOf(id);
      const text = textOf(part).replaceAll(/\s+/g, ' ');
      expect(text).toContain(`${method.toUpperCase()} ${path} ${id}`);
      expect(text).toContain(plain(String(value['summary'])));
      expect(text).toContain(plain(String(value['description'])).trim());
      for (const given of asList(value['parameters'])) {
        const { name, in: place } = contract.resolve(given).value;
        expect(part).toContain(`<dt><code>${String(name)}</code>`);
        expect(text).toContain(`, ${String(place)}`);
      }
      const { content } = contract.resolve(value['requestBody']).value;
      const [body] = Object.values(asObject(content)).map(asObject);
      if (body !== undefined) {
        const { name, value: schema } = contract.resolve(body['schema']);
        const fields = textOf(html.split(`id="schema-${name}"`)[1]?.slice(0, 100_000) ?? text);
        for (const field of Object.keys(asObject(schema['properties'])))
          expect(fields).toContain(field);
        expect(name === undefined || part.includes(`schema-${name}"`)).toBe(true);
      }
      for (const [status, response] of Object.entries(asObject(value['responses']))) {
        if (Number(status) >= 400) continue;
        expect(part).toContain(`<dt>${status}</dt>`);
        for (const media of Object.values(
          asObject(contract.resolve(response).value['content']),
        ).map(asObject)) {
          const { name } = contract.resolve(media['schema']);
          if (name !== undefined) expect(part).toContain(`href="#schema-${name}"`);
          for (const given of Object.values(asObject(media['examples']))) {
            const { value: example } = contract.resolve(given).value;
            const shown = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
            expect(textOf(part)).toContain(shown);
          }
        }
      }
      for (const code of asList(value['x-error-codes']).map(String)) {
        const meaning = errors.find((codes) => code in codes)?.[code];
        expect(part).toContain(`href="#error-${code}"`);
        expect(text).toContain(plain(String(meaning)));
      }
      expect(textOf(part)).toContain(curlLine({ id, method, path, value, tag: '' }, contract));
    }
  });

  test('has a description of each tag, each schema once, and no dead link', () => {
    const descriptions = asList(published['tags']).map((tag) =>
      plain(String(asObject(tag)['description'])),
    );
    expect(new Set(descriptions).size).toBe(descriptions.length);
    for (const tag of asList(published['tags']).map(asObject)) {
      const name = String(tag['name']);
      const [, part = ''] = html.split(`<h2>${name}</h2>`);
      expect(textOf(part).slice(0, 2000)).toContain(plain(String(tag['description'])));
      expect(contract.operations.some((operation) => operation.tag === name)).toBe(true);
    }
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    expect(ids.length).toBe(new Set(ids).size);
    const links = [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href);
    const fragments = links.filter((href) => href.startsWith('#')).map((href) => href.slice(1));
    expect(fragments.filter((id) => !ids.includes(id))).toEqual([]);
    for (const name of Object.keys(contract.components('schemas'))) {
      expect(ids).toContain(`schema-${name}`);
    }
    const attempts = contract.operations.map(({ tag, id }) => `docs/try#/${tag}/${id}`);
    expect(new Set(links.filter((href) => !href.startsWith('#')))).toEqual(
      new Set(['data:,', 'docs/agents', 'openapi.json', 'openapi.yaml', ...attempts]),
    );
  });

  test('loads nothing, and is small enough to appear at once', () => {
    expect(html).not.toMatch(/<script[^>]+src=|<link(?! rel="icon" href="data:,")|@import|url\(/);
    expect(html.slice(0, html.indexOf('<body>')).length).toBeLessThan(8192);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    expect(brotliCompressSync(html, { params }).length).toBeLessThan(128 * 1024);
  });

  test('makes HTML of no text of the contract', () => {
    const hostile = '<img src=x onerror=alert(1)>&"\'';
    const given = {
      info: { title: hostile, summary: hostile, version: hostile, description: `\`${hostile}\`` },
      tags: [{ name: 'bells', description: hostile }],
      paths: {
        '/v1/<bells>': {
          post: {
            operationId: 'ring',
            tags: ['bells'],
            summary: hostile,
            description: hostile,
            parameters: [{ name: hostile, in: 'query', description: hostile, schema: {} }],
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    properties: { [hostile]: { enum: [hostile], pattern: hostile } },
                    if: { const: hostile },
                  },
                  examples: { one: { summary: hostile, value: { it: hostile } } },
                },
              },
            },
            responses: { 200: { description: hostile } },
          },
        },
      },
    };
    const { title, body } = referencePage(given, true);
    expect(body + title).not.toContain('<img');
  });
});

describe('The request of an operation', () => {
  const lineOf = (id: string): string => {
    const operation = contract.operations.find((each) => each.id === id);
    if (operation === undefined) throw new Error(`No operation ${id}.`);
    return curlLine(operation, contract);
  };

  test('has the credential that the operation takes', () => {
    expect(lineOf('getAction')).toBe(`curl -H "Authorization: Bearer $TOKEN" \\
  "$URL/v1/actions/$ID"`);
    expect(lineOf('pauseAgent')).toContain('-b "__Host-callboard_session=$SESSION" \\');
    expect(lineOf('pauseAgent')).toContain('-H "Origin: $URL" \\');
    expect(lineOf('batchGetActions')).toMatch(/batch-get\?ids=act_\w+(&ids=act_\w+)*"$/);
    expect(lineOf('getHealth')).toBe('curl "$URL/healthz"');
  });

  test('has the first example of the body, quoted for a shell', () => {
    expect(lineOf('claimAction')).toContain(`-d '{"lease_seconds":3600}' \\`);
    const operation = {
      id: 'ring',
      method: 'post',
      path: '/v1/bells/{bell_id}',
      tag: 'bells',
      value: {
        parameters: [
          { name: 'tone', in: 'query', required: true, example: 'low & long' },
          { name: 'times', in: 'query' },
        ],
        requestBody: {
          content: { 'application/json': { examples: { one: { value: { who: "Ada's" } } } } },
        },
        security: [],
      },
    };
    expect(curlLine(operation, contract)).toBe(`curl -X POST \\
  -H 'Content-Type: application/json' \\
  -d '{"who":"Ada'\\''s"}' \\
  "$URL/v1/bells/$BELL_ID?tone=low%20%26%20long"`);
  });
});

const run = promisify(execFile);

describe('the greeting of development', () => {
  let database: TestDatabase;
  let person: Person;

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    person = await makeWorkspace(database, 'Stage');
  });
  afterAll(() => database.close());

  /** Starts a server; returns its greeting and the responses to the curl commands in it. */
  async function greeted(settings: Partial<Config>) {
    const app = await startApp(database, { environment: 'development', ...settings });
    const folder = mkdtempSync(join(tmpdir(), 'callboard-greeting-'));
    try {
      const text = (await greeting({ ...partsOf(app), sample: undefined })).join('\n');
      const curls = text
        .split('\n')
        .filter((line) => line.includes('curl') && !line.includes('TOKEN'))
        .join('\n')
        .replace('YOU@EXAMPLE', person.email)
        .replace('PASSWORD', person.password)
        .replaceAll('curl ', 'curl -sS --fail ');
      const { stdout } = await run('sh', ['-e', '-c', curls], { cwd: folder });
      return { text, output: stdout };
    } finally {
      rmSync(folder, { recursive: true });
      await app.close();
    }
  }

  const partsOf = ({ config, url }: TestApp) => ({
    config,
    database,
    url,
    log: pino({ level: 'silent' }),
  });

  test('says that it serves only this machine, and names the actor of requests without a credential', async () => {
    const { text, output } = await greeted({});
    expect(text).toContain('for this machine alone');
    expect(text).toContain('act as the owner');
    expect(output).toContain('"question_count"');
  });

  test('exports the address and the token to the programs that are started next', async () => {
    const { text } = await greeted({});
    expect(text).toContain('  export TOKEN="$(npm run --silent callboard -- token create');
    const demo = {
      agentName: 'Scribe',
      token: 'cb_secret',
      email: 'ada@example.com',
      password: 'x',
      actionId: 'act_1',
      questionIds: ['qst_1', 'qst_2'],
    } as const;
    const exports = demoHints('http://127.0.0.1:3000', demo).filter((line) =>
      line.includes('export'),
    );
    const program = [...exports, `sh -c 'echo "$URL $TOKEN"'`].join('\n');
    const { stdout } = await run('sh', ['-e', '-c', program]);
    expect(stdout).toBe('http://127.0.0.1:3000 cb_secret\n');
  });

  test.each([
    ['PUBLIC_URL', { publicUrl: 'https://calls.example.com' }],
    ['TRUST_PROXY', { trustedProxies: 1 }],
  ])('says that %s requires a credential, and how to sign in', async (name, settings) => {
    const { text, output } = await greeted(settings);
    expect(text).toContain(`${name} is set, so a request without a credential is refused`);
    expect(text).not.toContain('act as the owner');
    expect(output).toContain('"question_count"');
  });
});
