import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser, Locator, Page } from 'playwright-core';
import { consoleSizes } from '../../scripts/build/console';
import { writeStaticReference } from '../../scripts/build/reference';
import type { TestDatabase } from '../../scripts/databases/test-database';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { makeWorkspace, startApp, type TestApp } from '../../scripts/servers/app';
import { complaintsOf, hasBrowser, startBrowser } from '../../scripts/servers/browser';
import {
  renderConsentPage,
  renderConnectedPage,
  renderContinuePage,
  renderErrorPage,
} from '../../src/features/oauth/pages/consent-pages';
import { pageHeaders } from '../../src/shared/pages';
import { renderSignInPage } from '../../src/features/oauth/pages/sign-in-page';
import { htmlPage } from '../../src/features/service/pages/html-page';
import { referencePage } from '../../src/features/service/pages/reference/reference-page';
import { ConfigError, loadConfig } from '../../src/platform/config';
import { bundleConsole } from '../../src/features/console-pages/console-files';
import { sessionCookieNames } from '../../src/platform/http/cookies';
import { asObject, type JsonRecord } from '../../src/platform/json';
import { freePort } from '../../scripts/servers/free-port';
import { ask } from '../support/ask';
import { Browser as OidcBrowser, oidcOf, startAppAt, startProvider } from '../support/oidc';
import { selfSigned } from '../support/certificate';
import { mergePages, offsetOf, pagesToRead } from '../../src/console/live/some-pages';
import germanTexts from '../../src/console/texts/de.json';
import { timeOfWords } from '../../src/console/ui/date-words';
import { german } from '../../src/shared/pages/german';
import { accessibilityFaults } from '../support/console-page';
import { describeOnDatabase } from '../support/dialects';
import { authorizationRequest, publicUrl, redeem, register } from '../support/oauth';

const publicHost = new URL(publicUrl).hostname;
const clientHost = 'client.example';

let browser: Browser;
/** The service behind the proxy of the public URL. */
let proxied: TestApp;
/** The port of the client's server on this computer. */
let port: number;
/** The requests of the client's servers. */
const received: string[] = [];
const servers: Server[] = [];

