import { once } from 'node:events';
import { createServer, request as forward, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Browser, Locator, Page } from 'playwright-core';
import { renderConsentPage } from '../../src/features/oauth/pages/consent-page';
import {
  renderConnectedPage,
  renderContinuePage,
  renderErrorPage,
} from '../../src/features/oauth/pages/outcome-pages';
import { renderSignInPage } from '../../src/features/oauth/pages/sign-in-page';
import { pageHeaders } from '../../src/features/oauth/pages/page';
import { sessionCookieNames } from '../../src/platform/http/cookies';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { selfSigned } from '../support/certificate';
import { complaintsOf, hasBrowser, startBrowser } from '../../scripts/servers/browser';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { authorizationRequest, publicUrl, redeem, register } from '../support/oauth';

const publicHost = new URL(publicUrl).hostname;
const clientHost = 'client.example';

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
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

/** A proxy that ends TLS, such as the service needs in front. */
function proxyTo(app: () => TestApp): RequestListener {
  return (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const { hostname, port } = new URL(app().url);
    const sent = forward({ hostname, port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    sent.once('error', () => outgoing.destroy());
    incoming.pipe(sent);
  };
}

if (hasBrowser) {
  describePages();
  describeOnEachDatabase('Consent in Chromium', describeConsent);
} else {
  test.todo('consent in an installed Chromium, Chrome or Edge');
}

function describeConsent(database: Parameters<Parameters<typeof describeOnEachDatabase>[1]>[0]) {
  let app: TestApp;
  let given: GivenWorkspace;
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];
  let loopback: string;
  let port: number;
  let received: string[];
  const servers: Server[] = [];

  beforeAll(async () => {
    app = await startApp(database(), { publicUrl });
    given = await aWorkspace(app, database());
    received = [];
    const client = clientPage(received);
    const proxy = createSecureServer(
      selfSigned(publicHost),
      proxyTo(() => app),
    );
    const secure = createSecureServer(selfSigned(clientHost), client);
    const local = createServer(client);
    servers.push(proxy, secure, local);
    port = await portOf(local);
    loopback = `http://localhost:${port}/callback?kind=mcp`;
    browser = await startBrowser({
      [publicHost]: `127.0.0.1:${await portOf(proxy)}`,
      [clientHost]: `127.0.0.1:${await portOf(secure)}`,
    });
  });
  beforeEach(() => {
    received.length = 0;
  });
  afterEach(() => page.context().close());
  afterAll(async () => {
    await browser.close();
    for (const server of servers) close(server);
    await app.close();
  });

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
    await page.reload();
    await page.getByRole('heading', { name: 'You allowed' }).waitFor();
    const proof = { redirect, verifier };
    const redeemed = await redeem(app, clientId, proof, { redirect_uri: redirectUri });
    expect(redeemed.status).toBe(200);
    await page.reload();
    await page.getByRole('heading', { name: 'is connected' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Connect Client' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('goes back from the client to the question, not to an error', async () => {
    await open(loopback, given.owner.cookie);
    await page.getByLabel(given.agent.name).check();
    await decide('Allow', loopback);
    await page.getByText('Connected.').waitFor();
    await page.goBack();
    expect(await page.getByRole('heading').textContent()).toMatch(/^(Connect|You allowed) Client/);
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
    await page.getByLabel('Read the workspace').uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('A new agent').isChecked()).toBe(true);
    expect(await page.getByLabel('Name of the new agent').inputValue()).toBe(given.agent.name);
    expect(await page.getByLabel('Read the workspace').isChecked()).toBe(false);
    await page.getByLabel('Name of the new agent').fill(`Another ${given.agent.name}`);
    const { searchParams } = await decide('Allow', loopback);
    expect(searchParams.get('code')).toMatch(/^cbc_/);
    expect(complaints).toEqual([]);
  });
}

// Otherwise the browser would leave the page before it is measured.
function withoutRefresh(text: string): string {
  return text.replace(/<meta http-equiv[^>]*>/, '');
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
    let browser: Browser;
    let server: Server;
    let origin: string;

    beforeAll(async () => {
      server = createServer(({ method, url = '' }, response) => {
        if (method === 'POST') response.writeHead(303, { Location: 'cursor://callback?code=1' });
        else response.writeHead(200, pageHeaders(true));
        response.end(pages.get(url));
      });
      origin = `http://127.0.0.1:${await portOf(server)}`;
      browser = await startBrowser();
    });
    afterAll(async () => {
      await browser.close();
      close(server);
    });

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
