import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { writeStaticReference } from '../../scripts/build/reference';
import { htmlPage } from '../../src/features/service/pages/html-page';
import { referencePage } from '../../src/features/service/pages/reference/reference-page';
import { asObject, type JsonRecord } from '../../src/platform/json';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { complaintsOf, hasBrowser, startBrowser } from '../../scripts/servers/browser';
import { accessibilityFaults } from '../support/console-page';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { ask } from '../support/ask';

const contract: string = readFileSync(
  join(__dirname, '..', '..', 'generated', 'openapi.json'),
  'utf8',
);

async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return { server, url: `http://127.0.0.1:${address.port}` };
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}

const inBrowser = hasBrowser ? describe : describe.skip;

inBrowser('The reference in Chromium', () => {
  let database: TestDatabase;
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    database = await openTestDatabase('sqlite');
    app = await startApp(database);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
    await database.close();
  });

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
      for (const words of ['RELEASE claim', '/release', 'releaseAction']) {
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
});