// One browser for all blocks. It finds the proxy and the client by their names.
beforeAll(async () => {
  if (!hasBrowser) return;
  const client = clientPage(received);
  const proxy = createSecureServer(selfSigned(publicHost), proxyToService);
  const secure = createSecureServer(selfSigned(clientHost), client);
  const local = createServer(client);
  servers.push(proxy, secure, local);
  port = await portOf(local);
  browser = await startBrowser({
    [publicHost]: `127.0.0.1:${await portOf(proxy)}`,
    [clientHost]: `127.0.0.1:${await portOf(secure)}`,
  });
});
afterAll(async () => {
  if (hasBrowser) await browser.close();
  for (const server of servers) close(server);
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener);
  return { server, url: `http://127.0.0.1:${await portOf(server)}` };
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** The client's page at the end, which counts its requests. `/hop?to=` redirects on. */
function clientPage(urls: string[]): RequestListener {
  return ({ url = '' }, response) => {
    urls.push(url);
    const to = new URL(url, 'http://localhost').searchParams.get('to');
    if (to !== null) {
      response.writeHead(302, { Location: to }).end();
      return;
    }
    response.setHeader('Content-Type', 'text/html');
    response.end('<link rel="icon" href="data:,">Connected.');
  };
}

/** Sends a request to the service as a proxy does that ends TLS, such as it needs in front. */
function proxyToService(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming;
  const { hostname, port } = new URL(proxied.url);
  const sent = sendRequest({ hostname, port, method, path: url, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  sent.once('error', () => outgoing.destroy());
  incoming.pipe(sent);
}

if (hasBrowser) {
  describeOnDatabase('sqlite', 'The reference in Chromium', describeReference);
  describeOnDatabase('sqlite', 'Consent in Chromium', (database) => {
    describeConsent(database, (addScenarios) => addScenarios());
  });
  describeOnDatabase('postgres', 'Consent in Chromium: a journey', (database) => {
    describeConsent(database, () => undefined);
  });
  describePages();
  describeOnDatabase('sqlite', 'Sign-in by OpenID Connect in Chromium', describeOidc);
} else {
  test.todo('the reference and consent in an installed Chromium, Chrome or Edge');
}

const contract: string = readFileSync(
  join(__dirname, '..', '..', 'generated', 'openapi.json'),
  'utf8',
);

function describeReference(database: () => TestDatabase): void {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());

  /** Opens a page, and returns the URLs of what it requested. */
  async function open(page: Page, url: string): Promise<readonly string[]> {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto(url);
    return urls;
  }

  test('is painted while the rest of it has not arrived', async () => {
    const { text, headers } = await ask(app).get('/docs').set({ Accept: 'text/html' });
    const bytes = Buffer.from(text);
    const first = bytes.subarray(0, 64 * 1024);
    expect(bytes.length).toBeGreaterThan(4 * first.length);
    let sendRest = (): void => undefined;
    const { server, url } = await listen((_request, response) => {
      response.writeHead(200, {
        'Content-Type': headers['content-type'] ?? '',
        'Content-Security-Policy': headers['content-security-policy'] ?? '',
      });
      response.write(first);
      sendRest = () => void response.end(bytes.subarray(first.length));
    });
    const page = await browser.newPage();
    try {
      await page.goto(`${url}/docs`, { waitUntil: 'commit' });
      await page.getByRole('heading', { name: 'Callboard API' }).waitFor();
      await page.getByRole('link', { name: 'Claim an action' }).waitFor();
      await page.getByRole('heading', { name: 'Rules of all operations' }).waitFor();
      const painted = () =>
        page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint').length`);
      while ((await painted()) === 0) await page.waitForTimeout(50);
      expect(await page.evaluate('document.readyState')).toBe('loading');
      sendRest();
      await page.waitForLoadState('load');
      expect(await page.getByRole('article').count()).toBeGreaterThan(160);
    } finally {
      await page.close();
      close(server);
    }
  });

  test.each([
    [320, 'light'],
    [320, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('is readable at %i pixels, %s', async (width, colorScheme) => {
    const context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme });
    try {
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      const urls = await open(page, `${app.url}/docs#updateAction`);
      expect(urls).toHaveLength(1);
      await page.getByRole('heading', { name: 'Change an action' }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      // Nothing far away is rendered before it is near.
      const lazy = `getComputedStyle(document.getElementById('getReadiness')).contentVisibility`;
      expect(await page.evaluate(lazy)).toBe('auto');
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  });

  test.each([320, 1280])('breaks no rule of accessibility at %i pixels', async (width) => {
    const document: JsonRecord = JSON.parse(contract);
    // Axe takes a minute for all operations.
    const paths = Object.fromEntries(
      Object.entries(asObject(document['paths'])).filter((_, index) => index % 20 === 2),
    );
    const components = asObject(document['components']);
    const schemas = Object.fromEntries(
      Object.entries(asObject(components['schemas'])).filter((_, index) => index % 10 === 0),
    );
    const part = { ...document, paths, components: { ...components, schemas } };
    const { bytes, policy } = htmlPage(referencePage(part, true));
    const { server, url } = await listen((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.setHeader('Content-Security-Policy', policy);
      response.end(bytes);
    });
    try {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme });
        const page = await context.newPage();
        await page.goto(url);
        expect(await page.getByRole('article').count()).toBeGreaterThan(5);
        expect(await accessibilityFaults(page)).toEqual([]);
        await context.close();
      }
    } finally {
      close(server);
    }
  });

  test('is used by keyboard, filters its operations, and copies requests', async () => {
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    try {
      const page = await context.newPage();
      await open(page, `${app.url}/docs`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash).toBe('#reference');
      const field = page.getByRole('searchbox', { name: 'Filter the operations' });
      const shown = page.getByRole('navigation').locator('li li > a:visible');
      const all = await shown.count();
      expect(all).toBeGreaterThan(160);
      for (const words of ['RELEASE claim', 'actions/{id}/release', 'releaseAction']) {
        await field.fill(words);
        expect(await shown.allTextContents()).toEqual(['Release a claim']);
        expect(await page.getByRole('status').textContent()).toBe('1 operation');
      }
      await field.press('Enter');
      expect(new URL(page.url()).hash).toBe('#releaseAction');
      await field.fill('');
      expect(await shown.count()).toBe(all);
      const article = page.locator('#releaseAction');
      await article.getByRole('button', { name: 'Copy' }).click();
      await article.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toContain('"$URL/v1/actions/$ID/release"');
      expect(copied).toBe(await article.locator('pre').last().textContent());
      expect(await page.locator('.address').textContent()).toBe(app.url);
    } finally {
      await context.close();
    }
  });

  test('leads to the page that sends the request', async () => {
    const page = await browser.newPage();
    try {
      const complaints = complaintsOf(page);
      await open(page, `${app.url}/docs#getHealth`);
      await page.locator('#getHealth').getByRole('link', { name: 'Try it out' }).click();
      const operation = page.locator('#operations-service-getHealth');
      await operation.getByRole('button', { name: 'Try it out' }).click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      await operation.locator('.live-responses-table').getByText('"status": "ok"').waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await page.close();
    }
  });

  test('works without a script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      await open(page, `${app.url}/docs`);
      await page.getByRole('link', { name: 'Claim an action' }).click();
      expect(new URL(page.url()).hash).toBe('#claimAction');
      await page.locator('#claimAction').getByText('Errors of many operations').click();
      await page.locator('#claimAction').getByText('The body is not valid JSON.').waitFor();
      expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
      expect(await page.getByRole('searchbox').count()).toBe(0);
    } finally {
      await context.close();
    }
  });

  test('is made as a folder for any web host', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'callboard-reference-'));
    writeStaticReference(folder);
    const types = { html: 'text/html', json: 'application/json', yaml: 'text/plain' } as const;
    const { server, url } = await listen(({ url: path = '' }, response) => {
      const [, name = '', type] = /^\/api\/reference\/(\w*\.?(\w+)?)$/.exec(path) ?? [];
      if (type !== undefined && type !== 'html' && type !== 'json' && type !== 'yaml') {
        response.writeHead(404).end();
        return;
      }
      response.setHeader('Content-Type', types[type ?? 'html']);
      response.end(readFileSync(join(folder, name === '' ? 'index.html' : name)));
    });
    const page = await browser.newPage();
    try {
      const complaints = complaintsOf(page);
      const urls = await open(page, `${url}/api/reference/`);
      expect(urls).toEqual([`${url}/api/reference/`]);
      await page.getByRole('searchbox').fill('claim an');
      await page.getByRole('link', { name: 'Claim an action' }).click();
      await page.getByRole('heading', { name: 'Claim an action' }).waitFor();
      expect(await page.locator('.address').textContent()).toBe('http://localhost:3000');
      const links = await page
        .locator('a:not([href^="#"])')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(links).toEqual(['openapi.json', 'openapi.yaml']);
      for (const name of links)
        expect((await fetch(`${url}/api/reference/${name}`)).status).toBe(200);
      expect((await (await fetch(`${url}/api/reference/openapi.json`)).text()) === contract).toBe(
        true,
      );
      expect(complaints).toEqual([]);
    } finally {
      await page.close();
      close(server);
      rmSync(folder, { recursive: true });
    }
  });
}

