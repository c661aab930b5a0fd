import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import { consoleSizes } from '../../scripts/build/console';
import { ConfigError, loadConfig } from '../../src/platform/config';
import { bundleConsole } from '../../src/features/console-pages/console-files';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';

/** The names of the scripts that a page loads at once. */
function scriptsIn(html: string): readonly string[] {
  return [...html.matchAll(/"\/app\/assets\/([\w-]+\.js)"/g)].map(([, name = '']) => name);
}

/** The names of the scripts that a script imports before it runs. */
function importsIn(script: string): readonly string[] {
  const statements = script.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g);
  return [...statements].map(([, name = '']) => name);
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

describe('The files of the console', () => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    app = await startApp(database, {}, { checkResponses: true });
  });
  afterAll(async () => {
    const faults = app.logs.filter((line) => line.includes('violates the contract'));
    await app.close();
    await database.close();
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, app.url), { headers, redirect: 'manual' });

  async function assetPaths(): Promise<readonly string[]> {
    const page = await (await get('/app')).text();
    return [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, path = '']) => path)
      .filter((path) => path.startsWith('/app/'));
  }

  test.each(['/app', '/app/', '/app/inbox', '/app/actions/act_1?from=mail'])(
    'the page is at %s',
    async (path) => {
      const page = await get(path);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).toBe(policy);
      expect(page.headers.get('cache-control')).toBe('no-cache');
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      const text = await page.text();
      expect(text).toMatch(/^<!doctype html>/);
      // Nothing inline, and nothing from elsewhere.
      expect(text).not.toMatch(/<style|<script(?! type="module" src="\/app\/)| on\w+=| style=/);
      const tag = page.headers.get('etag') ?? '';
      expect((await get(path, { 'If-None-Match': tag })).status).toBe(304);
      const head = await fetch(new URL(path, app.url), { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    },
  );

  const signedInCookie = { Cookie: '__Host-callboard_session=abc' };

  test('the page says whether there may be a caller, so that nobody asks for none', async () => {
    const anonymous = await get('/app');
    expect(anonymous.headers.get('vary')).toBe('Cookie');
    expect(await anonymous.text()).toMatch(/data-caller="none"[^]*<div id="root"><\/div>/);
    const signedIn = await get('/app', signedInCookie);
    expect(await signedIn.text()).toContain('data-caller="unknown"');
  });

  test('in development the page says who acts, and each page has a tag of its own', async () => {
    const development = await startApp(database, { environment: 'development' });
    const { port } = new URL(development.url);
    const read = async (headers: Record<string, string>) => {
      const response = await fetch(`http://127.0.0.1:${port}/app`, { headers });
      const [, caller] = /data-caller="(\w+)"/.exec(await response.text()) ?? [];
      return { caller, status: response.status, tag: response.headers.get('etag') ?? '' };
    };
    try {
      const fallback = await read({});
      const signedIn = await read({ Cookie: 'callboard_session=abc' });
      const linked = await read({ 'Sec-Fetch-Site': 'cross-site' });
      expect([fallback, signedIn, linked].map(({ caller }) => caller)).toEqual([
        'fallback',
        'unknown',
        'unknown',
      ]);
      expect((await read({ 'If-None-Match': fallback.tag })).status).toBe(304);
      expect((await read({ 'If-None-Match': signedIn.tag })).status).toBe(200);
    } finally {
      await development.close();
    }
  });

  test.each([
    ['/app', 'now-screen'],
    ['/app/inbox/', 'inbox-screen'],
    ['/app/actions/act_1', 'action-screen'],
    ['/app/settings', 'people-screen'],
    ['/app/settings/webhooks/whk_1', 'webhooks-screen'],
    ['/app/nothing/here', undefined],
    ['/app/sign-in', undefined],
  ])('the page at %s loads the scripts of its screen at once', async (path, screen) => {
    const html = await (await get(path, signedInCookie)).text();
    const linked = scriptsIn(html);
    const others = linked.filter((name) => /-(screen|page)-/.test(name));
    expect(others).toEqual(screen === undefined ? [] : [expect.stringContaining(`${screen}-`)]);
    // Nothing is missing that these scripts import, and nothing else is loaded.
    const imported = new Set<string>();
    for (const name of linked) {
      const response = await get(`/app/assets/${name}`);
      expect(response.status).toBe(200);
      for (const one of importsIn(await response.text())) imported.add(one);
    }
    const entries = linked.filter((name) => !imported.has(name));
    expect([...imported].filter((name) => !linked.includes(name))).toEqual([]);
    expect(entries.filter((name) => !name.startsWith('main-'))).toEqual(others);
  });

  test('assets are compressed, and immutable by the hash in their names', async () => {
    const paths = await assetPaths();
    expect(paths.length).toBeGreaterThanOrEqual(2);
    for (const path of paths) {
      expect(path).toMatch(/-[A-Z0-9]{8}\.(js|css)$/);
      const plain = await rawGet(path, 'identity');
      expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(plain.headers['vary']).toBe('Accept-Encoding');
      const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
      for (const [encoding, decode] of Object.entries(decoders)) {
        const { headers, bytes } = await rawGet(path, encoding);
        expect(headers['content-encoding']).toBe(encoding);
        expect(decode(bytes).equals(plain.bytes)).toBe(true);
      }
    }
  });

  /** Sends a request as a browser with this encoding does, and does not decode the response. */
  async function rawGet(path: string, encoding: string) {
    const sent = request(new URL(path, app.url), { headers: { 'Accept-Encoding': encoding } });
    sent.end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('There is no response.');
    const bytes = await buffer(response);
    return { status: response.statusCode, headers: response.headers, bytes };
  }

  test.each(['/app/assets/none.js', '/app/assets/', '/apps', '/application', '/App', '/console'])(
    '%s is 404, as every other unknown path',
    async (path) => {
      const response = await get(path, { Accept: 'text/html,*/*;q=0.8' });
      expect([response.status, await response.json()]).toEqual([
        404,
        expect.objectContaining({ code: 'NOT_FOUND' }),
      ]);
    },
  );

  test('takes no other method', async () => {
    const response = await fetch(new URL('/app', app.url), { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'NOT_FOUND' }),
    ]);
  });

  test('CALLBOARD_CONSOLE=off turns it off', async () => {
    expect(loadConfig({}).console).toBe(true);
    expect(loadConfig({ CALLBOARD_CONSOLE: 'off' }).console).toBe(false);
    expect(() => loadConfig({ CALLBOARD_CONSOLE: 'no' })).toThrow(ConfigError);
    const without = await startApp(database, { console: false });
    try {
      expect((await fetch(`${without.url}/app`)).status).toBe(404);
      const headers = { Accept: 'text/html' };
      const root = await fetch(without.url, { headers, redirect: 'manual' });
      expect([root.status, root.headers.get('location')]).toEqual([302, '/docs/agents']);
    } finally {
      await without.close();
    }
  });

  test('are within their budgets, and name no path of the machine that built them', async () => {
    const bundle = await bundleConsole(1);
    const sizes = consoleSizes(bundle);
    expect(sizes.filter(({ bytes, budget }) => bytes > budget)).toEqual([]);
    expect(sizes.map(({ part }) => part)).toEqual(
      expect.arrayContaining(['first script', 'styles', 'everything']),
    );
    expect(sizes.some(({ part }) => part.startsWith('now-screen'))).toBe(true);
    // More files would be larger, and slower to load. See src/console/api/client.ts.
    expect(bundle.first.imports.length).toBeLessThanOrEqual(4);
    const root = join(__dirname, '..', '..');
    expect(bundle.assets.filter(({ bytes }) => bytes.includes(root))).toEqual([]);
  });
});