function describeConsent(database: () => TestDatabase, scenarios: (add: () => void) => void): void {
  let app: TestApp;
  let given: GivenWorkspace;
  let page: Page;
  let complaints: readonly string[];
  let loopback: string;

  beforeAll(async () => {
    app = await startApp(database(), { publicUrl });
    proxied = app;
    given = await aWorkspace(app, database());
    loopback = `http://localhost:${port}/callback?kind=mcp`;
  });
  beforeEach(() => {
    received.length = 0;
  });
  afterEach(() => page.context().close());
  afterAll(() => app.close());

  /** Opens the page of a client with this redirect URI, as the owner or as nobody. */
  async function open(redirectUri: string, cookie?: string, changes = {}) {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled: false });
    if (cookie !== undefined) {
      await context.addCookies([
        { name: sessionCookieNames.secure, value: cookie, url: publicUrl },
      ]);
    }
    page = await context.newPage();
    complaints = complaintsOf(page);
    const registered = redirectUri.replace(/:\d+/, '');
    const { client_id: clientId } = await register(app, {
      client_name: 'Client <b>&',
      redirect_uris: [registered],
    });
    const { url, verifier, state } = authorizationRequest(clientId, {
      redirect_uri: redirectUri,
      ...changes,
    });
    await page.goto(url);
    return { clientId, verifier, state };
  }

  /** Decides, and returns the URL that the browser requests from the client. */
  async function decide(button: 'Allow' | 'Refuse', redirectUri: string): Promise<URL> {
    return leave(page.getByRole('button', { name: button }), redirectUri);
  }

  async function leave(target: Locator, redirectUri: string): Promise<URL> {
    // As a browser writes it.
    const { href } = new URL(redirectUri);
    const requested = page.waitForRequest((request) => request.url().startsWith(href));
    await target.click({ noWaitAfter: true });
    return new URL((await requested).url());
  }

  /**
   * Navigates again while Chromium aborts it: the page that says "You allowed" opens the application
   * as soon as it is read, and Chromium ends that navigation, which has no page, at any time after.
   */
  async function navigate(go: () => Promise<unknown>): Promise<void> {
    for (let left = 5; ; left -= 1) {
      try {
        await go();
        return;
      } catch (error) {
        if (left === 0 || !String(error).includes('ERR_ABORTED')) throw error;
        await page.waitForTimeout(200);
      }
    }
  }

  test('signs in, after a wrong password, and returns to a loopback address', async () => {
    const { clientId, verifier, state } = await open(loopback);
    const signIn = page.getByRole('button', { name: 'Sign in' });
    await page.getByLabel('Email address').fill(given.owner.email);
    await page.getByLabel('Password').fill('wrong');
    await signIn.click();
    expect(await page.getByRole('alert').textContent()).toContain('password is wrong');
    expect(await page.getByLabel('Email address').inputValue()).toBe(given.owner.email);
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    await page.getByLabel('Password').fill(given.owner.password);
    await signIn.click();
    expect(await page.getByRole('heading').textContent()).toBe('Connect Client <b>&?');
    expect(await page.getByText('Unverified').isVisible()).toBe(true);
    expect(await page.getByText(`this computer (${new URL(loopback).host})`).isVisible()).toBe(
      true,
    );
    const name = page.getByLabel('Name of the new agent');
    expect(await name.inputValue()).toBe('Client <b>&');
    await page.getByLabel(given.agent.name).check();
    expect(await name.isVisible()).toBe(false);
    await page.getByLabel('A new agent').check();
    await name.fill(`Agent of ${clientId}`);
    await page.getByLabel('Change the workspace').uncheck();
    const redirect = await decide('Allow', loopback);
    await page.getByText('Connected.').waitFor();
    expect(received).toEqual([`${redirect.pathname}${redirect.search}`]);
    expect(redirect.searchParams.get('state')).toBe(state);
    expect(redirect.searchParams.get('iss')).toBe(publicUrl);
    const proof = { redirect, verifier };
    expect(await redeem(app, clientId, proof, { redirect_uri: loopback })).toMatchObject({
      status: 200,
      scope: 'read',
    });
    const { items } = await given.person.ok('listAgents');
    expect(items.map((agent) => agent.name)).toContain(`Agent of ${clientId}`);
    expect(complaints).toEqual([]);
  });

  test('with several sessions the person chooses the workspace, and connects to that one', async () => {
    const other = await makeWorkspace(database(), 'Touring Company');
    const { clientId } = await open(loopback);
    const nameOf = (workspaceId: string) =>
      `${sessionCookieNames.secure}_${workspaceId.slice('wsp_'.length)}`;
    await page.context().addCookies([
      { name: nameOf(given.workspaceId), value: given.owner.cookie, url: publicUrl },
      { name: nameOf(other.owner.workspaceId), value: other.cookie, url: publicUrl },
    ]);
    await page.reload();
    expect(await page.getByRole('heading').textContent()).toBe('Choose a workspace');
    expect(await page.locator('.buttons a').count()).toBe(2);
    await page.getByRole('link', { name: 'Touring Company' }).click();
    expect(await page.getByRole('heading').textContent()).toBe('Connect Client <b>&?');
    expect(await page.locator('dl').textContent()).toContain('Touring Company');
    await page.getByLabel('Name of the new agent').fill(`Agent of ${clientId}`);
    await decide('Allow', loopback);
    const agentsOf = async (workspaceId: string) =>
      (
        await database()
          .knex('actors')
          .where({ workspace_id: workspaceId, kind: 'agent' })
          .select('name')
      ).map(({ name }: { name: string }) => name);
    expect(await agentsOf(other.owner.workspaceId)).toEqual([`Agent of ${clientId}`]);
    expect(await agentsOf(given.workspaceId)).not.toContain(`Agent of ${clientId}`);
    expect(complaints).toEqual([]);
  });

  scenarios(() => {
    test.each([
      ['loopback', () => loopback],
      ['a private-use scheme', () => 'cursor://anysphere.cursor-mcp/oauth/callback'],
    ])('tells %s about a fault only when the person chooses it', async (_name, redirectUri) => {
      await open(redirectUri(), undefined, { code_challenge_method: 'plain' });
      await page.getByLabel('Email address').fill(given.owner.email);
      await page.getByLabel('Password').fill(given.owner.password);
      const urls: string[] = [];
      page.on('request', (request) => urls.push(request.url()));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'This connection does not work' }).waitFor();
      await page.waitForTimeout(500);
      expect(urls.filter((url) => !url.startsWith(publicUrl))).toEqual([]);
      expect(received).toEqual([]);
      const { searchParams } = await leave(page.getByRole('link'), redirectUri());
      expect(searchParams.get('error')).toBe('invalid_request');
      // Chromium reports the status of the page itself.
      expect(complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
    });

    // The client's server redirects on, as hosted clients and native applications do.
    test.each([
      ['to another origin', 'http://localhost:PORT/done', 'Allow'],
      ['to another origin', 'http://localhost:PORT/done', 'Refuse'],
      ['to an application', 'app://done', 'Allow'],
      ['to an application', 'cursor://done', 'Refuse'],
    ] as const)('reaches a client that redirects %s (%s), after %s', async (...row) => {
      const [, target, button] = row;
      const to = target.replace('PORT', String(port));
      const redirectUri = `http://127.0.0.1:${port}/hop?to=${to}`;
      await open(redirectUri, given.owner.cookie);
      await page.getByLabel(given.agent.name).check();
      const ended = page.waitForRequest((request) => request.url() === to);
      await decide(button, redirectUri);
      await ended;
      if (to.startsWith('http:')) await page.getByText('Connected.').waitFor();
      expect(received.map((url) => url.split('?')[0])).toEqual(
        to.startsWith('http:') ? ['/hop', '/done'] : ['/hop'],
      );
      expect(complaints).toEqual([]);
    });

    test('reaches an application by its link, and says what became of it after a reload', async () => {
      const redirectUri = 'com.example.app:/callback';
      const { clientId, verifier } = await open(redirectUri, given.owner.cookie);
      await page.getByLabel(given.agent.name).check();
      const redirect = await decide('Allow', redirectUri);
      await page.getByRole('heading', { name: 'You allowed' }).waitFor();
      const again = await leave(page.getByRole('link'), redirectUri);
      expect(again.href).toBe(redirect.href);
      // The browser sends the form again.
      await navigate(() => page.reload({ waitUntil: 'commit' }));
      await page.getByRole('heading', { name: 'You allowed' }).waitFor();
      const proof = { redirect, verifier };
      const redeemed = await redeem(app, clientId, proof, { redirect_uri: redirectUri });
      expect(redeemed.status).toBe(200);
      await navigate(() => page.reload({ waitUntil: 'commit' }));
      await page.getByRole('heading', { name: 'is connected' }).waitFor();
      await navigate(() => page.goBack({ waitUntil: 'commit' }));
      await page.getByRole('heading', { name: 'Connect Client' }).waitFor();
      // Newer browsers say that a page opened again without a click launches no application.
      const others = complaints.filter((each) => !each.startsWith('Not allowed to launch'));
      expect(others).toEqual([]);
    });

    test('goes back from the client to the question, not to an error', async () => {
      await open(loopback, given.owner.cookie);
      await page.getByLabel(given.agent.name).check();
      await decide('Allow', loopback);
      await page.getByText('Connected.').waitFor();
      await page.goBack();
      expect(await page.getByRole('heading').textContent()).toMatch(
        /^(Connect|You allowed) Client/,
      );
      expect(complaints).toEqual([]);
    });

    const states = ['"><script>alert(1)</script>', "';0,url=https://evil.example/", 'é 😀&amp;"'];
    test.each([
      ...states.map((state) => ["/cb;x=1,y='z'?q='(1)'&amp;=0;url=https://evil.example/", state]),
      ["/',0;url='https://evil.example/", 'plain'],
    ])('goes on to %s with the state %s', async (path, state) => {
      const redirectUri = `http://localhost:${port}${path}`;
      await open(redirectUri, given.owner.cookie, { state });
      await page.getByLabel(given.agent.name).check();
      const redirect = await decide('Allow', redirectUri);
      await page.getByText('Connected.').waitFor();
      expect(redirect.searchParams.get('state')).toBe(state);
      expect(received).toEqual([`${redirect.pathname}${redirect.search}`]);
      expect(complaints).toEqual([]);
    });

    test.each([
      ['https', `https://${clientHost}/callback`],
      ['a private-use scheme', 'cursor://anysphere.cursor-mcp/oauth/callback'],
      ['a private-use scheme with a dot', 'com.example.app:/callback'],
    ])('returns to %s', async (_name, redirectUri) => {
      const { clientId, verifier } = await open(redirectUri, given.owner.cookie);
      await page.getByLabel(given.agent.name).check();
      const redirect = await decide('Allow', redirectUri);
      const proof = { redirect, verifier };
      expect(await redeem(app, clientId, proof, { redirect_uri: redirectUri })).toMatchObject({
        status: 200,
        scope: 'read write',
      });
      if (redirect.protocol === 'https:') await page.getByText('Connected.').waitFor();
      expect(received).toHaveLength(redirect.protocol === 'https:' ? 1 : 0);
      expect(complaints).toEqual([]);
    });

    test.each([
      ['loopback', () => loopback],
      ['https', () => `https://${clientHost}/callback`],
      ['a private-use scheme', () => 'cursor://anysphere.cursor-mcp/oauth/callback'],
    ])('refuses, and says so to %s', async (_name, redirectUri) => {
      const { state } = await open(redirectUri(), given.owner.cookie);
      const { searchParams } = await decide('Refuse', redirectUri());
      expect(searchParams.get('error')).toBe('access_denied');
      expect(searchParams.get('state')).toBe(state);
      expect(searchParams.has('code')).toBe(false);
      expect(complaints).toEqual([]);
    });

    test('shows the page again, with what was chosen, when the name is taken', async () => {
      await open(loopback, given.owner.cookie);
      await page.getByLabel('A new agent').check();
      await page.getByLabel('Name of the new agent').fill(given.agent.name);
      await page.getByLabel('Change the workspace').uncheck();
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('A new agent').isChecked()).toBe(true);
      expect(await page.getByLabel('Name of the new agent').inputValue()).toBe(given.agent.name);
      expect(await page.getByLabel('Change the workspace').isChecked()).toBe(false);
      expect(await page.getByLabel('Read the workspace').isDisabled()).toBe(true);
      await page.getByLabel('Name of the new agent').fill(`Another ${given.agent.name}`);
      const { searchParams } = await decide('Allow', loopback);
      expect(searchParams.get('code')).toMatch(/^cbc_/);
      expect(complaints).toEqual([]);
    });
  });
}

// Otherwise the browser would leave the page before it is measured.
function withoutRefresh(text: string): string {
  return text.replace(/<meta http-equiv[^>]*>/, '');
}

/** Both ways to a session in a browser, with a real provider, and the link of an account. */
function describeOidc(database: () => TestDatabase): void {
  test('signs in, joins by an invitation, and links an account', async () => {
    const person = await makeWorkspace(database(), 'Stage');
    const at = await freePort();
    const provider = await startProvider(`http://127.0.0.1:${at}`);
    const oidc = oidcOf(provider.issuer, {
      workspaceId: person.owner.workspaceId,
      allowedDomains: ['example.com'],
    });
    const app = await startAppAt(database(), at, { oidc });
    const context = await browser.newContext();
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) faults.push(message.text());
    });
    try {
      const named = (name: string) => ({
        name,
        email: `${name}@example.com`,
        email_verified: true,
      });
      await provider.tell({ people: { ada: named('ada'), bo: named('bo'), cy: named('cy') } });
      const chooses = async (sub: string): Promise<void> => {
        await page.getByRole('heading', { name: 'Provider' }).waitFor();
        await page.locator('select').selectOption(sub);
        await page.getByRole('button', { name: 'Continue' }).click();
      };
      await page.goto(`${app.url}/app/inbox`);
      await page.getByRole('button', { name: 'Sign in with Test provider' }).click();
      await chooses('ada');
      await page.waitForURL('**/app/inbox');
      await page.getByRole('heading', { name: 'Inbox' }).first().waitFor();

      const owner = new OidcBrowser(app);
      owner.setCookie(sessionCookieNames.plain, person.cookie);
      const invitation = JSON.stringify({ email: 'bo@elsewhere.example', role: 'member' });
      const { token } = JSON.parse((await owner.send('POST', '/v1/invitations', invitation)).text);
      await context.clearCookies();
      await page.goto('about:blank');
      await page.goto(`${app.url}/app/invitation#${token}`);
      await page.getByRole('button', { name: 'Join with Test provider' }).click();
      await chooses('bo');
      await page.waitForURL('**/app');

      await context.clearCookies();
      // With several sessions, the account of the shown workspace is linked.
      const other = await makeWorkspace(database(), 'Tour');
      await context.addCookies(
        [person, other].map(({ cookie: value, owner: { workspaceId } }) => ({
          name: `${sessionCookieNames.plain}_${workspaceId.slice('wsp_'.length)}`,
          value,
          url: app.url,
        })),
      );
      const shown = `workspace_id=${person.owner.workspaceId}`;
      await page.goto(`${app.url}/app/settings/account?${shown}`);
      await page.getByRole('button', { name: 'Link with Test provider' }).click();
      await chooses('cy');
      await page.getByRole('button', { name: 'Remove the link' }).waitFor();
      const linked = await database().knex('oidc_identities').where({ subject: 'cy' });
      expect(linked).toMatchObject([{ workspace_id: person.owner.workspaceId }]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove the link' }).click();
      await page.getByRole('button', { name: 'Link with Test provider' }).waitFor();
      expect(faults).toEqual([]);
    } finally {
      await context.close();
      await app.close();
      await provider.close();
    }
  });
}

function describePages(): void {
  describe('the pages in Chromium', () => {
    const form = { action: '/', hidden: { ticket: 'x' } };
    const long = 'a name that is rather long '.repeat(4) + 'x'.repeat(100);
    const consent = {
      form,
      clientName: long,
      redirectUri: 'cursor://callback',
      person: { name: 'Ada', email: 'ada@example.com' },
      workspaceName: long,
      newAgentName: 'Agent',
      isLocalOnly: true,
      canRefresh: true,
      scopes: ['read', 'write'],
    } as const;
    const agents = (length: number) =>
      Array.from({ length }, (_, index) => ({
        id: `agt_${index}`,
        name: long,
        accessMode: 'sysadmin' as const,
        canReview: true,
        requiresProposals: true,
        isPaused: true,
      }));
    const client = { clientName: long, url: 'https://client.example/', place: long };
    const pages = new Map([
      ['/consent', renderConsentPage({ ...consent, agents: agents(3) })],
      ['/many', renderConsentPage({ ...consent, agents: agents(9), selectedAgent: 'new' })],
      ['/none', renderConsentPage({ ...consent, agents: [], error: long })],
      ['/sign-in', renderSignInPage({ form, clientName: long, error: long })],
      ['/error', renderErrorPage({ message: long, requestId: 'req_1' })],
      [
        '/failed',
        renderErrorPage({ message: long, client: { ...client, documentHost: 'client.example' } }),
      ],
      ['/continue', withoutRefresh(renderContinuePage({ ...client, agentName: long }))],
      ['/refused', withoutRefresh(renderContinuePage({ ...client, agentName: undefined }))],
      ['/connected', renderConnectedPage(long, long)],
    ]);
    let server: Server;
    let origin: string;

    beforeAll(async () => {
      server = createServer(({ method, url = '' }, response) => {
        if (method === 'POST') response.writeHead(303, { Location: 'cursor://callback?code=1' });
        else response.writeHead(200, pageHeaders(true));
        response.end(pages.get(url));
      });
      origin = `http://127.0.0.1:${await portOf(server)}`;
    });
    afterAll(() => close(server));

    const schemes = ['light', 'dark'] as const;
    const cases = schemes.flatMap((colorScheme) =>
      [320, 1280].map((width) => [colorScheme, width] as const),
    );

    test.each(cases)('fit in %s at %i px, with large targets', async (colorScheme, width) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 700 } });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      for (const path of pages.keys()) {
        await page.goto(origin + path);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        // The policy permits the style.
        expect(
          await page.evaluate('getComputedStyle(document.querySelector("main")).maxWidth'),
        ).toBe('480px');
        const targets = await page.locator('button, a, input:visible').all();
        for (const target of targets) {
          const { width: across = 0, height = 0 } = (await target.boundingBox()) ?? {};
          expect(Math.min(across, height)).toBeGreaterThanOrEqual(24);
        }
        const labels = await page.evaluate<number[]>(
          '[...document.querySelectorAll("input:not([type=hidden]), select")].map((one) => one.labels.length)',
        );
        expect(labels.every((count) => count === 1)).toBe(true);
      }
      expect(complaints).toEqual([]);
      await context.close();
    });

    test('a redirect after a form is blocked by the policy, so no response is one', async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(`${origin}/none`);
      const refused = page.waitForEvent('console');
      await page.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true });
      await refused;
      expect(requests.filter((url) => url.startsWith('cursor:'))).toEqual([]);
      expect(complaints).toEqual([expect.stringContaining("form-action 'self'")]);
      await context.close();
    });
  });
}

/** The names of the scripts that a page loads at once. */
function scriptsIn(html: string): readonly string[] {
  return [...html.matchAll(/"\/app\/assets\/([\w-]+\.js)"/g)].map(([, name = '']) => name);
}

/** The names of the scripts that a script imports before it runs. */
function importsIn(script: string): readonly string[] {
  const statements = script.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g);
  return [...statements].map(([, name = '']) => name);
}

const policyOf = (hash: string): string =>
  "default-src 'none'; script-src 'self' HASH; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'".replace(
    'HASH',
    `'sha256-${hash}'`,
  );

describeOnDatabase('sqlite', 'The files of the console', (database) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp(database(), {}, { checkResponses: true });
  });
  afterAll(async () => {
    const faults = app.logs.filter((line) => line.includes('violates the contract'));
    await app.close();
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, app.url), { headers, redirect: 'manual' });

  async function assetPaths(): Promise<readonly string[]> {
    const page = await (await get('/app')).text();
    return [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, path = '']) => path)
      .filter((path) => path.startsWith('/app/assets/'));
  }

  test.each(['/app', '/app/', '/app/inbox', '/app/actions/act_1?from=mail'])(
    'the page is at %s',
    async (path) => {
      const page = await get(path);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('cache-control')).toBe('no-cache');
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      const text = await page.text();
      expect(text).toMatch(/^<!doctype html>/);
      // Nothing from elsewhere, and nothing inline but the script that applies the theme.
      const [, script = ''] = text.match(/<script>([^]*?)<\/script>/) ?? [];
      const hash = createHash('sha256').update(script).digest('base64');
      expect(page.headers.get('content-security-policy')).toBe(policyOf(hash));
      expect(text.replace(`<script>${script}</script>`, '')).not.toMatch(
        /<style|<script(?! type="module" src="\/app\/)| on\w+=| style=/,
      );
      const tag = page.headers.get('etag') ?? '';
      expect((await get(path, { 'If-None-Match': tag })).status).toBe(304);
      const head = await fetch(new URL(path, app.url), { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    },
  );

  const signedInCookie = { Cookie: '__Host-callboard_session=abc' };

  test('the page says whether there may be a caller, so that nobody asks for none', async () => {
    const anonymous = await get('/app');
    expect(anonymous.headers.get('vary')).toBe('Cookie, Accept-Language');
    expect(await anonymous.text()).toMatch(/data-caller="none"[^]*<div id="root"><\/div>/);
    const signedIn = await get('/app', signedInCookie);
    expect(await signedIn.text()).toContain('data-caller="unknown"');
  });

  test.each([
    ['de-AT', 'de'],
    ['de;q=0.5, en;q=0.9', 'en'],
    ['fr, de;q=0.1', 'de'],
    ['fr', 'en'],
    ['', 'en'],
  ])('for the languages “%s” the pages of the server are in %s', async (accepted, language) => {
    const headers = { 'Accept-Language': accepted, Accept: 'text/html' };
    const isGerman = language === 'de';
    const frame = await (await get('/app', headers)).text();
    expect(frame).toContain(`<html lang="${language}"`);
    expect(frame).toContain(isGerman ? 'Diese Seite braucht JavaScript.' : 'needs JavaScript.');
    const unsubscribe = new URL('/v1/unsubscribe?token=no', app.url);
    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const ended = await fetch(unsubscribe, { method: 'POST', headers, body: form });
    const refused = await (await fetch(unsubscribe, { headers })).text();
    expect(await ended.text()).toBe(refused);
    expect(refused).toContain(`<html lang="${language}">`);
    expect(refused).toContain(isGerman ? 'Dieser Link ist nicht gültig' : 'This link is not valid');
    const body = new URLSearchParams({ 'List-Unsubscribe': 'x'.repeat(20_000) });
    const large = await (await fetch(unsubscribe, { method: 'POST', headers, body })).text();
    expect(large).toContain(isGerman ? 'ist größer als 16 KiB.' : 'is larger than 16 KiB.');
  });

  test('the texts of the pages have the same placeholders in each language', () => {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
    for (const [english, translation] of Object.entries(german)) {
      expect([english, placeholders(translation)]).toEqual([english, placeholders(english)]);
    }
  });

  test('in development the page says who acts, and each page has a tag of its own', async () => {
    const development = await startApp(database(), { environment: 'development' });
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
    const screens = linked.filter((name) => /-(screen|page)-/.test(name));
    expect(screens).toEqual(screen === undefined ? [] : [expect.stringContaining(`${screen}-`)]);
    // Nothing is missing that these scripts import, and nothing else is loaded.
    const imported = new Set<string>();
    for (const name of linked) {
      const response = await get(`/app/assets/${name}`);
      expect(response.status).toBe(200);
      for (const one of importsIn(await response.text())) imported.add(one);
    }
    const entries = linked.filter((name) => !imported.has(name));
    expect([...imported].filter((name) => !linked.includes(name))).toEqual([]);
    // The first script loads the texts, and then the console.
    expect(entries.filter((name) => !/^(?:main|start)-/.test(name))).toEqual(screens);
  });

  test('the manifest names what a browser needs to install the console', async () => {
    const [, path = ''] =
      /rel="manifest" href="([^"]+)"/.exec(await (await get('/app')).text()) ?? [];
    const response = await get(path);
    expect(response.headers.get('content-type')).toBe('application/manifest+json');
    const manifest = JSON.parse(await response.text());
    expect(manifest).toMatchObject({ id: '/app', start_url: '/app', display: 'standalone' });
    const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose);
    expect(purposes).toEqual(['any', 'any', 'maskable']);
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await get(src);
      const bytes = Buffer.from(await icon.arrayBuffer());
      expect(icon.headers.get('content-type')).toBe(type);
      // The width and the height in the header of a PNG.
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
    const tag = response.headers.get('etag') ?? '';
    expect((await get(path, { 'If-None-Match': tag })).status).toBe(304);
  });

  test('assets are compressed, and immutable by the hash in their names', async () => {
    const paths = await assetPaths();
    expect(paths.length).toBeGreaterThanOrEqual(2);
    for (const path of paths) {
      expect(path).toMatch(/-[A-Z0-9]{8}\.(js|css|png)$/);
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
    const sent = sendRequest(new URL(path, app.url), { headers: { 'Accept-Encoding': encoding } });
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
    const without = await startApp(database(), { console: false });
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
    // More files would be larger, and slower to load. See src/console/api/client.ts. One of them is
    // the console itself, which the first script loads after the texts.
    expect(bundle.first.imports.length).toBeLessThanOrEqual(5);
    const root = join(__dirname, '..', '..');
    expect(bundle.assets.filter(({ bytes }) => bytes.includes(root))).toEqual([]);
  });
});

test('the words of a time field mean a time in its zone', () => {
  // A Saturday.
  const read = (text: string) => timeOfWords(text, '2026-11-28T22:00', '17:00');
  const meanings: Readonly<Record<string, string | undefined>> = {
    'fri 5pm': '2026-12-04T17:00',
    'Fri 4 Dec 2026, 17:00': '2026-12-04T17:00',
    sat: '2026-12-05T17:00',
    'next fri at noon': '2026-12-04T12:00',
    'in 3 days': '2026-12-01T17:00',
    'in a month 8am': '2026-12-28T08:00',
    'in 3 hours': '2026-11-29T01:00',
    '30m': '2026-11-28T22:30',
    'tomorrow 9:30': '2026-11-29T09:30',
    tonight: '2026-11-28T20:00',
    '5pm': '2026-11-29T17:00',
    '23:15': '2026-11-28T23:15',
    '12am': '2026-11-29T00:00',
    'next week': '2026-11-30T17:00',
    eom: '2026-11-30T17:00',
    '24 Dec': '2026-12-24T17:00',
    'Jan 5th': '2027-01-05T17:00',
    '24.12.2027': '2027-12-24T17:00',
    '24/12/2026': '2026-12-24T17:00',
    '5/1 8am': '2027-01-05T08:00',
    '12/24/2026': undefined,
    yesterday: '2026-11-27T17:00',
    'this week': '2026-11-23T17:00',
    'last week': '2026-11-16T17:00',
    'this month': '2026-11-01T17:00',
    'last month': '2026-10-01T17:00',
    '3 days ago': '2026-11-25T17:00',
    '2027-07-01T09:30': '2027-07-01T09:30',
    '2027-02-30': undefined,
    '31 feb': undefined,
    '13pm': undefined,
    '5': undefined,
    '9999y': undefined,
    'friday maybe': undefined,
    '': undefined,
  };
  const found = Object.keys(meanings).map((text) => [text, read(text)] as const);
  expect(Object.fromEntries(found)).toEqual(meanings);
  const germanOnes: typeof meanings = {
    heute: '2026-11-28T17:00',
    'morgen früh': '2026-11-29T09:00',
    gestern: '2026-11-27T17:00',
    übermorgen: '2026-11-30T17:00',
    'Fr 17 Uhr': '2026-12-04T17:00',
    'am Freitag um 17:30 Uhr': '2026-12-04T17:30',
    'Fr., 4. Dez. 2026, 17:00': '2026-12-04T17:00',
    'nächsten Mittwoch': '2026-12-02T17:00',
    'nächste Woche': '2026-11-30T17:00',
    'in 3 Tagen': '2026-12-01T17:00',
    'in einem Monat': '2026-12-28T17:00',
    'in zwei Stunden': undefined,
    '24.12.': '2026-12-24T17:00',
    '5. März 2027 8:00': '2027-03-05T08:00',
    'fri noon': '2026-12-04T12:00',
  };
  const { '|date words': own } = germanTexts;
  const foundGerman = Object.keys(germanOnes).map(
    (text) => [text, timeOfWords(text, '2026-11-28T22:00', '17:00', own)] as const,
  );
  expect(Object.fromEntries(foundGerman)).toEqual(germanOnes);
});

test('some pages of a list, read again, show the same as all of them, or say that they do not', () => {
  const size = 10;
  const of = (ids: readonly string[]) => ids.map((id) => ({ id }));
  const changes: Readonly<Record<string, (ids: readonly string[]) => readonly string[]>> = {
    same: (ids) => ids,
    leaves: (ids) => ids.filter((id) => id !== 'i34'),
    'moves to the top': (ids) => ['i34', ...ids.filter((id) => id !== 'i34')],
    'is new at the top': (ids) => ['new', ...ids],
    'moves down within its page': (ids) => ids.toSpliced(34, 2, 'i35', 'i34'),
    'moves to another page': (ids) => [...ids.filter((id) => id !== 'i34'), 'i34'],
    'is new at the end': (ids) => [...ids, 'new'],
  };
  const unread = ['moves to another page', 'is new at the end'];
  for (const [name, change] of Object.entries(changes)) {
    const before = Array.from({ length: 60 }, (_, at) => `i${at}`);
    const after = change(before);
    const changed = name.startsWith('is new') ? 'new' : 'i34';
    const pages = [0, 1, 2, 3, 4, 5].map((page) => ({
      items: of(before.slice(page * size, (page + 1) * size)),
      total: before.length,
    }));
    const wanted = pagesToRead(pages, [changed]);
    expect([name, wanted]).toEqual([name, changed === 'new' ? [0] : [0, 3]]);
    const fresh = new Map(
      wanted.map((page) => {
        const start = offsetOf(pages, page);
        return [page, { items: of(after.slice(start, start + size)), total: after.length }];
      }),
    );
    const merged = mergePages(pages, fresh, new Set([changed]));
    const shown = merged?.flatMap(({ items }) => items.map(({ id }) => id));
    expect([name, shown]).toEqual([name, unread.includes(name) ? undefined : after]);
  }
});
